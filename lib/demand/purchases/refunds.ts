/**
 * Refunds of purchases. Invariants: a purchase is refunded once, and ends with it; what the buyer gets back is what the
 * developer's earnings and the fee give up, to the micro-credit.
 */

import type { PoolClient } from "pg";
import { WAITING_STATES } from "@/lib/demand/purchases/refund-request-schemas";
import type { RefundInput } from "@/lib/demand/purchases/refund-schemas";
import * as documents from "@/lib/money/billing/documents";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { count } from "@/lib/platform/core/counts";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { formatCredits, type Micros, toCredits } from "@/lib/platform/core/money";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notify } from "@/lib/platform/notifications/service";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import * as review from "@/lib/supply/review/service";

/** Purchases per query that are refunded. */
const REFUND_BATCH = 200;

type RefundRow = {
  buyer_id: string;
  name: string;
  outcome: "refunded" | "already_refunded" | "nothing_to_refund" | "not_running";
  refunded: string;
  earnings_back: string;
  fee_back: string;
};
export type Refund = {
  id: string;
  kind: RefundInput["refund"];
  isRunningOnly: boolean;
  reason: string;
  claimed?: Claim | null;
};

async function perform(actorId: string | null, refund: Refund, marks: { own?: true } = {}): Promise<RefundRow> {
  const row = await transaction((db) => refundIn(db, actorId, refund, marks));
  if (row.outcome === "refunded") countRefund(row);
  return row;
}

/** Counts a refund once its transaction is committed. */
export function countRefund({ refunded }: Pick<RefundRow, "refunded">): void {
  count("refunds_total", {});
  count("refunded_credits_total", {}, toCredits(BigInt(refunded)));
}

/**
 * One refund with its audit line and the buyer's notification, inside the caller's transaction; it locks the buyer's
 * wallet. Every request for it is settled with it.
 */
export async function refundIn(
  db: PoolClient,
  actorId: string | null,
  refund: Refund,
  marks: { own?: true } = {},
): Promise<RefundRow> {
  const { id, kind, isRunningOnly, reason } = refund;
  const postingId = newId();
  const [row] = await query<RefundRow>(
    "refunds.refund",
    `SELECT f.outcome, f.refunded, f.earnings_back, f.fee_back, p.buyer_id, r.name
       FROM purchase_refund($1, $2, $3, $4, $5) AS f, purchase p JOIN skill s ON s.id = p.skill_id
         JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id) WHERE p.id = $1`,
    [id, postingId, kind === "full", isRunningOnly, reason],
    db,
  );
  if (!row) throw notFound();
  if (row.outcome === "refunded") {
    const credits = formatCredits(BigInt(row.refunded));
    await audit.write(
      db,
      actorId,
      "purchase.refund",
      { type: "purchase", id },
      { refund: kind, credits, reason, ...marks },
    );
    await notify(db, row.buyer_id, id, {
      kind: "purchase_refunded",
      data: { skill: row.name, credits, reason },
    });
    await prisma(db).refundRequest.updateMany({
      where: { purchaseId: id, buyerId: row.buyer_id, state: { in: [...WAITING_STATES] } },
      data: { state: "refunded", decidedAt: new Date() },
    });
    await keepAnswer(db, refund.claimed ?? null, toResult(id, row));
    if (BigInt(row.refunded) > 0n) {
      // It names the term. The purchase, as the statement above read it, may be of the term before a renewal beside this.
      const { sourceId } = await prisma(db).ledgerTransaction.findUniqueOrThrow({ where: { id: postingId } });
      await documents.issue(db, {
        kind: "credit_note",
        reason: "purchase_refund",
        accountId: row.buyer_id,
        purchaseId: id,
        source: { type: "refund", id: sourceId },
        net: BigInt(row.refunded),
        tax: 0n,
      });
    }
  }
  return row;
}

function toResult(id: string, row: RefundRow) {
  return {
    purchase_id: id,
    refunded: toCredits(BigInt(row.refunded)),
    from_developer: toCredits(BigInt(row.earnings_back)),
    from_fee: toCredits(BigInt(row.fee_back)),
  };
}

/** Gives a buyer credits back, and ends the purchase. */
export async function refund(caller: Caller, id: string, input: RefundInput, claimed: Claim | null) {
  const purchase = await prisma().purchase.findUnique({ where: { id }, select: { buyerId: true } });
  if (!purchase) throw notFound();
  const marks = review.marksOf(caller, purchase.buyerId);
  const { refund: kind, reason } = input;
  const row = await perform(caller.accountId, { id, kind, isRunningOnly: false, reason, claimed }, marks);
  if (row.outcome === "already_refunded")
    throw new AppError("already_refunded", "This purchase has been refunded already.");
  if (row.outcome !== "refunded")
    throw new AppError("nothing_to_refund", "Nothing of this purchase is left to refund.", {
      param: "refund",
    });
  return toResult(id, row);
}

/**
 * Ends every running purchase of a skill and refunds its unused rest, each in its own transaction. Call it after
 * the skill has left the marketplace, so that none is bought or renewed meanwhile. A run that was cut short goes on
 * when called again, and two concurrent calls refund nothing twice. Returns how many ended and the micro-credits refunded.
 */
export async function refundRunning(
  skillId: string,
  reason: string,
  actorId: string | null = null,
): Promise<{ purchases: number; refunded: Micros }> {
  const sum = { purchases: 0, refunded: 0n };
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const running = await prisma().purchase.findMany({
      where: { skillId, status: "active", currentPeriodEnd: { gt: new Date() }, id: { gt: after } },
      orderBy: { id: "asc" },
      take: REFUND_BATCH,
      select: { id: true },
    });
    const idOf = ({ id }: { id: string }) => id;
    const rows = await forEachIsolated("refund-suspended", running, idOf, ({ id }) =>
      perform(actorId, { id, kind: "unused", isRunningOnly: true, reason }),
    );
    for (const row of rows) {
      if (row.outcome !== "refunded") continue;
      sum.purchases += 1;
      sum.refunded += BigInt(row.refunded);
    }
    const last = running.at(-1);
    if (!last || running.length < REFUND_BATCH) return sum;
    after = last.id;
  }
}
