/**
 * Replaced cards, which are detached at the processor. Invariants: a detachment is written in the transaction that stores the new
 * card, so that no failure loses it; a card in use is never detached.
 */

import { atProcessor, isRefused } from "@/lib/money/payments/processor";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { log } from "@/lib/platform/core/log";

/** Cards per run. */
const BATCH = 50;
/** How long an attempt leases a card, and the longest pause between two. */
const LEASE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 24 * 60 * 60;

/** Has a card detached by the job, once the caller's transaction is committed. */
export async function ask(db: Queryable, accountId: string, card: string): Promise<void> {
  await prisma(db).cardDetachment.createMany({
    data: { paymentMethodId: card, accountId },
    skipDuplicates: true,
  });
}

/** Detaches replaced cards; failures are retried with growing pauses. Returns how many were detached. */
export async function detachDue(): Promise<number> {
  const due = await query<{ payment_method_id: string; attempts: number }>(
    "detachments.claim",
    `UPDATE card_detachment SET attempts = attempts + 1,
        next_try_at = now() + backoff(${LEASE_SECONDS}, attempts, ${MAX_PAUSE_SECONDS})
      WHERE payment_method_id IN (
        SELECT payment_method_id FROM card_detachment WHERE next_try_at <= now() + interval '1 millisecond'
         ORDER BY next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING payment_method_id, attempts`,
    [],
  );
  const gone = await Promise.all(due.map(({ payment_method_id, attempts }) => detach(payment_method_id, attempts)));
  return gone.filter(Boolean).length;
}

async function detach(card: string, attempts: number): Promise<boolean> {
  try {
    const isInUse = (await prisma().autoTopup.count({ where: { paymentMethodId: card } })) > 0;
    if (!isInUse)
      await atProcessor((stripe) => stripe.paymentMethods.detach(card)).catch((error: unknown) => {
        // The processor refuses this for a card that is not attached.
        if (!isRefused(error)) throw error;
      });
    await prisma().cardDetachment.deleteMany({ where: { paymentMethodId: card } });
    return !isInUse;
  } catch (error) {
    log.error({ err: error, card, attempts }, "a former card was not detached and is tried again");
    return false;
  }
}
