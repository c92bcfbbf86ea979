/**
 * Subscriptions: list them, stop or resume their renewal; and one skill with what a caller has of it.
 * Invariants: one running purchase a buyer and skill; a running term keeps its price.
 */
import type { z } from "zod";
import * as catalog from "@/lib/catalog/service";
import { toSkillView } from "@/lib/catalog/views";
import type { Caller } from "@/lib/core/caller";
import { query, type Source, sourceFor } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { gathered } from "@/lib/core/gather";
import { MAX_TOTAL, type PageRequest, toPage } from "@/lib/core/page";
import { requireKeyAllows } from "@/lib/keys/guardrails";
import { type PurchaseRow, toPurchaseView } from "@/lib/purchases/rows";
import * as usable from "@/lib/purchases/usable/service";
import type { PurchaseView, SkillDetail } from "@/lib/skills/schemas";

/** Most details that one query reads, and most such queries at a time. */
const MAX_DETAILS_A_QUERY = 50;
const DETAIL_QUERIES_IN_FLIGHT = 2;

/** Reads the purchases of a table expression, whose last name and condition are still to come; only they are joined. */
const selectPurchases = (
  from: string,
  on = "",
) => `SELECT p.id, s.slug, r.name, p.price_micros, p.interval, p.status, p.started_at,
    p.current_period_end, p.auto_renew, p.refunded_micros
  FROM ${from} AS p ${on} JOIN skill s ON s.id = p.skill_id
    JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)`;

/** The caller's purchases, newest first. */
export async function list(caller: Caller, { limit, offset }: PageRequest) {
  const source = sourceFor(caller);
  const [rows, [counted]] = await Promise.all([
    query<PurchaseRow>(
      "purchases.list",
      `${selectPurchases(
        `(SELECT id FROM purchase WHERE buyer_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2 OFFSET $3) AS page
         JOIN LATERAL (SELECT * FROM purchase p WHERE p.id = page.id OFFSET 0)`,
        "ON true",
      )}
       ORDER BY p.started_at DESC, p.id DESC`,
      [caller.accountId, limit, offset],
      source,
    ),
    query<{ count: number }>(
      "purchases.count",
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM purchase WHERE buyer_id = $1 LIMIT ${MAX_TOTAL + 1}) AS counted`,
      [caller.accountId],
      source,
    ),
  ]);
  return toPage(rows.map(toPurchaseView), counted?.count ?? 0, { limit, offset });
}

/**
 * Cancels or resumes the renewal of a running purchase. Whoever resumes it pays: a limited key from its limit, anybody else
 * from the account. Throws not_found for another's and for one that has ended, and key_scope.
 */
export async function setAutoRenew(
  { accountId, key }: Caller,
  id: string,
  autoRenew: boolean,
): Promise<PurchaseView> {
  await requireKeyAllowsPurchase({ accountId, key }, id);
  const changed = await query(
    "purchases.renewal",
    `UPDATE purchase p SET auto_renew = $3, key_id = CASE WHEN $3 AND (NOT p.auto_renew
         OR NOT EXISTS (SELECT 1 FROM api_key k WHERE k.id = $4 AND k.credit_limit_micros IS NOT NULL)) THEN $4 ELSE p.key_id END
      WHERE p.id = $1 AND p.buyer_id = $2 AND p.status = 'active' AND (p.auto_renew OR p.current_period_end > now()) RETURNING p.id`,
    [id, accountId, autoRenew, key?.id ?? null],
  );
  const [row] =
    changed.length > 0
      ? await query<PurchaseRow>("purchases.get", `${selectPurchases("purchase")} WHERE p.id = $1`, [id])
      : [];
  if (!row) throw notFound();
  return toPurchaseView(row);
}

/** Throws key_scope when the purchase is of a skill that the caller's key is not for. */
async function requireKeyAllowsPurchase(
  caller: Pick<Caller, "accountId" | "key">,
  id: string,
): Promise<void> {
  if (!caller.key || caller.key.skills.length === 0) return;
  const [row] = await query<{ slug: string }>(
    "purchases.slug",
    "SELECT s.slug FROM purchase p JOIN skill s ON s.id = p.skill_id WHERE p.id = $1 AND p.buyer_id = $2",
    [id, caller.accountId],
  );
  if (row) requireKeyAllows(caller, row.slug);
}

const OF_CALLER = `p.id AS purchase_id, p.price_micros AS paid_micros, p.interval, p.status, p.started_at,
  p.current_period_end, p.auto_renew, p.refunded_micros, f.used`;
const joinCaller = (account: string) =>
  `LEFT JOIN purchase p ON p.buyer_id = ${account} AND p.skill_id = l.skill_id AND p.status = 'active'
     AND (p.current_period_end > now() OR purchase_renewal_price(p.id) IS NOT NULL)
   LEFT JOIN free_call_use f ON f.account_id = ${account} AND f.skill_id = l.skill_id`;

type Asked = { slug: string; accountId: string | null; source: Source };

/** Listings with what accounts have of them, in one query, however many requests arrive at once. */
const gatherDetails = () =>
  gathered(
    async (asked: Asked[]): Promise<(DetailRow | undefined)[]> => {
      const rows = await query<DetailRow>(
        "purchases.detail",
        `SELECT asked.place::int, ${catalog.DETAIL_COLUMNS}, ${OF_CALLER}
       FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS asked (slug, account_id, place) JOIN listing l ON l.slug = asked.slug
         ${joinCaller("asked.account_id")}`,
        [asked.map(({ slug }) => slug), asked.map(({ accountId }) => accountId)],
        asked[0]?.source,
      );
      const found: (DetailRow | undefined)[] = asked.map(() => undefined);
      for (const row of rows) found[row.place - 1] = row;
      return found;
    },
    {
      identify: ({ slug, accountId }) => `${slug} ${accountId}`,
      most: MAX_DETAILS_A_QUERY,
      inFlight: DETAIL_QUERIES_IN_FLIGHT,
    },
  );

const detailsOf = { primary: gatherDetails(), replica: gatherDetails() };

/** What everybody sees of a skill, and what the caller, or a visitor without an account, may do with it. Throws not_found. */
export async function detail(caller: Caller | null, slug: string) {
  const source = sourceFor(caller);
  const row = await detailsOf[source.name]({ slug, accountId: caller?.accountId ?? null, source });
  if (row) return toDetail(caller, row, row, true);
  const listing = await usable.requireUnlisted(caller, slug);
  const [access] = await query<AccessRow>(
    "purchases.access",
    `SELECT ${OF_CALLER} FROM (SELECT $1::uuid AS skill_id, $2::uuid AS account_id) AS l
       ${joinCaller("l.account_id")}`,
    [listing.skill_id, caller?.accountId ?? null],
  );
  if (!access) throw notFound();
  return toDetail(caller, listing, access, false);
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

type DetailRow = catalog.ListingDetail & AccessRow & { place: number };

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
