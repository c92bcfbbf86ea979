/** Purchases as administrators see them, with a preview of each refund. */
import type { AdminPurchase, AdminPurchaseQuery, RefundPreview } from "@/lib/demand/purchases/admin-schemas";
import { escapeLike, query, transaction } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { isUuid, newId } from "@/lib/platform/core/ids";
import { toCredits } from "@/lib/platform/core/money";
import { readPage } from "@/lib/platform/core/page-query";
import type { Interval } from "@/lib/supply/skills/schemas";

type AdminPurchaseRow = {
  id: string;
  buyer_id: string;
  buyer_name: string;
  buyer_email: string;
  developer_id: string;
  developer_name: string;
  developer_email: string;
  skill_id: string;
  slug: string;
  name: string;
  price_micros: string;
  interval: Interval;
  status: "active" | "cancelled" | "expired";
  term: number;
  auto_renew: boolean;
  started_at: Date;
  current_period_end: Date;
  refunded_micros: string;
  refunded_at: Date | null;
  refund_reason: string | null;
};

const TABLES = `purchase p JOIN account b ON b.id = p.buyer_id JOIN account d ON d.id = p.developer_id
    JOIN skill s ON s.id = p.skill_id
    JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)`;
const COLUMNS = `p.id, b.id AS buyer_id, b.name AS buyer_name, b.email AS buyer_email, d.id AS developer_id,
    d.name AS developer_name, d.email AS developer_email, s.id AS skill_id, s.slug, r.name, p.price_micros,
    p.interval, p.status,
    p.term, p.auto_renew, p.started_at, p.current_period_end, p.refunded_micros, p.refunded_at, p.refund_reason`;

function toAdminPurchase(row: AdminPurchaseRow): AdminPurchase {
  return {
    id: row.id,
    buyer: { id: row.buyer_id, name: row.buyer_name, email: row.buyer_email },
    developer: { id: row.developer_id, name: row.developer_name, email: row.developer_email },
    skill: { id: row.skill_id, slug: row.slug, name: row.name },
    price: toCredits(BigInt(row.price_micros)),
    interval: row.interval,
    status: row.status,
    term: row.term,
    auto_renew: row.auto_renew,
    started_at: row.started_at,
    current_period_end: row.current_period_end,
    refund: row.refunded_at && {
      credits: toCredits(BigInt(row.refunded_micros)),
      reason: row.refund_reason ?? "",
      refunded_at: row.refunded_at,
    },
  };
}

/** All purchases, newest first. A search finds a buyer, a skill, or an id of either or of the purchase. */
export function list({ search, status, refunded, limit, offset }: AdminPurchaseQuery) {
  const isId = search !== undefined && isUuid(search);
  const pattern = search === undefined || isId ? null : `%${escapeLike(search)}%`;
  const where = `WHERE ($1::uuid IS NULL OR $1 IN (p.id, p.buyer_id, p.skill_id, p.developer_id))
    AND ($2::text IS NULL OR b.email ILIKE $2 OR b.name ILIKE $2 OR s.slug ILIKE $2)
    AND ($3::text IS NULL OR p.status = $3) AND ($4::boolean IS NULL OR (p.refunded_at IS NOT NULL) = $4)`;
  const isRefunded = refunded === undefined ? null : refunded === "true";
  const statement = {
    name: "administration.purchases",
    text: `SELECT ${COLUMNS} FROM ${TABLES} ${where} ORDER BY p.started_at DESC, p.id DESC LIMIT $5 OFFSET $6`,
    matches: `${TABLES} ${where}`,
    values: [isId ? search : null, pattern, status ?? null, isRefunded],
  };
  return readPage(statement, { limit, offset }, toAdminPurchase);
}

/** One purchase with what each kind of refund would move now. Throws not_found. */
export async function get(id: string) {
  const [row] = await query<AdminPurchaseRow>(
    "administration.purchase",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE p.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  const [full, unused] = [await preview(id, true), await preview(id, false)];
  return { ...toAdminPurchase(row), preview: { full, unused } };
}

class Undone extends Error {}

/** Refunds in a transaction that is rolled back: the amounts are exactly those of the refund. */
async function preview(id: string, isFull: boolean): Promise<RefundPreview | null> {
  let found: RefundPreview | null = null;
  const attempt = transaction(async (db) => {
    const [row] = await query<{ outcome: string; refunded: string; earnings_back: string; fee_back: string }>(
      "administration.purchase.preview",
      "SELECT outcome, refunded, earnings_back, fee_back FROM purchase_refund($1, $2, $3, false, 'preview')",
      [id, newId(), isFull],
      db,
    );
    if (row?.outcome === "refunded")
      found = {
        refunded: toCredits(BigInt(row.refunded)),
        from_developer: toCredits(BigInt(row.earnings_back)),
        from_fee: toCredits(BigInt(row.fee_back)),
      };
    throw new Undone();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found;
}
