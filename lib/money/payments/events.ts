/**
 * The processor's events: stored as they came, then applied in one transaction that marks them processed.
 * Invariants: an event is applied once; events of one payment may come in any order and end in the same balance.
 */
import type Stripe from "stripe";
import * as cards from "@/lib/money/payments/cards";
import { factsOf } from "@/lib/money/payments/facts";
import * as orders from "@/lib/money/payments/orders";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { lockRows } from "@/lib/platform/core/locks";
import { log } from "@/lib/platform/core/log";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";

/** How long the payloads of processed events are stored. */
const PAYLOAD_DAYS = 90;
/** Stale events per run. */
const RETRY_BATCH = 100;
/** For this long, an event is left to the process that received it. */
const STALE_MS = 15_000;

/** What the processor's objects say of people. Nothing that we do needs it, so it is not stored. */
const PERSONAL =
  /email$|^(?:name|phone|address|billing_details|customer_details|collected_information|shipping|shipping_details|individual|company|business_profile)$/;

/** Applies events that are not about orders, inside the inbox's transaction. Returns why an event was refused, or null. */
export type Applier = (db: Queryable, event: Stripe.Event) => Promise<string | null>;

/**
 * Stores a verified event without what it says of people, then applies it: here when it is about an order, else by
 * `others`.
 */
export async function receive(event: Stripe.Event, others: Applier): Promise<void> {
  const { id, type } = event;
  const payload = JSON.parse(JSON.stringify(event, (key, value) => (PERSONAL.test(key) ? undefined : value)));
  await prisma().paymentEvent.createMany({ data: { id, type, payload }, skipDuplicates: true });
  await apply(event.id, others);
}

/** Applies a stored event once. */
export async function apply(eventId: string, others: Applier): Promise<void> {
  try {
    const refusal = await transaction(async (db) => {
      await lockRows(db, "payment_event", "id", eventId);
      const row = await prisma(db).paymentEvent.findUnique({ where: { id: eventId } });
      if (!row || row.processedAt) return null;
      const event = row.payload as unknown as Stripe.Event;
      // A developer's connected account says nothing about our own payments, whatever it calls its own.
      const facts = event.account ? null : factsOf(event);
      const problem = await (facts ? orders.applyFacts(db, facts, event) : applyOther(db, event, others));
      await prisma(db).paymentEvent.update({
        where: { id: eventId },
        data: { processedAt: new Date(), attempts: { increment: 1 }, lastError: problem },
      });
      return problem;
    });
    if (refusal)
      throw new AppError("event_refused", "This event contradicts the order or payout that it names.", {
        cause: refusal,
      });
  } catch (error) {
    if (!(error instanceof AppError)) {
      const text = error instanceof Error ? error.message : String(error);
      await prisma().paymentEvent.updateMany({
        where: { id: eventId },
        data: { attempts: { increment: 1 }, lastError: text },
      });
    }
    throw error;
  }
}

async function applyOther(db: Queryable, event: Stripe.Event, others: Applier): Promise<string | null> {
  return cards.isAboutCard(event) ? cards.applyEvent(db, event) : others(db, event);
}

/** Applies events that a failed or killed process left behind, those that have failed most at last. Returns how many are done now. */
export async function retryEvents(others: Applier): Promise<number> {
  const stale = await prisma().paymentEvent.findMany({
    where: { processedAt: null, receivedAt: { lt: new Date(Date.now() - STALE_MS) } },
    orderBy: [{ attempts: "asc" }, { receivedAt: "asc" }],
    take: RETRY_BATCH,
    select: { id: true },
  });
  let done = 0;
  for (const { id } of stale) {
    await apply(id, others).then(
      () => done++,
      (error: unknown) => log.error({ err: error, event: id }, "a payment event failed again"),
    );
  }
  return done;
}

/** Deletes the payloads of processed events, such as the digits of a card, and keeps the rows. Returns how many. */
export function forgetPayloads(): Promise<number> {
  return prune((limit) =>
    prisma().paymentEvent.updateMany({
      where: {
        processedAt: { not: null },
        payload: { not: {} },
        receivedAt: { lt: daysAgo(PAYLOAD_DAYS) },
      },
      data: { payload: {} },
      limit,
    }),
  );
}
