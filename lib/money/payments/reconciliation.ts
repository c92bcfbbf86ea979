/**
 * Payments whose webhook was lost: every hour the processor's lists are read, and what is missing is applied as an event.
 * Invariants: everything since the last complete run is read, by when it happened and not by when its payment was made; our own
 * open orders and disputes are looked up by id, however old they are.
 */
import type Stripe from "stripe";
import { receive } from "@/lib/money/payments/events";
import { atProcessor } from "@/lib/money/payments/processor";
import { prisma, query } from "@/lib/platform/core/db";
import { log } from "@/lib/platform/core/log";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";

const HOUR_MS = 60 * 60 * 1000;
/** How far back a run reads: at least, and at most when none has completed for long. The processor keeps its events as long. */
const LEAST_MS = 72 * HOUR_MS;
const MOST_MS = 30 * 24 * HOUR_MS;
/** Most objects of each kind per run, the newest. */
const MAX_LISTED = 10_000;
/** For how long after its beginning a dispute may change: issuers decide appeals within a year. */
const DISPUTE_DAYS = 365;
/** For how long after it was made a refund may fail. */
const REFUND_DAYS = 30;
const PROCESSOR_PAGE = 100;
/** Most of our own orders, and of disputes, that one run looks up, chosen at random. */
const MAX_ASKED = 500;

type Event = {
  type: string;
  object: Stripe.Checkout.Session | Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute;
  livemode: boolean;
};

/** Reads what happened at the processor and applies it as events. Returns how many objects it read. */
export async function reconcilePayments(): Promise<number> {
  const events = [await askForOrders(), await askForDisputes()];
  const startedAt = new Date();
  const name = "payments";
  const cursor = await prisma().checkCursor.findUnique({ where: { name } });
  events.push(await applyAll(await listSince(sinceOf(startedAt, cursor?.checkedUntil ?? startedAt))));
  // A run that began earlier and ends later moves the cursor back: the next one reads more, which is harmless.
  const done = { checkedUntil: startedAt };
  await prisma().checkCursor.upsert({ where: { name }, create: { name, ...done }, update: done });
  return events.reduce((sum, count) => sum + count, 0);
}

/** Where a run starts, in Unix seconds: an hour before the last complete run, within the limits. */
function sinceOf(startedAt: Date, lastRoundAt: Date): number {
  const wanted = Math.min(startedAt.getTime() - LEAST_MS, lastRoundAt.getTime() - HOUR_MS);
  return Math.floor(Math.max(startedAt.getTime() - MOST_MS, wanted) / 1000);
}

/** What has happened at the processor since a second of its clock. A refund counts by its own time, not its charge's. */
async function listSince(since: number): Promise<Event[]> {
  const lately = { created: { gte: since }, limit: PROCESSOR_PAGE };
  const refundsSince = Math.floor(Date.now() / 1000) - REFUND_DAYS * 24 * 60 * 60;
  const [sessions, intents, charges, refunds, disputes] = await atProcessor((stripe) =>
    Promise.all([
      allOf("checkouts", stripe.checkout.sessions.list(lately)),
      allOf("payments", stripe.paymentIntents.list(lately)),
      allOf("charges", stripe.charges.list(lately)),
      allOf("refunds", stripe.refunds.list({ ...lately, created: { gte: refundsSince }, expand: ["data.charge"] })),
      allOf("disputes", stripe.disputes.list(lately)),
    ]),
  );
  return [
    ...sessions
      .filter(({ payment_status }) => payment_status === "paid")
      .map((object) => eventOf("checkout.session.completed", object)),
    ...intents
      .filter(({ status, metadata }) => status === "succeeded" && metadata.order_id)
      .map((object) => eventOf("payment_intent.succeeded", object)),
    ...charges.filter(({ paid }) => paid).map((object) => eventOf("charge.succeeded", object)),
    ...refunds.flatMap(eventOfRefund),
    ...disputes.map(eventOfDispute),
  ];
}

async function allOf<T>(kind: string, list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const found = await list.autoPagingToArray({ limit: MAX_LISTED });
  if (found.length === MAX_LISTED)
    log.error({ kind, most: MAX_LISTED }, "the payment processor has more objects than one run can read");
  return found;
}

const eventOf = (type: string, object: Exclude<Event["object"], Stripe.Refund>): Event => ({
  type,
  object,
  livemode: object.livemode,
});

/** A refund does not say whether it is live, its charge does. */
function eventOfRefund(object: Stripe.Refund): Event[] {
  const { charge } = object;
  return typeof charge === "object" && charge ? [{ type: "refund.updated", object, livemode: charge.livemode }] : [];
}

const eventOfDispute = (dispute: Stripe.Dispute): Event => eventOf("charge.dispute.updated", dispute);

/** Looks up expired checkouts and payments in processing whose outcome is unknown. */
async function askForOrders(): Promise<number> {
  const orders = await query<{
    id: string;
    session_id: string | null;
    payment_intent_id: string | null;
    automatic: boolean;
  }>(
    "reconciliation.orders",
    `SELECT id, session_id, payment_intent_id, automatic FROM topup_order
      WHERE state IN ('created', 'open', 'processing') AND created_at < now() - interval '1 hour' AND (
        (automatic AND state = 'processing' AND payment_intent_id IS NOT NULL)
        OR (NOT automatic AND session_id IS NOT NULL AND (state = 'processing' OR expires_at < now())))
      ORDER BY random() LIMIT ${MAX_ASKED}`,
    [],
  );
  const events = await forEachIsolated(
    "reconcile-payments",
    orders,
    ({ id }) => id,
    async (order) => {
      const end = order.automatic
        ? await endOfIntent(order.payment_intent_id ?? "")
        : await endOfSession(order.session_id ?? "");
      return end ? applyAll([end]) : 0;
    },
  );
  return events.reduce((sum, count) => sum + count, 0);
}

async function endOfIntent(id: string): Promise<Event | null> {
  const intent = await atProcessor((stripe) => stripe.paymentIntents.retrieve(id));
  if (intent.status === "succeeded") return eventOf("payment_intent.succeeded", intent);
  if (intent.status === "canceled") return eventOf("payment_intent.canceled", intent);
  const isRefused = intent.status === "requires_payment_method" || intent.status === "requires_action";
  return isRefused ? eventOf("payment_intent.payment_failed", intent) : null;
}

async function endOfSession(id: string): Promise<Event | null> {
  const session = await atProcessor((stripe) => stripe.checkout.sessions.retrieve(id));
  if (session.payment_status === "paid") return eventOf("checkout.session.completed", session);
  if (session.status === "expired") return eventOf("checkout.session.expired", session);
  const intent = session.payment_intent;
  if (session.status !== "complete" || !intent) return null;
  const end = await endOfIntent(typeof intent === "string" ? intent : intent.id);
  const isRefused = end !== null && end.type !== "payment_intent.succeeded";
  return isRefused ? eventOf("checkout.session.async_payment_failed", session) : null;
}

/** Disputes of our orders that are not over; they last for months, and a lost one may be appealed. */
async function askForDisputes(): Promise<number> {
  const open = await query<{ id: string }>(
    "reconciliation.disputes",
    `SELECT d.key AS id FROM topup_order o, jsonb_each(o.disputes) d
      WHERE o.disputes <> '{}' AND NOT (d.value->>'isOver')::boolean
        AND to_timestamp((d.value->>'created')::bigint) > now() - interval '${DISPUTE_DAYS} days'
          ORDER BY random() LIMIT ${MAX_ASKED}`,
    [],
  );
  const events = await forEachIsolated(
    "reconcile-payments",
    open,
    ({ id }) => id,
    async ({ id }) => applyAll([eventOfDispute(await atProcessor((stripe) => stripe.disputes.retrieve(id)))]),
  );
  return events.reduce((sum, count) => sum + count, 0);
}

/** Applies objects under an event id that is the same for the same state, so that each is applied once. */
async function applyAll(events: Event[]): Promise<number> {
  for (const { type, object, livemode } of events) {
    const event = {
      id: `reconciled:${type}:${object.id}:${newsOf(object)}`,
      type,
      created: object.created,
      livemode,
      data: { object },
    };
    await receive(event as Stripe.Event, async () => null).catch((error: unknown) =>
      log.error({ err: error, event: event.id }, "a payment could not be reconciled"),
    );
  }
  return events.length;
}

/** Differs whenever there is something to apply. */
function newsOf(object: Event["object"]): string {
  if (object.object === "charge") return String(object.amount_refunded);
  const moved = object.object === "dispute" ? `:${object.balance_transactions.length}` : "";
  return `${object.status}${moved}`;
}
