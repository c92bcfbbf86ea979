/**
 * Subscriptions: list them, stop or resume their renewal. Invariant: the key or account that resumes a renewal pays for it.
 */

import { type NextPlan, toPurchaseView } from "@/lib/demand/purchases/rows";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { confirmationRequired } from "@/lib/money/ledger/refusals";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Prisma, Purchase } from "@/lib/platform/core/generated/client";
import { isUuid } from "@/lib/platform/core/ids";
import { type CursorRequest, MAX_TOTAL, toPage, toPageAfter, unknownCursor } from "@/lib/platform/core/page";
import { namesOf } from "@/lib/supply/skills/names";
import type { PlanUnitTerms } from "@/lib/supply/skills/plans";
import type { PurchaseView } from "@/lib/supply/skills/purchase-schemas";
import type { Interval } from "@/lib/supply/skills/schemas";

const NEWEST_FIRST = [
  { startedAt: "desc" },
  { id: "desc" },
] as const satisfies Prisma.PurchaseOrderByWithRelationInput[];

/** The caller's purchases, newest first. Throws invalid_request when `starting_after` is none of them. */
export async function list({ accountId }: Caller, { limit, offset, starting_after }: CursorRequest) {
  const where = { buyerId: accountId };
  const last = starting_after ? await findOwn(accountId, starting_after) : null;
  if (starting_after && !last) throw unknownCursor();
  const after = last && {
    OR: [{ startedAt: { lt: last.startedAt } }, { startedAt: last.startedAt, id: { lt: last.id } }],
  };
  const [rows, count] = await Promise.all([
    prisma().purchase.findMany({
      where: { ...where, ...after },
      orderBy: [...NEWEST_FIRST],
      take: after ? limit + 1 : limit,
      skip: offset,
    }),
    prisma().purchase.count({ where, orderBy: [...NEWEST_FIRST], take: MAX_TOTAL + 1 }),
  ]);
  const wrap = after ? toPageAfter : toPage;
  return wrap(await toViews(rows), count, { limit, offset });
}

/** One of the caller's purchases. Throws not_found for another's. */
export async function get({ accountId }: Pick<Caller, "accountId">, id: string): Promise<PurchaseView> {
  const row = await findOwn(accountId, id);
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function findOwn(buyerId: string, id: string): Promise<Purchase | null> {
  return isUuid(id) ? prisma().purchase.findUnique({ where: { id, buyerId } }) : null;
}

async function toViews(rows: Purchase[]): Promise<PurchaseView[]> {
  const skills = await namesOf(rows.map(({ skillId }) => skillId));
  return rows.map((row) =>
    toPurchaseView({
      id: row.id,
      ...(skills.get(row.skillId) ?? { slug: "", name: "" }),
      price_micros: String(row.priceMicros),
      interval: row.interval as Interval,
      status: row.status as PurchaseView["status"],
      started_at: row.startedAt,
      current_period_end: row.currentPeriodEnd,
      auto_renew: row.autoRenew,
      refunded_micros: String(row.refundedMicros),
      term: row.term,
      plan: row.plan,
      included_calls: row.includedCalls,
      beyond_micros: row.beyondMicros === null ? null : String(row.beyondMicros),
      included_units: row.includedUnits as PlanUnitTerms[],
      next_plan: row.nextPlan as NextPlan | null,
      replaces_id: row.replacesId,
    }),
  );
}

/**
 * Cancels or resumes the renewal of a running purchase. What resumes it pays: a limited key from its limit, anything else
 * from the account. Throws not_found for another's and for one that has ended, key_scope, and confirmation_required when a
 * key or connected program resumes one that costs more than it may charge without an approval.
 */
export async function setAutoRenew(caller: Caller, id: string, autoRenew: boolean): Promise<PurchaseView> {
  const { accountId, personId, key } = caller;
  await requireKeyAllowsPurchase({ accountId, key }, id);
  if (autoRenew) await requireMayResume({ accountId, key }, id);
  const changed = await query(
    "purchases.renewal",
    `UPDATE purchase p SET auto_renew = $3, key_id = CASE WHEN $3 AND (NOT p.auto_renew
         OR NOT EXISTS (SELECT 1 FROM budget b WHERE b.kind = 'key' AND b.subject_id = $4)) THEN $4
           ELSE p.key_id END,
         person_id = CASE WHEN $3 AND NOT p.auto_renew THEN $5 ELSE p.person_id END
      WHERE p.id = $1 AND p.buyer_id = $2 AND p.status = 'active'
        AND (p.auto_renew OR p.current_period_end > now()) RETURNING p.id`,
    [id, accountId, autoRenew, key?.id ?? null, personId],
  );
  if (changed.length === 0) throw notFound();
  return get({ accountId }, id);
}

/** A key that resumes a renewal charges its price again and again: as much as it might by buying it. */
async function requireMayResume({ accountId, key }: Pick<Caller, "accountId" | "key">, id: string) {
  if (!key) return;
  const [row] = await query<{ most: string | null }>(
    "purchases.askAbove",
    `SELECT least(w.ask_above_micros, k.ask_above_micros, m.ask_above_micros) AS most
       FROM api_key k JOIN wallet w ON w.account_id = k.account_id
         LEFT JOIN membership m ON m.organization_id = k.account_id AND m.person_id = k.person_id
      WHERE k.id = $1 AND k.account_id = $2`,
    [key.id, accountId],
  );
  if (!row || row.most === null) return;
  const most = BigInt(row.most);
  const purchase = await findOwn(accountId, id);
  if (!purchase || purchase.autoRenew) return;
  const next = purchase.nextPlan as NextPlan | null;
  const price = next ? BigInt(next.price) : purchase.priceMicros;
  if (price > most) throw confirmationRequired(price, most);
}

/** Throws key_scope when the purchase is of a skill that the caller's key is not for. */
export async function requireKeyAllowsPurchase(caller: Pick<Caller, "accountId" | "key">, id: string): Promise<void> {
  if (!caller.key || caller.key.skills.length === 0) return;
  const purchase = await prisma().purchase.findUnique({ where: { id, buyerId: caller.accountId } });
  const skill = purchase && (await prisma().skill.findUnique({ where: { id: purchase.skillId } }));
  if (skill) requireKeyAllows(caller, skill.slug);
}
