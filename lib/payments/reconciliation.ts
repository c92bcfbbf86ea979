/**
 * What no event has told: the processor is asked every hour, and what is missing goes the way of its events.
 * Invariants: whatever happened since the last whole round is asked for, by when it happened and not by when its payment
 * was made; our own orders and disputes without an end are asked for by name, however old they are.
 */
import type Stripe from "stripe";
import { prisma, query } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import { forEachIsolated } from "@/lib/jobs/isolated";
import { receive } from "@/lib/payments/events";
import { atProcessor } from "@/lib/payments/processor";

const HOUR_MS = 60 * 60 * 1000;
/** How far back a round looks at least and, when none has ended for long, at most; the processor keeps its events as long. */
const LEAST_MS = 72 * HOUR_MS;
const MOST_MS = 30 * 24 * HOUR_MS;
/** How much of each kind it looks at, the newest of all. */
const MAX_LISTED = 10_000;
/** For how long after its beginning a dispute may change: issuers decide appeals within a year. */
const DISPUTE_DAYS = 365;
/** For how long after it was made a refund may fail. */
const REFUND_DAYS = 30;
/** Largest page of Stripe's lists. */
const PROCESSOR_PAGE = 100;
/** Most of our own orders and disputes that one round asks for by name; whose turn it is, chance decides. */
const MAX_ASKED = 500;

type Told = {
  type: string;
  object: Stripe.Checkout.Session | Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute;
  livemode: boolean;
};

/** Asks the processor for what no event has told, and applies it as its event would be. Returns how much it was told. */
export async function reconcilePayments(): Promise<number> {
  const told = [await askForOrders(), await askForDisputes()];
  const startedAt = new Date();
  const name = "payments";
  const cursor = await prisma().checkCursor.findUnique({ where: { name } });
  told.push(await applyAll(await listSince(sinceOf(startedAt, cursor?.checkedUntil ?? startedAt))));
  // A round that began earlier and ends later moves the cursor back, so the next one looks at more: that is harmless.
  const done = { checkedUntil: startedAt };
  await prisma().checkCursor.upsert({ where: { name }, create: { name, ...done }, update: done });
  return told.reduce((sum, count) => sum + count, 0);
}

/** From when on the processor is asked, in seconds of its clock; an hour before the last whole round, within the limits. */
function sinceOf(startedAt: Date, lastRoundAt: Date): number {
  const wanted = Math.min(startedAt.getTime() - LEAST_MS, lastRoundAt.getTime() - HOUR_MS);
  return Math.floor(Math.max(startedAt.getTime() - MOST_MS, wanted) / 1000);
}

/** What has happened at the processor since a second of its clock. A refund counts by its own time, not its charge's. */
async function listSince(since: number): Promise<Told[]> {
  const lately = { created: { gte: since }, limit: PROCESSOR_PAGE };
  const refundsSince = Math.floor(Date.now() / 1000) - REFUND_DAYS * 24 * 60 * 60;
  const [sessions, intents, charges, refunds, disputes] = await atProcessor((stripe) =>
    Promise.all([
      allOf("checkouts", stripe.checkout.sessions.list(lately)),
      allOf("payments", stripe.paymentIntents.list(lately)),
      allOf("charges", stripe.charges.list(lately)),
      allOf(
        "refunds",
        stripe.refunds.list({ ...lately, created: { gte: refundsSince }, expand: ["data.charge"] }),
      ),
      allOf("disputes", stripe.disputes.list(lately)),
    ]),
  );
  return [
    ...sessions
      .filter(({ payment_status }) => payment_status === "paid")
      .map((object) => tell("checkout.session.completed", object)),
    ...intents
      .filter(({ status, metadata }) => status === "succeeded" && metadata.order_id)
      .map((object) => tell("payment_intent.succeeded", object)),
    ...charges.filter(({ paid }) => paid).map((object) => tell("charge.succeeded", object)),
    ...refunds.flatMap(tellRefund),
    ...disputes.map(tellDispute),
  ];
}

async function allOf<T>(kind: string, list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const found = await list.autoPagingToArray({ limit: MAX_LISTED });
  if (found.length === MAX_LISTED)
    log.error({ kind, most: MAX_LISTED }, "the processor has more than one round looks at");
  return found;
}

const tell = (type: string, object: Exclude<Told["object"], Stripe.Refund>): Told => ({
  type,
  object,
  livemode: object.livemode,
});

/** A refund does not say whether it is live, its charge does. */
function tellRefund(object: Stripe.Refund): Told[] {
  const { charge } = object;
  return typeof charge === "object" && charge
    ? [{ type: "refund.updated", object, livemode: charge.livemode }]
    : [];
}

const tellDispute = (dispute: Stripe.Dispute): Told => tell("charge.dispute.updated", dispute);

/** Checkouts that are over and payments that should have been decided, of which we know no end. */
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
  const told = await forEachIsolated(
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
  return told.reduce((sum, count) => sum + count, 0);
}

async function endOfIntent(id: string): Promise<Told | null> {
  const intent = await atProcessor((stripe) => stripe.paymentIntents.retrieve(id));
  if (intent.status === "succeeded") return tell("payment_intent.succeeded", intent);
  if (intent.status === "canceled") return tell("payment_intent.canceled", intent);
  const isRefused = intent.status === "requires_payment_method" || intent.status === "requires_action";
  return isRefused ? tell("payment_intent.payment_failed", intent) : null;
}

async function endOfSession(id: string): Promise<Told | null> {
  const session = await atProcessor((stripe) => stripe.checkout.sessions.retrieve(id));
  if (session.payment_status === "paid") return tell("checkout.session.completed", session);
  if (session.status === "expired") return tell("checkout.session.expired", session);
  const intent = session.payment_intent;
  if (session.status !== "complete" || !intent) return null;
  const end = await endOfIntent(typeof intent === "string" ? intent : intent.id);
  const isRefused = end !== null && end.type !== "payment_intent.succeeded";
  return isRefused ? tell("checkout.session.async_payment_failed", session) : null;
}

/** Disputes of our orders that are not over; they last for months, and a lost one may be appealed. */
async function askForDisputes(): Promise<number> {
  const open = await query<{ id: string }>(
    "reconciliation.disputes",
    `SELECT d.key AS id FROM topup_order o, jsonb_each(o.disputes) d
      WHERE o.disputes <> '{}' AND NOT (d.value->>'isOver')::boolean
        AND to_timestamp((d.value->>'created')::bigint) > now() - interval '${DISPUTE_DAYS} days' ORDER BY random() LIMIT ${MAX_ASKED}`,
    [],
  );
  const told = await forEachIsolated(
    "reconcile-payments",
    open,
    ({ id }) => id,
    async ({ id }) => applyAll([tellDispute(await atProcessor((stripe) => stripe.disputes.retrieve(id)))]),
  );
  return told.reduce((sum, count) => sum + count, 0);
}

/** Applies what was told under an id that the same news has every time, so that each is applied once. */
async function applyAll(told: Told[]): Promise<number> {
  for (const { type, object, livemode } of told) {
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
  return told.length;
}

/** What is different whenever there is something to apply. */
function newsOf(object: Told["object"]): string {
  if (object.object === "charge") return String(object.amount_refunded);
  const moved = object.object === "dispute" ? `:${object.balance_transactions.length}` : "";
  return `${object.status}${moved}`;
}
