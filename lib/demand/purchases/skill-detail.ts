/**
 * One skill as a caller sees it: its listing, and what they have of it.
 * Invariant: a cached listing is shown only while it has not changed up to the generation that the check of the key returned.
 */
import type { z } from "zod";
import * as usable from "@/lib/demand/purchases/access";
import { type PurchaseRow, toPurchaseView } from "@/lib/demand/purchases/rows";
import { batchLoader, byOrdinal } from "@/lib/platform/core/batch-loader";
import type { Caller } from "@/lib/platform/core/caller";
import { query, type Source, sourceFor } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { isPrivateSlug } from "@/lib/platform/core/limits";
import { toCredits } from "@/lib/platform/core/money";
import * as catalog from "@/lib/supply/catalog/service";
import { GENERATION, toSkillView } from "@/lib/supply/catalog/views";
import { DETAIL_FIELDS, pick } from "@/lib/supply/skills/content-fields";
import { toTools } from "@/lib/supply/skills/operations";
import type { SkillDetail } from "@/lib/supply/skills/schemas";

/** Most details that one query reads, and most such queries at a time. */
const MAX_DETAILS_A_QUERY = 50;
const DETAIL_QUERIES_IN_FLIGHT = 8;

type Asked = {
  slug: string;
  accountId: string | null;
  isAdmin: boolean;
  /** The skill's id when its listing is cached: then only what the account has of it is read. */
  cachedId: string | null;
  source: Source;
};

/**
 * What accounts have of skills, with the listings that are not cached, in one query, however many requests arrive at
 * once. `OFFSET 0` has each looked up by its index: joined in one,
 * a plan for few rows may read a whole table.
 */
const detailLoader = () =>
  batchLoader(
    async (asked: Asked[]): Promise<(Detail | undefined)[]> => {
      const rows = await query<DetailRow>(
        "purchases.detail",
        `SELECT asked.place::int, ${GENERATION} AS generation, ${catalog.DETAIL_COLUMNS},
           p.id AS purchase_id, p.price_micros AS paid_micros, p.interval, p.status, p.started_at, p.current_period_end,
           p.auto_renew, p.refunded_micros, p.term, p.plan, p.included_calls,
           p.beyond_micros, p.included_units, p.next_plan, p.replaces_id, q.included_left, q.units_left,
           CASE WHEN q.access = 'none' THEN trial_state(asked.account_id, s.id) END AS trial,
           q.access, q.most AS use_micros, q.free_calls_left
         FROM unnest((SELECT $1::text[]), (SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::boolean[]))
             WITH ORDINALITY AS asked (slug, account_id, cached_id, is_admin, place)
           LEFT JOIN LATERAL (SELECT * FROM listing WHERE slug = asked.slug
             AND asked.cached_id IS NULL OFFSET 0) AS l ON true
           JOIN LATERAL (SELECT coalesce(asked.cached_id, l.skill_id,
             (SELECT id FROM skill WHERE slug = asked.slug AND (visibility = 'public' OR owner_id = asked.account_id)))
             AS id OFFSET 0) AS s
             ON s.id IS NOT NULL
           CROSS JOIN LATERAL access_quote(asked.account_id, asked.is_admin, s.id, 'execute') AS q
           LEFT JOIN LATERAL (SELECT * FROM purchase WHERE id = q.purchase_id AND buyer_id = asked.account_id
             OFFSET 0) AS p ON true`,
        [
          asked.map(({ slug }) => slug),
          asked.map(({ accountId }) => accountId),
          asked.map(({ cachedId }) => cachedId),
          asked.map(({ isAdmin }) => isAdmin),
        ],
        asked[0]?.source,
      );
      return byOrdinal(asked.length, rows.map(toParts));
    },
    {
      identify: ({ slug, accountId, isAdmin, cachedId }) => `${slug} ${accountId} ${isAdmin} ${cachedId}`,
      most: MAX_DETAILS_A_QUERY,
      inFlight: DETAIL_QUERIES_IN_FLIGHT,
    },
  );

/** One for each source: a batch is read where its first one is. */
const detailsOf: Record<Source["name"], ReturnType<typeof detailLoader>> = {
  primary: detailLoader(),
  replica: detailLoader(),
  visitors: detailLoader(),
};

/** A skill with what the caller, or an anonymous visitor, may do with it. */
export async function read(caller: Caller | null, slug: string) {
  const source = sourceFor(caller);
  const cached = catalog.cachedListing(slug, caller);
  const row = await detailsOf[source.name]({
    slug,
    accountId: caller?.accountId ?? null,
    isAdmin: caller?.isAdmin ?? false,
    cachedId: cached?.skill_id ?? null,
    source,
  });
  if (!row) throw notFound();
  if (cached) return toDetail(cached, row.access, true);
  const { listing } = row;
  if (!isThere(listing)) return toDetail(await usable.requireUnlisted(caller, slug), row.access, false);
  catalog.cacheListing(listing, row.generation);
  return toDetail(listing, row.access, true);
}

/** The columns of a listing are null when the skill is not on the marketplace, and when its listing is cached. */
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
    visibility: isPrivateSlug(listing.slug) ? ("organization" as const) : ("public" as const),
    ...pick(listing, DETAIL_FIELDS),
    tools: toTools(listing),
    package: listing.package_sha256
      ? {
          version: listing.package_version ?? "",
          size: Number(listing.package_size_bytes),
          sha256: listing.package_sha256,
        }
      : null,
    access: {
      owned: reason === "owner" || reason === "purchase" || reason === "used_up",
      reason,
      purchase,
      trial: access.trial,
      free_calls_left: access.free_calls_left,
      included_calls_left: access.included_left,
      included_units_left: access.units_left
        ? Object.fromEntries(access.units_left.map(({ name, left }) => [name, left]))
        : null,
      max_cost: ["none", "not_allowed", "used_up"].includes(reason) ? null : toCredits(BigInt(access.use_micros ?? 0)),
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
  included_left: number | null;
  units_left: { name: string; left: number }[] | null;
  trial: z.input<typeof SkillDetail>["access"]["trial"];
};

type DetailRow = (catalog.ListingDetail | Record<keyof catalog.ListingDetail, null>) &
  AccessRow & { place: number; generation: string };

/** A row in its parts: what belongs to the account is never cached with the listing. */
function toParts({
  generation,
  purchase_id,
  paid_micros,
  interval,
  status,
  started_at,
  current_period_end,
  auto_renew,
  refunded_micros,
  term,
  plan,
  included_calls,
  beyond_micros,
  included_units,
  next_plan,
  replaces_id,
  included_left,
  units_left,
  trial,
  access,
  use_micros,
  free_calls_left,
  place,
  ...listing
}: DetailRow) {
  const terms = { interval, status, started_at, current_period_end, auto_renew };
  return {
    place,
    generation,
    access: {
      purchase_id,
      paid_micros,
      ...terms,
      refunded_micros,
      term,
      plan,
      included_calls,
      beyond_micros,
      included_units,
      next_plan,
      replaces_id,
      included_left,
      units_left,
      trial,
      access,
      use_micros,
      free_calls_left,
    },
    listing,
  };
}

type Detail = ReturnType<typeof toParts>;

type AccessReason = z.input<typeof SkillDetail>["access"]["reason"];
