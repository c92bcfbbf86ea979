import type Stripe from "stripe";

type About = { orderId: string | null; paymentIntentId: string | null };
/** What an event says about a payment, in our words; amounts in cents. */
export type Facts = About &
  (
    | {
        kind: "paid";
        sessionId: string;
        cents: number;
        currency: string;
        mode: string;
        accountId: string | null;
        receiptUrl: string | null;
      }
    | { kind: "state"; state: "processing" | "failed" | "expired" }
    | { kind: "refund"; cents: number; receiptUrl: string | null }
    | { kind: "dispute"; disputeId: string; cents: number; outcome: "won" | "lost" | null }
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
      return sessionFacts(event.type, event.data.object);
    case "charge.refunded": {
      const charge = event.data.object;
      return {
        kind: "refund",
        cents: charge.amount_refunded,
        receiptUrl: charge.receipt_url,
        orderId: charge.metadata?.order_id ?? null,
        paymentIntentId: idOf(charge.payment_intent),
      };
    }
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const { id, amount, status, metadata, payment_intent } = event.data.object;
      const outcome: "won" | "lost" | null = status === "won" ? "won" : status === "lost" ? "lost" : null;
      return {
        kind: "dispute",
        disputeId: id,
        cents: amount,
        outcome,
        orderId: metadata?.order_id ?? null,
        paymentIntentId: idOf(payment_intent),
      };
    }
    default:
      return null;
  }
}

function sessionFacts(type: string, session: Stripe.Checkout.Session): Facts {
  const about = { orderId: session.client_reference_id, paymentIntentId: idOf(session.payment_intent) };
  if (type.endsWith("failed")) return { ...about, kind: "state", state: "failed" };
  if (type.endsWith("expired")) return { ...about, kind: "state", state: "expired" };
  if (session.payment_status !== "paid") return { ...about, kind: "state", state: "processing" };
  return {
    ...about,
    kind: "paid",
    sessionId: session.id,
    cents: session.amount_total ?? 0,
    currency: session.currency ?? "",
    mode: session.mode ?? "",
    accountId: session.metadata?.account_id ?? null,
    receiptUrl: null,
  };
}
