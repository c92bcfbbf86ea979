/**
 * Images of skills. Invariant: what is stored was decoded and encoded again by us, without metadata, under the SHA-256 of its bytes;
 * it lies in the store of packages and never changes.
 */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { MAX_IMAGE_BYTES, megabytes } from "@/lib/platform/core/limits";
import { prune } from "@/lib/platform/jobs/pruning";
import * as site from "@/lib/platform/site/service";
import { store as blobs } from "@/lib/supply/packages/configured-store";
import { inTurn } from "@/lib/supply/packages/intake";
import { inTemporaryFolder } from "@/lib/supply/packages/receive";
import { putBlob } from "@/lib/supply/packages/service";

/** Most pixels of an upload: decoded, each takes four bytes. */
const MAX_PIXELS = 40_000_000;
const ICON_PIXELS = 256;
const SCREENSHOT_WIDTH = 1_600;
const SCREENSHOT_HEIGHT = 1_200;
const QUALITY = 82;
const FORMATS = ["png", "jpeg", "webp"];
/** Most images of one developer, used or not. */
const MAX_IMAGES = 300;
/** Age at which an image is removed that no revision has. */
const UNUSED_HOURS = 24;

/** Which images (`i`) no revision and no publisher has, and are neither the logo nor the landing page's picture. */
const IS_UNUSED = `i.put_at < now() - interval '${UNUSED_HOURS} hours' AND NOT EXISTS (
  SELECT 1 FROM skill s JOIN skill_revision r ON r.skill_id = s.id
   WHERE s.owner_id = i.owner_id AND (r.icon = i.sha256 OR r.screenshots::jsonb ? i.sha256))
  AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = i.owner_id AND a.picture = i.sha256)
  AND NOT EXISTS (SELECT 1 FROM site_settings t
    WHERE i.sha256 IN (t.settings->>'logo', t.settings->>'landing_picture'))`;

export type ImageKind = "icon" | "screenshot";
export type StoredImage = { sha256: string; width: number; height: number; sizeBytes: number };

/**
 * Checks an uploaded PNG, JPEG or WebP, encodes it again as WebP (an icon as a square of 256 pixels, a screenshot of at
 * most 1600 by 1200), and stores it.
 */
export async function store(
  ownerId: string,
  kind: ImageKind,
  body: ReadableStream<Uint8Array> | null,
): Promise<StoredImage> {
  await requireRoom(ownerId);
  const sent = await bytesOf(body);
  const { data, info } = await inTurn(ownerId, () => encode(sent, kind));
  const sha256 = createHash("sha256").update(data).digest("hex");
  const image = { sha256, width: info.width, height: info.height, sizeBytes: data.length };
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "image.webp");
    await writeFile(path, data);
    await putBlob(image, path);
  });
  await transaction(async (db) => {
    // Counted again under a lock, so that parallel uploads don't exceed the limit together.
    await lockName(db, `images:${ownerId}`);
    await requireRoom(ownerId, db);
    await prisma(db).skillImage.upsert({
      where: { ownerId_sha256: { ownerId, sha256 } },
      create: { ownerId, ...image },
      update: { putAt: new Date() },
    });
  });
  return image;
}

async function requireRoom(ownerId: string, db?: Queryable): Promise<void> {
  if ((await prisma(db).skillImage.count({ where: { ownerId } })) < MAX_IMAGES) return;
  const message = `at most ${MAX_IMAGES} are stored; unused ones are removed after a day`;
  throw invalid([{ param: "image", message }]);
}

/** A stored image as PNG, for programs that draw no WebP. Throws when its bytes are not in the store. */
export async function asPng(sha256: string): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(await bytesOf(await blobs().open(sha256)))
    .png()
    .toBuffer();
}

/** The marketplace's logo as PNG, or null: without one, and where its bytes can't be read. */
export async function logoPng(): Promise<Buffer | null> {
  const { logo } = (await site.current()).settings;
  return logo === null ? null : asPng(logo).catch(() => null);
}

async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of body ?? []) {
    sizeBytes += part.length;
    if (sizeBytes > MAX_IMAGE_BYTES)
      throw new AppError("payload_too_large", `The image is over ${megabytes(MAX_IMAGE_BYTES)}. Make it smaller.`, {
        details: { max_bytes: MAX_IMAGE_BYTES },
      });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function encode(sent: Buffer, kind: ImageKind) {
  // Loaded with the first upload: most processes never need it.
  const { default: sharp } = await import("sharp");
  try {
    const image = sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { format } = await image.metadata();
    if (!FORMATS.includes(format)) throw new TypeError(format);
    const size =
      kind === "icon"
        ? { width: ICON_PIXELS, height: ICON_PIXELS, fit: "cover" as const }
        : {
            width: SCREENSHOT_WIDTH,
            height: SCREENSHOT_HEIGHT,
            fit: "inside" as const,
            withoutEnlargement: true,
          };
    return await image.autoOrient().resize(size).webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  } catch (cause) {
    const message = "must be a PNG, JPEG or WebP image of at most 40 megapixels";
    throw new AppError("invalid_request", `image: ${message}`, {
      param: "image",
      details: { issues: [{ param: "image", message }] },
      cause,
    });
  }
}

/** The size of a stored image in bytes, regardless of its owner, or null. */
export async function sizeOf(sha256: string): Promise<number | null> {
  const row = await prisma().skillImage.findFirst({ where: { sha256 }, select: { sizeBytes: true } });
  return row?.sizeBytes ?? null;
}

/**
 * Requires that a developer has uploaded the images of a skill, inside the transaction that stores its content. They
 * count as new again, so that they are not removed meanwhile.
 */
export async function requireStored(
  db: Queryable,
  ownerId: string,
  { icon, screenshots }: { icon: string | null; screenshots: readonly string[] | null },
): Promise<void> {
  const named = [...(icon ? [icon] : []), ...(screenshots ?? [])];
  if (named.length === 0) return;
  const rows = await query<{ sha256: string; width: number; height: number }>(
    "images.require",
    `UPDATE skill_image SET put_at = now() WHERE owner_id = $1 AND sha256 IN (
       SELECT i.sha256 FROM skill_image i WHERE i.owner_id = $1 AND i.sha256 = ANY($2) ORDER BY i.sha256 FOR UPDATE)
     RETURNING sha256, width, height`,
    [ownerId, named],
    db,
  );
  const found = new Map(rows.map((row) => [row.sha256, row]));
  const missing = (param: string) =>
    invalid([{ param, message: "is no image of yours: POST /v1/developer/images first" }]);
  if (icon) {
    const image = found.get(icon);
    if (!image) throw missing("icon");
    if (image.width !== image.height) throw invalid([{ param: "icon", message: "must be uploaded with kind=icon" }]);
  }
  for (const [index, sha256] of (screenshots ?? []).entries())
    if (!found.has(sha256)) throw missing(`screenshots[${index}]`);
}

/** Requires that a developer has uploaded an image as an icon, inside the transaction that stores its name. Throws invalid_request. */
export async function requireIcon(
  db: Queryable,
  ownerId: string,
  { param, sha256 }: { param: string; sha256: string },
): Promise<void> {
  await requireStored(db, ownerId, { icon: sha256, screenshots: null }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.param === "icon")) throw error;
    throw invalid([{ param, message: "is no icon of yours: POST /v1/developer/images?kind=icon first" }]);
  });
}

/** Removes images that no revision has had for a day; their bytes go with `retention.removeUnused`. Returns how many. */
export function expireImages(): Promise<number> {
  return prune(async (limit) => {
    const rows = await query(
      "images.expire",
      `DELETE FROM skill_image WHERE (owner_id, sha256) IN (
         SELECT i.owner_id, i.sha256 FROM skill_image i WHERE ${IS_UNUSED} LIMIT $1)
           AND put_at < now() - interval '${UNUSED_HOURS} hours'
       RETURNING 1 AS gone`,
      [limit],
    );
    return { count: rows.length };
  });
}
