/**
 * Requests for a refund: the developer answers first, and if the answer is no or does not come, an administrator decides.
 * Invariants: a charge is asked back once; a request changes only under its buyer's wallet, so that one decision wins. Decisions are in
 * refund-decisions.ts.
 */

import type { PoolClient } from "pg";
import { type RequestRow, requireRequest, toRequestView } from "@/lib/demand/purchases/refund-request-lists";
import type { RefundRequest, RefundRequestInput } from "@/lib/demand/purchases/refund-request-schemas";
import { requireKeyAllowsPurchase } from "@/lib/demand/purchases/service";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { lockWallet } from "@/lib/platform/core/locks";
import { formatCredits } from "@/lib/platform/core/money";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notify, notifyAdministrators } from "@/lib/platform/notifications/service";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";

const DAY_MS = 24 * 60 * 60 * 1000;
const DUE_BATCH = 100;

type Charge = {
  developer_id: string;
  term: number;
  refunded_at: Date | null;
  charged_at: Date | null;
};

/**
 * Asks for the newest charge of one of the caller's purchases back, and stops its renewal, so that no other charge
 * takes its place meanwhile.
 */
export async function create(
  caller: Caller,
  purchaseId: string,
  { reason }: RefundRequestInput,
  claimed: Claim | null,
): Promise<RefundRequest> {
  await requireKeyAllowsPurchase(caller, purchaseId);
  return transaction(async (db) => {
    await lockWallet(db, caller.accountId);
    const charge = await requireCharge(db, caller, purchaseId);
    const dueAt = new Date(Date.now() + env().REFUND_ANSWER_DAYS * DAY_MS);
    const { id } = await prisma(db).refundRequest.create({
      data: {
        id: newId(),
        purchaseId,
        term: charge.term,
        buyerId: caller.accountId,
        developerId: charge.developer_id,
        reason,
        answerDueAt: dueAt,
      },
    });
    await prisma(db).purchase.update({
      where: { id: purchaseId, buyerId: caller.accountId },
      data: { autoRenew: false },
    });
    const row = await requireRequest(db, id);
    await notify(db, charge.developer_id, id, {
      kind: "refund_requested",
      data: {
        skill: row.name,
        credits: creditsOf(row),
        reason,
        due: dueAt.toISOString().slice(0, "2026-11-29".length),
      },
    });
    const made = toRequestView(row);
    await keepAnswer(db, claimed, made);
    return made;
  });
}

/** The newest charge of a purchase, which may be asked back. */
async function requireCharge(db: PoolClient, { accountId }: Caller, purchaseId: string): Promise<Charge> {
  const [charge] = await query<Charge>(
    "refundRequests.charge",
    `SELECT p.developer_id, p.term, p.refunded_at, t.created_at AS charged_at
       FROM purchase p LEFT JOIN ledger_transaction t ON t.source_type = 'purchase'
         AND t.source_id = p.id || ':' || p.term
      WHERE p.id = $1 AND p.buyer_id = $2`,
    [purchaseId, accountId],
    db,
  );
  if (!charge) throw notFound();
  if (charge.refunded_at) throw new AppError("already_refunded", "This purchase has been refunded already.");
  if (!charge.charged_at) throw new AppError("nothing_to_refund", "Nothing was charged for this purchase.");
  requireWithin(charge.charged_at, "a charge");
  const before = await prisma(db).refundRequest.findUnique({
    where: { purchaseId_term: { purchaseId, term: charge.term }, buyerId: accountId },
    select: { state: true },
  });
  if (before)
    throw new AppError("already_requested", `You have asked for this refund already. Its state: ${before.state}.`, {
      details: { state: before.state },
    });
  return charge;
}

function requireWithin(since: Date, what: string): void {
  const days = env().REFUND_REQUEST_DAYS;
  if (Date.now() - since.getTime() < days * DAY_MS) return;
  throw new AppError(
    "refund_period_over",
    days === 0
      ? "This marketplace takes no refund requests. Write to its operator."
      : `Ask for a refund within ${days} days of ${what}. This one is older.`,
  );
}

/** Asks an administrator to decide a request that the developer has declined. */
export async function escalate(caller: Caller, purchaseId: string): Promise<RefundRequest> {
  await requireKeyAllowsPurchase(caller, purchaseId);
  return transaction(async (db) => {
    await lockWallet(db, caller.accountId);
    const newest = await prisma(db).refundRequest.findFirst({
      where: { purchaseId, buyerId: caller.accountId },
      orderBy: { term: "desc" },
    });
    if (!newest) throw notFound();
    if (newest.state === "open" || newest.state === "escalated")
      throw new AppError("already_requested", `You have asked for this refund already. Its state: ${newest.state}.`, {
        details: { state: newest.state },
      });
    if (newest.state !== "declined") throw decided(newest.state);
    requireWithin(newest.answeredAt ?? newest.createdAt, "the developer's answer");
    await handOver(db, newest);
    return toRequestView(await requireRequest(db, newest.id));
  });
}

/** Puts a request before the administrators. */
async function handOver(db: PoolClient, { id, buyerId }: { id: string; buyerId: string }): Promise<void> {
  await prisma(db).refundRequest.update({ where: { id, buyerId }, data: { state: "escalated" } });
  const row = await requireRequest(db, id);
  await notifyAdministrators(db, id, {
    kind: "refund_escalated",
    data: { skill: row.name, credits: creditsOf(row) },
  });
}

/** The error of a decision on a settled request. */
export function decided(state: string): AppError {
  const message = `This request has been answered already. Its state: ${state}.`;
  return new AppError("already_decided", message, { details: { state, decided_by: null } });
}

/** Puts requests that their developers have not answered in time before the administrators. Returns how many. */
export async function escalateDue(): Promise<number> {
  const due = await prisma().refundRequest.findMany({
    where: { state: "open", answerDueAt: { lte: new Date() } },
    orderBy: { answerDueAt: "asc" },
    take: DUE_BATCH,
    select: { id: true, buyerId: true },
  });
  const done = await forEachIsolated("escalate-refund-requests", due, ({ id }) => id, escalateOne);
  return done.filter(Boolean).length;
}

async function escalateOne({ id, buyerId }: { id: string; buyerId: string }): Promise<boolean> {
  return transaction(async (db) => {
    await lockWallet(db, buyerId);
    if ((await requireRequest(db, id)).state !== "open") return false;
    await handOver(db, { id, buyerId });
    return true;
  });
}

const creditsOf = ({ price_micros }: RequestRow) => formatCredits(BigInt(price_micros));
