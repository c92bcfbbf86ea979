/**
 * One skill as a caller sees it: its listing, and what they have of it.
 * Invariant: what is shown is what the database would answer now, however often it was read before.
 */
import type { z } from "zod";
import * as catalog from "@/lib/catalog/service";
import { toSkillView } from "@/lib/catalog/views";
import type { Caller } from "@/lib/core/caller";
import { query, type Source, sourceFor } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { byOrdinal, gathered } from "@/lib/core/gather";
import { toCredits } from "@/lib/core/money";
import { type PurchaseRow, toPurchaseView } from "@/lib/purchases/rows";
import * as usable from "@/lib/purchases/usable/service";
import type { SkillDetail } from "@/lib/skills/schemas";

/** Most details that one query reads, and most such queries at a time. */
const MAX_DETAILS_A_QUERY = 50;
const DETAIL_QUERIES_IN_FLIGHT = 2;

type Asked = {
  slug: string;
  accountId: string | null;
  isAdmin: boolean;
  /** The listing as it was read before. */
  kept: ReturnType<typeof catalog.keptListing>;
  source: Source;
};

/**
 * What accounts have of skills, with the listings, in one query, however many requests arrive at once. A listing that is
 * kept is read again only when the catalogue has changed since. `OFFSET 0` has each looked up by its index: joined in one,
 * a plan for few rows may read a whole table.
 */
const gatherDetails = () =>
  gathered(
    async (asked: Asked[]): Promise<(Detail | undefined)[]> => {
      const rows = await query<DetailRow>(
        "purchases.detail",
        `SELECT asked.place::int, c.count AS changes, c.count = asked.kept AS is_kept, ${catalog.DETAIL_COLUMNS},
           p.id AS purchase_id, p.price_micros AS paid_micros, p.interval, p.status, p.started_at, p.current_period_end,
           p.auto_renew, p.refunded_micros, q.access, q.price AS use_micros, q.free_calls_left
         FROM unnest((SELECT $1::text[]), (SELECT $2::uuid[]), (SELECT $3::bigint[]), (SELECT $4::uuid[]), (SELECT $5::boolean[]))
             WITH ORDINALITY AS asked (slug, account_id, kept, kept_id, is_admin, place)
           CROSS JOIN catalog_changes c
           LEFT JOIN LATERAL (SELECT * FROM listing
             WHERE slug = asked.slug AND c.count IS DISTINCT FROM asked.kept OFFSET 0) AS l ON true
           JOIN LATERAL (SELECT CASE WHEN c.count = asked.kept THEN asked.kept_id
             ELSE coalesce(l.skill_id, (SELECT id FROM skill WHERE slug = asked.slug)) END AS id OFFSET 0) AS s ON s.id IS NOT NULL
           CROSS JOIN LATERAL access_quote(asked.account_id, asked.is_admin, s.id, 'execute') AS q
           LEFT JOIN LATERAL (SELECT * FROM purchase WHERE id = q.purchase_id OFFSET 0) AS p ON true`,
        [
          asked.map(({ slug }) => slug),
          asked.map(({ accountId }) => accountId),
          asked.map(({ kept }) => kept?.changes ?? null),
          asked.map(({ kept }) => kept?.value.skill_id ?? null),
          asked.map(({ isAdmin }) => isAdmin),
        ],
        asked[0]?.source,
      );
      return byOrdinal(asked.length, rows.map(toParts));
    },
    {
      identify: ({ slug, accountId, isAdmin, kept }) => `${slug} ${accountId} ${isAdmin} ${kept?.changes}`,
      most: MAX_DETAILS_A_QUERY,
      inFlight: DETAIL_QUERIES_IN_FLIGHT,
    },
  );

const detailsOf = { primary: gatherDetails(), replica: gatherDetails() };

/** What everybody sees of a skill, and what the caller, or a visitor without an account, may do with it. Throws not_found. */
export async function read(caller: Caller | null, slug: string) {
  const source = sourceFor(caller);
  const kept = catalog.keptListing(slug);
  const row = await detailsOf[source.name]({
    slug,
    accountId: caller?.accountId ?? null,
    isAdmin: caller?.isAdmin ?? false,
    kept,
    source,
  });
  if (!row) throw notFound();
  if (row.isKept && kept) return toDetail(kept.value, row.access, true);
  const { listing } = row;
  if (!isThere(listing)) return toDetail(await usable.requireUnlisted(caller, slug), row.access, false);
  catalog.keepListing(listing, row.changes);
  return toDetail(listing, row.access, true);
}

/** Without columns of a listing when the skill is not on the marketplace, and when its listing was read before. */
function isThere(
  listing: catalog.ListingDetail | Record<keyof catalog.ListingDetail, null>,
): listing is catalog.ListingDetail {
  return listing.skill_id !== null;
}

function toDetail(listing: catalog.ListingDetail, access: AccessRow, listed: boolean) {
  const purchase = access.purchase_id
    ? toPurchaseView({
        ...access,
        id: access.purchase_id,
        price_micros: access.paid_micros,
        slug: listing.slug,
        name: listing.name,
      })
    : null;
  const reason = access.access ?? "none";
  return {
    ...toSkillView(listing),
    listed,
    api_schema: listing.api_schema,
    readme: listing.readme,
    package: listing.package_sha256
      ? {
          version: listing.package_version ?? "",
          size: Number(listing.package_size_bytes),
          sha256: listing.package_sha256,
        }
      : null,
    access: {
      owned: reason === "owner" || reason === "purchase",
      reason,
      purchase,
      free_calls_left: access.free_calls_left,
      max_cost: reason === "none" ? null : toCredits(BigInt(access.use_micros ?? 0)),
    },
  };
}

/** What `access_quote` says of the caller and a skill, and their purchase, null in all when none runs or would be renewed. */
type AccessRow = Omit<PurchaseRow, "id" | "slug" | "name" | "price_micros"> & {
  purchase_id: string | null;
  paid_micros: string;
  access: AccessReason | null;
  use_micros: string | null;
  free_calls_left: number | null;
};

type DetailRow = (catalog.ListingDetail | Record<keyof catalog.ListingDetail, null>) &
  AccessRow & { place: number; changes: string; is_kept: boolean | null };

/** A row in its parts: what belongs to the account is never kept with the listing. */
function toParts({
  changes,
  is_kept,
  purchase_id,
  paid_micros,
  interval,
  status,
  started_at,
  current_period_end,
  auto_renew,
  refunded_micros,
  access,
  use_micros,
  free_calls_left,
  place,
  ...listing
}: DetailRow) {
  const term = { interval, status, started_at, current_period_end, auto_renew };
  return {
    place,
    changes,
    isKept: is_kept === true,
    access: { purchase_id, paid_micros, ...term, refunded_micros, access, use_micros, free_calls_left },
    listing,
  };
}

type Detail = ReturnType<typeof toParts>;

type AccessReason = z.input<typeof SkillDetail>["access"]["reason"];
