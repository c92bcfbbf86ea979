/**
 * Subscriptions: buy, renew, cancel, list, and whether one is running.
 * Invariants: one running purchase a buyer and skill; a term is charged once; a running term keeps its price.
 */
import type { z } from "zod";
import * as catalog from "@/lib/catalog/service";
import { toSkillView } from "@/lib/catalog/views";
import type { Caller } from "@/lib/core/caller";
import { noting, query, type Source, sourceFor, violates } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError, notFound } from "@/lib/core/errors";
import { gathered } from "@/lib/core/gather";
import { newId } from "@/lib/core/ids";
import { formatCredits, priceToMicros, toCredits } from "@/lib/core/money";
import { MAX_TOTAL, type PageRequest, toPage } from "@/lib/core/page";
import { requireKeyAllows } from "@/lib/keys/guardrails";
import { insufficientCredits, keyLimitReached } from "@/lib/ledger/refusals";
import * as ledger from "@/lib/ledger/service";
import type { PurchaseInput } from "@/lib/purchases/schemas";
import * as usable from "@/lib/purchases/usable/service";
import type { Interval, PurchaseView, SkillDetail } from "@/lib/skills/schemas";

/** Most details that one query reads, and most such queries at a time. */
const MAX_DETAILS_A_QUERY = 50;
const DETAIL_QUERIES_IN_FLIGHT = 2;

type PurchaseRow = {
  id: string;
  slug: string;
  name: string;
  price_micros: string;
  interval: Interval;
  status: PurchaseView["status"];
  started_at: Date;
  current_period_end: Date;
  auto_renew: boolean;
  refunded_micros: string;
};

/** A period that is over is told as ended even before the renewal job has come by. */
function toPurchaseView(row: PurchaseRow): PurchaseView {
  const isOver = row.status === "active" && !row.auto_renew && row.current_period_end.getTime() <= Date.now();
  return {
    id: row.id,
    skill: { slug: row.slug, name: row.name },
    price: toCredits(BigInt(row.price_micros)),
    interval: row.interval,
    status: isOver ? "cancelled" : row.status,
    started_at: row.started_at,
    current_period_end: row.current_period_end,
    auto_renew: row.auto_renew,
    refunded: toCredits(BigInt(row.refunded_micros)),
  };
}

type BuyRow = Omit<PurchaseRow, "slug"> & {
  outcome: string;
  price: string | null;
  posted: string;
  held: string;
  limit_micros: string | null;
  spent_micros: string | null;
};

/**
 * Buys a subscription with credits. An already running purchase is answered as it is, and nothing is charged.
 * Throws not_found, own_skill, not_purchasable, price_changed, insufficient_credits, key_limit_reached and key_scope.
 */
export async function buy(caller: Caller, slug: string, input: PurchaseInput) {
  requireKeyAllows(caller, slug);
  const maxPrice = input.max_price === undefined ? null : priceToMicros(input.max_price);
  const [row] = await query<BuyRow>(
    "purchases.buy",
    `SELECT b.outcome, b.price, b.name, b.posted, b.held, b.limit_micros, b.spent_micros, (b.bought).id, (b.bought).price_micros,
       (b.bought).interval, (b.bought).status, (b.bought).started_at, (b.bought).current_period_end, (b.bought).auto_renew, (b.bought).refunded_micros
       ${noting("$3")}
     FROM purchase_buy($1, $2, $3, $4, $5, $6, $7, $8) AS b`,
    [
      newId(),
      newId(),
      caller.accountId,
      slug,
      caller.key?.id ?? null,
      maxPrice,
      input.auto_renew,
      env().feeBps,
    ],
  ).catch((cause: unknown) => {
    // Its developer has just closed the account: the skill was there when the purchase began.
    throw violates(cause, "purchase_of_listed_skill") ? notFound() : cause;
  });
  if (!row) throw new Error("purchase_buy returned nothing");
  if (row.outcome !== "bought" && row.outcome !== "already_owned") throw refusal(caller, row, slug);
  return {
    purchase: toPurchaseView({ ...row, slug }),
    balance: ledger.toBalance(BigInt(row.posted), BigInt(row.held)),
    ...(row.outcome === "already_owned" && { already_owned: true as const }),
  };
}

function refusal(caller: Caller, row: BuyRow, slug: string): AppError {
  const price = BigInt(row.price ?? 0);
  switch (row.outcome) {
    case "not_found":
      return notFound();
    case "own_skill":
      return new AppError("own_skill", "This is your own skill: you may use it without buying it.");
    case "not_purchasable":
      return new AppError(
        "not_purchasable",
        "This skill is paid per call: execute it, there is nothing to buy.",
        {
          details: { execute_url: `${env().PUBLIC_URL}/v1/skills/${slug}/execute` },
        },
      );
    case "price_changed":
      return new AppError(
        "price_changed",
        `The price is ${formatCredits(price)} credits, above your max_price.`,
        {
          param: "max_price",
          details: { price: toCredits(price) },
        },
      );
    case "key_limit_reached":
      return keyLimitReached(
        caller.key?.id ?? "",
        price,
        BigInt(row.limit_micros ?? 0),
        BigInt(row.spent_micros ?? 0),
      );
    default:
      return insufficientCredits(price, BigInt(row.posted) - BigInt(row.held));
  }
}

/** Reads the purchases of a table expression; only they are joined, however far down their page is. */
const selectPurchases = (
  from: string,
) => `SELECT p.id, s.slug, r.name, p.price_micros, p.interval, p.status, p.started_at,
    p.current_period_end, p.auto_renew, p.refunded_micros
  FROM ${from} AS p JOIN skill s ON s.id = p.skill_id
    JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)`;

/** The caller's purchases, newest first. */
export async function list(caller: Caller, { limit, offset }: PageRequest) {
  const source = sourceFor(caller);
  const [rows, [counted]] = await Promise.all([
    query<PurchaseRow>(
      "purchases.list",
      `${selectPurchases("(SELECT * FROM purchase WHERE buyer_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2 OFFSET $3)")}
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

/** Cancels or resumes the renewal of a running purchase. Throws not_found for another's and for one that has ended. */
export async function setAutoRenew(
  { accountId }: Caller,
  id: string,
  autoRenew: boolean,
): Promise<PurchaseView> {
  const changed = await query(
    "purchases.renewal",
    `UPDATE purchase SET auto_renew = $3 WHERE id = $1 AND buyer_id = $2 AND status = 'active'
       AND (auto_renew OR current_period_end > now()) RETURNING id`,
    [id, accountId, autoRenew],
  );
  const [row] =
    changed.length > 0
      ? await query<PurchaseRow>("purchases.get", `${selectPurchases("purchase")} WHERE p.id = $1`, [id])
      : [];
  if (!row) throw notFound();
  return toPurchaseView(row);
}

const OF_CALLER = `p.id AS purchase_id, p.price_micros AS paid_micros, p.interval, p.status, p.started_at,
  p.current_period_end, p.auto_renew, p.refunded_micros, f.used`;
const joinCaller = (account: string) =>
  `LEFT JOIN purchase p ON p.buyer_id = ${account} AND p.skill_id = l.skill_id AND p.status = 'active' AND p.current_period_end > now()
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
