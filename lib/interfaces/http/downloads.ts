import { CLIENT_PACKAGES, clientPackage, type Packed, pythonWheel } from "@/lib/demand/distribution/client-packages";
import { jsonResponse } from "@/lib/interfaces/http/answer";
import { answerFile } from "@/lib/interfaces/http/installing";
import { env } from "@/lib/platform/core/env";
import { notFound } from "@/lib/platform/core/errors";
import { isKnown } from "@/lib/platform/core/request-headers";

/** Where npm and pip install the SDKs and the CLI from. */
export const DOWNLOADS_PREFIX = "/downloads";

/** Serves the SDKs and the CLI to npm and pip, and at the prefix itself a list of them with their digests. */
export function answerDownload(request: Request): Promise<Response> {
  return answerFile(request, async ({ path }) => {
    const packages = await all();
    if (path === DOWNLOADS_PREFIX) return jsonResponse(200, JSON.stringify({ data: packages.map(entryOf) }));
    const found = packages.find((known) => path === pathOf(known));
    if (!found) throw notFound();
    return isKnown(request, tagOf(found))
      ? new Response(null, { status: 304, headers: { etag: tagOf(found) } })
      : fileOf(found);
  });
}

const all = async () =>
  (await Promise.all([...CLIENT_PACKAGES.map((which) => clientPackage(which)), pythonWheel()])).filter(
    (found) => found !== null,
  );

const pathOf = ({ filename }: Packed) => `${DOWNLOADS_PREFIX}/${filename}`;
const tagOf = ({ sha256 }: Packed) => `"${sha256}"`;

function fileOf(found: Packed): Response {
  const digest = Buffer.from(found.sha256, "hex").toString("base64");
  const headers = {
    "content-type": found.filename.endsWith(".whl") ? "application/zip" : "application/gzip",
    "content-length": String(found.bytes.length),
    // The same address has the next release.
    "cache-control": "no-cache",
    etag: tagOf(found),
    "repr-digest": `sha-256=:${digest}:`,
  };
  return new Response(new Uint8Array(found.bytes), { headers });
}

function entryOf(found: Packed) {
  const { name, version, bytes, sha256, integrity } = found;
  return { name, version, url: env().PUBLIC_URL + pathOf(found), size: bytes.length, sha256, integrity };
}
