/** Images that developers upload for their skills; they become content by `icon` and `screenshots`. */
import type { Caller } from "@/lib/platform/core/caller";
import { notFound } from "@/lib/platform/core/errors";
import { isKnown } from "@/lib/platform/core/request-headers";
import { store } from "@/lib/supply/packages/configured-store";
import * as images from "@/lib/supply/packages/images";
import type { ImageQuery, UploadedImage } from "@/lib/supply/publishing/image-schemas";

/** The name of the bytes says all about them: they are good for a year, which is the longest. */
const FOREVER = "public, max-age=31536000, immutable";

/** Stores an image. */
export async function upload(
  { accountId }: Caller,
  { kind }: ImageQuery,
  { body }: Pick<Request, "body">,
): Promise<UploadedImage> {
  const { sha256, width, height, sizeBytes } = await images.store(accountId, kind, body);
  return { id: sha256, url: `/v1/images/${sha256}`, width, height, size: sizeBytes };
}

/** The bytes of an image, for everyone who knows its id. */
export async function read(id: string, request: Pick<Request, "headers">): Promise<Response> {
  const sizeBytes = await images.sizeOf(id);
  if (sizeBytes === null) throw notFound();
  const known = { "cache-control": FOREVER, etag: `"${id}"` };
  if (isKnown(request, known.etag)) return new Response(null, { status: 304, headers: known });
  return new Response(await store().open(id), {
    headers: { ...known, "content-type": "image/webp", "content-length": String(sizeBytes) },
  });
}
