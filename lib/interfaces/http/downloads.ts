import { CLIENT_PACKAGES, clientPackage, type Packed } from "@/lib/demand/distribution/client-packages";
import { jsonResponse } from "@/lib/interfaces/http/answer";
import { answerFile } from "@/lib/interfaces/http/installing";
import { env } from "@/lib/platform/core/env";
import { notFound } from "@/lib/platform/core/errors";
import { isKnown } from "@/lib/platform/core/request-headers";

/** Where npm installs the SDK and the CLI from. */
export const DOWNLOADS_PREFIX = "/downloads";

/** Serves the SDK and the CLI to npm, and at the prefix itself a list of both with their digests. */
export function answerDownload(request: Request): Promise<Response> {
  return answerFile(request, async ({ path }) => {
    if (path === DOWNLOADS_PREFIX) return jsonResponse(200, JSON.stringify(await list()));
    const which = CLIENT_PACKAGES.find((known) => path === pathOf(known));
    const found = which && (await clientPackage(which));
    if (!found) throw notFound();
    return isKnown(request, tagOf(found))
      ? new Response(null, { status: 304, headers: { etag: tagOf(found) } })
      : fileOf(found);
  });
}

const pathOf = (which: (typeof CLIENT_PACKAGES)[number]) => `${DOWNLOADS_PREFIX}/${which}.tgz`;
const tagOf = ({ sha256 }: Packed) => `"${sha256}"`;

function fileOf(found: Packed): Response {
  const digest = Buffer.from(found.sha256, "hex").toString("base64");
  const headers = {
    "content-type": "application/gzip",
    "content-length": String(found.bytes.length),
    // The same address has the next release.
    "cache-control": "no-cache",
    etag: tagOf(found),
    "repr-digest": `sha-256=:${digest}:`,
  };
  return new Response(new Uint8Array(found.bytes), { headers });
}

async function list() {
  const packages = [];
  for (const which of CLIENT_PACKAGES) {
    const found = await clientPackage(which);
    if (!found) continue;
    const { name, version, bytes, sha256, integrity } = found;
    const url = env().PUBLIC_URL + pathOf(which);
    packages.push({ name, version, url, size: bytes.length, sha256, integrity });
  }
  return { data: packages };
}
