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
import { gathered } from "@/lib/core/gather";
import { placed } from "@/lib/ledger/lanes";
import { type PurchaseRow, toPurchaseView } from "@/lib/purchases/rows";
import * as usable from "@/lib/purchases/usable/service";
import type { PurchaseView, SkillDetail } from "@/lib/skills/schemas";

/** Most details that one query reads, and most such queries at a time. */
const MAX_DETAILS_A_QUERY = 50;
const DETAIL_QUERIES_IN_FLIGHT = 2;

type Asked = {
  slug: string;
  accountId: string | null;
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
           p.auto_renew, p.refunded_micros, f.used
         FROM unnest((SELECT $1::text[]), (SELECT $2::uuid[]), (SELECT $3::bigint[]), (SELECT $4::uuid[]))
             WITH ORDINALITY AS asked (slug, account_id, kept, kept_id, place)
           CROSS JOIN catalog_changes c
           LEFT JOIN LATERAL (SELECT * FROM listing
             WHERE slug = asked.slug AND c.count IS DISTINCT FROM asked.kept OFFSET 0) AS l ON true
           JOIN LATERAL (SELECT CASE WHEN c.count = asked.kept THEN asked.kept_id
             ELSE coalesce(l.skill_id, (SELECT id FROM skill WHERE slug = asked.slug)) END AS id OFFSET 0) AS s ON s.id IS NOT NULL
           LEFT JOIN LATERAL (SELECT * FROM purchase WHERE buyer_id = asked.account_id AND skill_id = s.id AND status = 'active'
             AND (current_period_end > now() OR purchase_renewal_price(id) IS NOT NULL) OFFSET 0) AS p ON true
           LEFT JOIN LATERAL (SELECT used FROM free_call_use WHERE account_id = asked.account_id AND skill_id = s.id OFFSET 0) AS f ON true`,
        [
          asked.map(({ slug }) => slug),
          asked.map(({ accountId }) => accountId),
          asked.map(({ kept }) => kept?.changes ?? null),
          asked.map(({ kept }) => kept?.value.skill_id ?? null),
        ],
        asked[0]?.source,
      );
      return placed(asked.length, rows.map(toParts));
    },
    {
      identify: ({ slug, accountId, kept }) => `${slug} ${accountId} ${kept?.changes}`,
      most: MAX_DETAILS_A_QUERY,
      inFlight: DETAIL_QUERIES_IN_FLIGHT,
    },
  );

const detailsOf = { primary: gatherDetails(), replica: gatherDetails() };

/** What everybody sees of a skill, and what the caller, or a visitor without an account, may do with it. Throws not_found. */
export async function read(caller: Caller | null, slug: string) {
  const source = sourceFor(caller);
  const kept = catalog.keptListing(slug);
  const row = await detailsOf[source.name]({ slug, accountId: caller?.accountId ?? null, kept, source });
  if (!row) throw notFound();
  if (row.isKept && kept) return toDetail(caller, kept.value, row.access, true);
  const { listing } = row;
  if (!isThere(listing))
    return toDetail(caller, await usable.requireUnlisted(caller, slug), row.access, false);
  catalog.keepListing(listing, row.changes);
  return toDetail(caller, listing, row.access, true);
}

/** Without columns of a listing when the skill is not on the marketplace, and when its listing was read before. */
function isThere(
  listing: catalog.ListingDetail | Record<keyof catalog.ListingDetail, null>,
): listing is catalog.ListingDetail {
  return listing.skill_id !== null;
}

function toDetail(caller: Caller | null, listing: catalog.ListingDetail, access: AccessRow, listed: boolean) {
  const purchase = access.purchase_id
    ? toPurchaseView({
        ...access,
        id: access.purchase_id,
        price_micros: access.paid_micros,
        slug: listing.slug,
        name: listing.name,
      })
    : null;
  const freeCallsLeft =
    listing.pricing_type === "usage" ? Math.max(0, listing.free_calls - (access.used ?? 0)) : null;
  const reason = accessReason(caller, listing, purchase, freeCallsLeft);
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
      free_calls_left: freeCallsLeft,
    },
  };
}

/** What the caller has of a skill, beside its listing; all null without a running purchase. */
type AccessRow = Omit<PurchaseRow, "id" | "slug" | "name" | "price_micros"> & {
  purchase_id: string | null;
  paid_micros: string;
  used: number | null;
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
  used,
  place,
  ...listing
}: DetailRow) {
  const term = { interval, status, started_at, current_period_end, auto_renew };
  return {
    place,
    changes,
    isKept: is_kept === true,
    access: { purchase_id, paid_micros, ...term, refunded_micros, used },
    listing,
  };
}

type Detail = ReturnType<typeof toParts>;

type AccessReason = z.input<typeof SkillDetail>["access"]["reason"];

function accessReason(
  caller: Caller | null,
  listing: catalog.ListingDetail,
  purchase: PurchaseView | null,
  freeCallsLeft: number | null,
): AccessReason {
  if (listing.owner_id === caller?.accountId) return "owner";
  if (caller?.isAdmin) return "admin";
  if (purchase) return "purchase";
  if (freeCallsLeft === null) return "none";
  if (freeCallsLeft > 0) return "free_calls";
  return listing.price_per_call_micros === "0" ? "free" : "pay_per_call";
}
