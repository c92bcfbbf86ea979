import { MarketplaceError } from "./errors.js";

/** A package whose bytes match the digest that the marketplace names. */
export type Download = { bytes: Uint8Array<ArrayBuffer>; sha256: string; filename: string };

/** Reads a package and checks its digest. Throws `digest_mismatch`. */
export async function readDownload(response: Response): Promise<Download> {
  const buffer = await response.arrayBuffer().catch((cause: unknown) => {
    const message = "The download broke off. Within 24 hours it is repeated at no charge.";
    throw new MarketplaceError({ code: "unreachable", message, cause });
  });
  const bytes = new Uint8Array(buffer);
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes));
  const named = /sha-256=:([^:]+):/.exec(response.headers.get("repr-digest") ?? "")?.[1];
  if (named !== btoa(String.fromCharCode(...hash)))
    throw new MarketplaceError({
      code: "digest_mismatch",
      message: "The package does not match its digest. It was damaged on the way; download it again.",
      requestId: response.headers.get("request-id"),
    });
  return {
    bytes,
    sha256: Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    filename: /filename="([^"/\\]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "skill.zip",
  };
}

/** Imported by a variable: a bundler for browsers, which have no such module, would refuse the name itself. */
const FILES = "node:fs/promises";

/** Writes a package to a file, whole or not at all. Needs a runtime with `node:fs`: Node, Deno or Bun. */
export async function saveDownload({ bytes }: Download, path: string): Promise<void> {
  const { rename, rm, writeFile } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ FILES
  )) as typeof import("node:fs/promises");
  const draft = `${path}.${globalThis.crypto.randomUUID()}.part`;
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
