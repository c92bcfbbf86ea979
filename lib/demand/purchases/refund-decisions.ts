/**
 * Decisions on requests for a refund: the developer's answer, then an administrator's word. Invariant: a request is decided once,
 * in one transaction with the refund.
 */

import type { PoolClient } from "pg";
import {
  type RequestRow,
  requireAdminView,
  requireRequest,
  toRequestView,
} from "@/lib/demand/purchases/refund-request-lists";
import type {
  AdminRefundRequest,
  RefundAnswer,
  RefundDecision,
  RefundRequest,
} from "@/lib/demand/purchases/refund-request-schemas";
import { decided } from "@/lib/demand/purchases/refund-requests";
import * as refunds from "@/lib/demand/purchases/refunds";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { lockWallet } from "@/lib/platform/core/locks";
import { formatCredits } from "@/lib/platform/core/money";
import { notify } from "@/lib/platform/notifications/service";
import * as review from "@/lib/supply/review/service";

/** The developer's answer to a request for one of the caller's skills. */
export async function answer(caller: Caller, id: string, { decision, reason }: RefundAnswer): Promise<RefundRequest> {
  await settle(id, { state: "open", developerId: caller.accountId }, async (db, row) => {
    const answered = { answer: reason, answeredAt: new Date() };
    if (decision === "accept")
      return refund(db, row, { actorId: caller.accountId, kind: "full", reason, data: answered });
    await prisma(db).refundRequest.update({
      where: { id, buyerId: row.buyer_id },
      data: { state: "declined", ...answered },
    });
    await notify(db, row.buyer_id, id, { kind: "refund_declined", data: { skill: row.name, reason } });
    return null;
  });
  return toRequestView(await requireRequest(undefined, id));
}

/** An administrator's decision on a request that was escalated. */
export async function decide(
  caller: Caller,
  id: string,
  { decision, note }: RefundDecision,
): Promise<AdminRefundRequest> {
  await settle(id, { state: "escalated" }, async (db, row) => {
    const marks = review.marksOf(caller, row.buyer_id);
    const data = { note, decidedBy: caller.accountId };
    if (decision !== "reject") {
      const kind = decision === "refund" ? "full" : "unused";
      const given = await refund(db, row, { actorId: caller.accountId, kind, reason: note, data, marks });
      const credits = formatCredits(BigInt(given.refunded));
      await notify(db, row.developer_id, id, {
        kind: "refund_taken",
        data: { skill: row.name, credits, reason: note },
      });
      return given;
    }
    await prisma(db).refundRequest.update({
      where: { id, buyerId: row.buyer_id },
      data: { state: "rejected", decidedAt: new Date(), ...data },
    });
    await notify(db, row.buyer_id, id, { kind: "refund_rejected", data: { skill: row.name, reason: note } });
    const about = { type: "purchase", id: row.purchase_id };
    await audit.write(db, caller.accountId, "refund_request.reject", about, {
      slug: row.slug,
      note,
      ...marks,
    });
    return null;
  });
  return requireAdminView(id);
}

type Given = { refunded: string } | null;
type Needed = { state: "open" | "escalated"; developerId?: string };

/** Runs one decision on a request under its buyer's wallet, and only while it is open. */
async function settle(
  id: string,
  needed: Needed,
  work: (db: PoolClient, row: RequestRow) => Promise<Given>,
): Promise<void> {
  const given = await transaction(async (db) => {
    const { buyer_id, developer_id } = await requireRequest(db, id);
    if (needed.developerId && developer_id !== needed.developerId) throw notFound();
    await lockWallet(db, buyer_id);
    const row = await requireRequest(db, id);
    if (row.state !== needed.state) throw decided(row.state);
    return work(db, row);
  });
  if (given) refunds.countRefund(given);
}

type Refunding = {
  actorId: string;
  kind: "full" | "unused";
  reason: string;
  data: { answer?: string; answeredAt?: Date; note?: string; decidedBy?: string };
  marks?: { own?: true };
};

/** Refunds the purchase of a request, which settles it. */
async function refund(db: PoolClient, row: RequestRow, { actorId, kind, reason, data, marks }: Refunding) {
  await prisma(db).refundRequest.update({ where: { id: row.id, buyerId: row.buyer_id }, data });
  const given = await refunds.refundIn(db, actorId, { id: row.purchase_id, kind, isRunningOnly: false, reason }, marks);
  if (given.outcome !== "refunded")
    throw new AppError("nothing_to_refund", "Nothing of this purchase is left to refund.");
  return given;
}
