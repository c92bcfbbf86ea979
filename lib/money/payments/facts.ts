import type Stripe from "stripe";
import type { Dispute, Refund } from "@/lib/money/payments/reversal";

type About = { orderId: string | null; paymentIntentId: string | null };
/** What an event says about a payment, in our words; amounts in cents. */
export type Facts = About &
  (
    | {
        kind: "paid";
        /** Null for a payment with a saved card, which has no checkout. */
        sessionId: string | null;
        /** Without tax. */
        cents: number;
        taxCents: number;
        currency: string;
        mode: string;
        accountId: string | null;
      }
    | { kind: "state"; state: "processing" | "failed" | "expired" }
    | { kind: "refused"; reason: string }
    | { kind: "receipt"; receiptUrl: string | null; card: string | null }
    | { kind: "charge_refunded"; cents: number; receiptUrl: string | null }
    | {
        kind: "refund";
        refundId: string;
        /** Of a refund that a buyer asked for here. */
        requestId: string | null;
        refund: Refund;
        reason: string | null;
      }
    | { kind: "dispute"; disputeId: string; dispute: Dispute }
  );

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** What an event means for us, or null for one that means nothing. */
export function factsOf(event: Stripe.Event): Facts | null {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      if (event.data.object.mode === "setup") return null;
      return sessionFacts(event.type, event.data.object);
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return intentFacts(event.type, event.data.object);
    case "charge.succeeded":
      return {
        ...aboutCharge(event.data.object),
        kind: "receipt",
        receiptUrl: event.data.object.receipt_url,
        card: event.data.object.payment_method_details?.card?.fingerprint ?? null,
      };
    case "charge.refunded": {
      const charge = event.data.object;
      return {
        kind: "charge_refunded",
        cents: charge.amount_refunded,
        receiptUrl: charge.receipt_url,
        ...aboutCharge(charge),
      };
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return refundFacts(event.data.object);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed":
      return disputeFacts(event.data.object);
    default:
      return null;
  }
}

function sessionFacts(type: string, session: Stripe.Checkout.Session): Facts {
  const about = { orderId: session.client_reference_id, paymentIntentId: idOf(session.payment_intent) };
  if (type.endsWith("failed")) return { ...about, kind: "state", state: "failed" };
  if (type.endsWith("expired")) return { ...about, kind: "state", state: "expired" };
  if (session.payment_status !== "paid") return { ...about, kind: "state", state: "processing" };
  const taxCents = session.total_details?.amount_tax ?? 0;
  return {
    ...about,
    kind: "paid",
    sessionId: session.id,
    cents: (session.amount_total ?? 0) - taxCents,
    taxCents,
    currency: session.currency ?? "",
    mode: session.mode ?? "",
    accountId: session.metadata?.account_id ?? null,
  };
}

/** What a refund means for us. */
export function refundFacts(refund: Stripe.Refund): Facts & { kind: "refund" } {
  const { id, amount, status, failure_reason, payment_intent, charge, metadata } = refund;
  const isFailed = status === "failed" || status === "canceled";
  return {
    kind: "refund",
    refundId: id,
    requestId: metadata?.request_id ?? null,
    refund: { cents: amount, isFailed },
    reason: failure_reason?.replaceAll("_", " ") ?? null,
    orderId: typeof charge === "object" ? (charge?.metadata?.order_id ?? null) : null,
    paymentIntentId: idOf(payment_intent),
  };
}

/** States that a dispute does not leave. `lost` is none of them: an appeal may follow. */
const FINAL_STATES: string[] = ["won", "prevented", "warning_closed"];

/**
 * Only balance transactions say whether a dispute took money: inquiries and prevented disputes take none, a lost one may
 * be appealed and won. They are only ever added, so events can come in any order.
 */
function disputeFacts(dispute: Stripe.Dispute): Facts {
  const { id, amount, created, currency, status, metadata, payment_intent } = dispute;
  // A platform that settles in another currency is debited in that: then each transaction moves the disputed amount.
  const moved = (dispute.balance_transactions ?? []).map(
    (each) => [each.id, each.currency === currency ? each.amount : Math.sign(each.amount) * amount] as const,
  );
  return {
    kind: "dispute",
    disputeId: id,
    dispute: {
      created,
      isOver: FINAL_STATES.includes(status),
      moved: Object.fromEntries(moved),
      cents: amount,
      status,
      dueBy: dispute.evidence_details?.due_by ?? null,
    },
    orderId: metadata?.order_id ?? null,
    paymentIntentId: idOf(payment_intent),
  };
}

const aboutCharge = (charge: Stripe.Charge): About => ({
  orderId: charge.metadata?.order_id ?? null,
  paymentIntentId: idOf(charge.payment_intent),
});

function intentFacts(type: string, intent: Stripe.PaymentIntent): Facts {
  const about = { orderId: intent.metadata?.order_id ?? null, paymentIntentId: intent.id };
  if (type !== "payment_intent.succeeded") {
    const reason = type.endsWith("canceled") ? "The payment was cancelled." : "The card was refused.";
    return { ...about, kind: "refused", reason: intent.last_payment_error?.message ?? reason };
  }
  // Of an automatic payment, as we asked for it.
  const taxCents = Number(intent.metadata?.tax_cents ?? 0);
  return {
    ...about,
    kind: "paid",
    sessionId: null,
    cents: intent.amount_received - taxCents,
    taxCents,
    currency: intent.currency,
    mode: "payment",
    accountId: intent.metadata?.account_id ?? null,
  };
}
