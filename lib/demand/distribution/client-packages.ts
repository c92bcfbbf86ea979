/** The SDKs and the CLI as npm and pip install them, from what the build left: for npm under this marketplace's own scope. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { env } from "@/lib/platform/core/env";

export const SOURCE_SCOPE = "@skills-marketplace";
/** Files that name the packages. */
const NAMING = new Set(["package.json", "README.md"]);
const BLOCK_BYTES = 512;
const END_BLOCKS = 2;
/** As npm dates what it packs: the same files give the same bytes. */
const MODIFIED_SECONDS = 499_162_500;

export const CLIENT_PACKAGES = ["cli", "sdk"] as const;
export type ClientPackage = (typeof CLIENT_PACKAGES)[number];
/** A package as npm or pip takes it. `integrity` is what npm writes into a lock file. */
export type Packed = {
  name: string;
  version: string;
  filename: string;
  bytes: Buffer;
  sha256: string;
  integrity: string;
};

const pack = promisify(gzip);
// Kept out of the page traces: the build of the pages would read files that the build of the packages is writing.
let folder = join(/* turbopackIgnore: true */ process.cwd(), ".build", "packages");
const packed = new Map<string, Promise<Packed>>();

/** Serves the packages of another build; for tests. */
export function servePackagesOf(built: string): void {
  folder = built;
  packed.clear();
}

/** A text with the packages' names under this marketplace's scope. */
export const inOurScope = (text: string, scope = env().PACKAGE_SCOPE) =>
  text.replaceAll(`${SOURCE_SCOPE}/`, `${scope}/`);

/** A package for npm; null where none was built, as under `npm run dev`. */
export async function clientPackage(which: ClientPackage, scope = env().PACKAGE_SCOPE): Promise<Packed | null> {
  const from = join(folder, which);
  if (!existsSync(from)) return null;
  const known = packed.get(which) ?? packFolder(from, scope);
  packed.set(which, known);
  known.catch(() => packed.delete(which));
  return known;
}

/** The Python SDK as pip takes it; null where none was built. The name of a wheel has its version. */
export async function pythonWheel(): Promise<Packed | null> {
  const from = join(folder, "sdk-python");
  const filename = existsSync(from) ? readdirSync(from)[0] : undefined;
  if (!filename) return null;
  const version = filename.split("-")[1] ?? "";
  return described({ name: "skills-marketplace", version, filename }, await readFile(join(from, filename)));
}

function described(named: { name: string; version: string; filename: string }, bytes: Buffer): Packed {
  const digest = (algorithm: string) => createHash(algorithm).update(bytes);
  return {
    ...named,
    bytes,
    sha256: digest("sha256").digest("hex"),
    integrity: `sha512-${digest("sha512").digest("base64")}`,
  };
}

async function packFolder(from: string, scope: string): Promise<Packed> {
  const paths = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(from.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
  const blocks: Buffer[] = [];
  for (const path of paths) {
    const content = await readFile(join(from, path));
    const own = NAMING.has(path) ? Buffer.from(inOurScope(content.toString("utf8"), scope)) : content;
    const padding = (BLOCK_BYTES - (own.length % BLOCK_BYTES)) % BLOCK_BYTES;
    blocks.push(header(`package/${path}`, own.length), own, Buffer.alloc(padding));
  }
  const bytes = await pack(Buffer.concat([...blocks, Buffer.alloc(BLOCK_BYTES * END_BLOCKS)]));
  const manifest = JSON.parse(inOurScope(await readFile(join(from, "package.json"), "utf8"), scope));
  const { name, version } = manifest;
  return described({ name, version, filename: `${basename(from)}.tgz` }, bytes);
}

/** The header of a plain file in a tar archive (POSIX ustar). Throws for a path that it can't hold. */
function header(path: string, sizeBytes: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for the archive`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, "0")}\0`;
  const fields: [at: number, text: string][] = [
    [0, path],
    [100, octal(0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(sizeBytes, 12)],
    [136, octal(MODIFIED_SECONDS, 12)],
    // The checksum counts itself as spaces.
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\x0000"],
  ];
  for (const [at, text] of fields) block.write(text, at, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
