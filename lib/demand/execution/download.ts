import { inDownloadSlot } from "@/lib/demand/execution/download-slots";
import * as holds from "@/lib/demand/execution/holds";
import { quoteOf, toMax } from "@/lib/demand/execution/service";
import { requireUsable } from "@/lib/demand/purchases/access";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import type { Micros } from "@/lib/platform/core/money";
import { isKnown } from "@/lib/platform/core/request-headers";
import { requireFetchable, requireInstallable } from "@/lib/supply/advisories/installing";
import type { ListingDetail } from "@/lib/supply/catalog/service";
import { store } from "@/lib/supply/packages/configured-store";
import type { ByteRange } from "@/lib/supply/packages/store";
import { atPackage } from "@/lib/supply/publishing/older-versions";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

type Asked = { version?: string | undefined; max_price?: number | undefined };
type Package = { slug: string; version: string; sha256: string; size: number; advisories: string[] };

/**
 * Streams a skill's package to a caller who may have it: whole, a range of it, or nothing when the caller has it
 * already. Metered like a call; HEAD, 304 and 416 cost nothing and need no credits.
 */
export async function download(
  caller: Caller,
  slug: string,
  request: Request,
  { version: asked, max_price: maxPrice }: Asked,
): Promise<Response> {
  requireKeyAllows(caller, slug);
  const current = await requireUsable(caller, slug);
  const listing = asked === undefined ? current : await atPackage(current, asked);
  const { package_sha256: sha256, package_version: version } = listing;
  // An approved download always has a package.
  if (listing.execution_type === "api" || !sha256 || !version)
    throw new AppError("not_downloadable", "This skill is executed through the API; there is nothing to download.");
  const found = await (asked === undefined ? requireInstallable(listing) : requireFetchable(caller, listing));
  const advisories = found.map(({ name }) => name);
  const file = { slug, version, sha256, size: Number(listing.package_size_bytes), advisories };
  const { range, empty } = wantedOf(file, request);
  if (empty) {
    // No bytes are sent, so nothing is reserved; the caller only needs access.
    await quoteOf(caller, listing, "download");
    return empty;
  }
  return inDownloadSlot(caller.accountId, () => deliver(caller, listing, file, { range, maxPrice: toMax(maxPrice) }));
}

async function deliver(
  caller: Caller,
  listing: ListingDetail,
  file: Package,
  { range, maxPrice }: { range: ByteRange | null; maxPrice: Micros | null },
): Promise<Response> {
  const startedAt = performance.now();
  const reservation = await holds.reserve(caller, listing, { kind: "download", maxPrice });
  let response: Response | null = null;
  try {
    response = await open(file, range);
    await holds.capture(caller, reservation, {
      usageId: newId(),
      durationMs: Math.round(performance.now() - startedAt),
      at: new Date(),
      claimed: null,
      stored: null,
    });
    return response;
  } catch (error) {
    // Opened but not paid: close it unread.
    await response?.body?.cancel();
    await holds.release(caller.accountId, reservation.holdId, {
      code: error instanceof AppError ? error.code : "internal",
      durationMs: Math.round(performance.now() - startedAt),
    });
    throw error;
  }
}

/** What a request asks for: a range, or null for the whole, and the answer when that is one without bytes. */
type Wanted = { range: ByteRange | null; empty: Response | null };

function wantedOf(file: Package, request: Request): Wanted {
  const headers = headersOf(file);
  const etag = headers.ETag;
  const empty = (status: number, answered: Record<string, string>): Wanted => ({
    range: null,
    empty: new Response(null, { status, headers: answered }),
  });
  if (isKnown(request, etag)) return empty(304, withoutLength(headers));
  if (request.method === "HEAD") return empty(200, headers);
  const isStale = request.headers.has("if-range") && request.headers.get("if-range") !== etag;
  const range = isStale ? null : parseRange(request.headers.get("range"), file.size);
  if (range === "unsatisfiable")
    return empty(416, { ...withoutLength(headers), "Content-Range": `bytes */${file.size}` });
  return { range, empty: null };
}

async function open(file: Package, range: ByteRange | null): Promise<Response> {
  const headers = headersOf(file);
  if (!range) return new Response(await store().open(file.sha256), { headers });
  const part = {
    ...headers,
    "Content-Range": `bytes ${range.start}-${range.end}/${file.size}`,
    "Content-Length": String(range.end - range.start + 1),
  };
  return new Response(await store().open(file.sha256, range), { status: 206, headers: part });
}

function headersOf({ slug, version, sha256, size, advisories }: Package) {
  return {
    "Content-Type": "application/zip",
    "Content-Length": String(size),
    "Content-Disposition": `attachment; filename="${flatSlug(slug)}-${version}.zip"`,
    ETag: `"${sha256}"`,
    "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    "Accept-Ranges": "bytes",
    // What was found of this version since; /advisories.json says what.
    ...(advisories.length > 0 && { "Skill-Advisories": advisories.join(", ") }),
    // Caches must revalidate, which is free: the content behind a slug changes with each version.
    "Cache-Control": "private, no-cache",
  };
}

function withoutLength(headers: Record<string, string>): Record<string, string> {
  const { "Content-Length": _, ...rest } = headers;
  return rest;
}

/** One range of a `Range` header; null when there is none that we serve, in which case the whole file is right (RFC 9110). */
function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = header === null ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
