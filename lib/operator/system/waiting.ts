/** Pending work and the age of its oldest item: the first sign of a job or a service that does not keep up. */
import { prisma } from "@/lib/platform/core/db";

/** Number of pending items of a kind, and the age of the oldest in seconds. */
export type Waiting = { kind: string; count: number; oldest_seconds: number };

/**
 * Open holds of calls, mails to send again, links to mail, payment events to apply, revisions to review, refund requests
 * and reports to decide. A kind without pending items has a count of 0.
 */
export function waiting(): Promise<Waiting[]> {
  const db = prisma();
  const oldest = { _count: true, _min: { createdAt: true } } as const;
  return Promise.all([
    db.hold
      .aggregate({ ...oldest, where: { state: "held" } })
      .then(({ _count, _min }) => toWaiting("hold", _count, _min.createdAt)),
    db.notification
      .aggregate({ ...oldest, where: { mailDueAt: { not: null }, mailAttempts: { gt: 0 } } })
      .then(({ _count, _min }) => toWaiting("mail", _count, _min.createdAt)),
    db.linkRequest.aggregate(oldest).then(({ _count, _min }) => toWaiting("link", _count, _min.createdAt)),
    db.paymentEvent
      .aggregate({ _count: true, _min: { receivedAt: true }, where: { processedAt: null } })
      .then(({ _count, _min }) => toWaiting("payment_event", _count, _min.receivedAt)),
    db.skillRevision
      .aggregate({ _count: true, _min: { submittedAt: true }, where: { status: "pending" } })
      .then(({ _count, _min }) => toWaiting("review", _count, _min.submittedAt)),
    db.refundRequest
      .aggregate({ ...oldest, where: { state: "escalated" } })
      .then(({ _count, _min }) => toWaiting("refund_request", _count, _min.createdAt)),
    db.skillReport
      .aggregate({ ...oldest, where: { state: "open" } })
      .then(({ _count, _min }) => toWaiting("report", _count, _min.createdAt)),
  ]);
}

const toWaiting = (kind: string, count: number, oldest: Date | null): Waiting => ({
  kind,
  count,
  oldest_seconds: oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1000 : 0,
});
