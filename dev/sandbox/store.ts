import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { CardBooks } from "@/dev/sandbox/cards-store";
import type { ConnectBooks } from "@/dev/sandbox/connect-store";
import { nowSeconds, sandboxId } from "@/dev/sandbox/ids";

export type Metadata = Record<string, string>;
const SESSION_SECONDS = 24 * 60 * 60;

/** A checkout session, with Stripe's own field names. */
export type Session = ReturnType<typeof newSession>;
export type Charge = ReturnType<typeof newCharge>;
export type Dispute = ReturnType<typeof newDispute>;
export type BalanceTransaction = ReturnType<typeof newBalanceTransaction>;
export type Refund = ReturnType<typeof newRefund>;

/** A new checkout session from what was asked for. */
export function newSession(asked: {
  amount: number;
  currency: string;
  reference: string | null;
  email: string | null;
  description: string | null;
  metadata: Metadata;
  paymentMetadata: Metadata;
  successUrl: string;
  cancelUrl: string;
  tax: number;
  pageUrl: (id: string) => string;
}) {
  const id = sandboxId("cs_test");
  return {
    id,
    object: "checkout.session" as const,
    amount_subtotal: asked.amount,
    amount_total: asked.amount + asked.tax,
    cancel_url: asked.cancelUrl,
    client_reference_id: asked.reference,
    created: nowSeconds(),
    currency: asked.currency,
    customer_email: asked.email,
    expires_at: nowSeconds() + SESSION_SECONDS,
    livemode: false,
    metadata: asked.metadata,
    mode: "payment" as const,
    payment_intent: null as string | null,
    payment_method_types: ["card"],
    payment_status: "unpaid" as "unpaid" | "paid",
    status: "open" as "open" | "complete" | "expired",
    success_url: asked.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: asked.tax },
    url: asked.pageUrl(id) as string | null,
    sandbox: { paymentMetadata: asked.paymentMetadata, description: asked.description },
  };
}

export type ChargeRequest = {
  amount: number;
  currency: string;
  customer: string | null;
  email: string | null;
  metadata: Metadata;
  paymentIntent: string | null;
  paymentMethod: string | null;
  receiptUrl: (id: string) => string;
};

/** A charge that succeeded. */
export function newCharge(asked: ChargeRequest) {
  const id = sandboxId("ch");
  return {
    id,
    object: "charge" as const,
    amount: asked.amount,
    amount_captured: asked.amount,
    amount_refunded: 0,
    captured: true,
    created: nowSeconds(),
    currency: asked.currency,
    customer: asked.customer,
    disputed: false,
    livemode: false,
    metadata: asked.metadata,
    paid: true,
    payment_intent: asked.paymentIntent,
    payment_method: asked.paymentMethod,
    payment_method_details: { card: { fingerprint: asked.paymentMethod } },
    receipt_email: asked.email,
    receipt_url: asked.receiptUrl(id) as string | null,
    refunded: false,
    status: "succeeded" as const,
  };
}

export type DisputeStatus =
  | "warning_needs_response"
  | "warning_closed"
  | "needs_response"
  | "lost"
  | "appeal_needs_response"
  | "appeal_under_review"
  | "won"
  | "prevented";

/** A dispute of what is left of a charge. */
export function newDispute(charge: Charge, status: DisputeStatus) {
  return {
    id: sandboxId("dp"),
    object: "dispute" as const,
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [] as BalanceTransaction[],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {} as Metadata,
    payment_intent: charge.payment_intent,
    reason: "fraudulent" as const,
    status,
  };
}

/** What moves in the platform's balance because of an object; disputes cost no fee here. */
export function newBalanceTransaction(source: { id: string; currency: string }, cents: number) {
  return {
    id: sandboxId("txn"),
    object: "balance_transaction" as const,
    amount: cents,
    available_on: nowSeconds(),
    created: nowSeconds(),
    currency: source.currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: cents,
    reporting_category: cents < 0 ? "dispute" : "dispute_reversal",
    source: source.id,
    status: "available" as const,
    type: "adjustment" as const,
  };
}

/** A refund of a part of a charge, or of all of it. */
export function newRefund(charge: Charge, cents: number) {
  return {
    id: sandboxId("re"),
    object: "refund" as const,
    amount: cents,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    metadata: {} as Metadata,
    payment_intent: charge.payment_intent,
    reason: null,
    status: "succeeded" as "succeeded" | "failed",
  };
}

/** An object as the API returns it, without the sandbox's internal fields. */
export function toWire<T extends object>(object: T): T {
  return JSON.parse(JSON.stringify(object, (name, value) => (name === "sandbox" ? undefined : value)));
}

/** An event; `pending_webhooks` is 1 until it is delivered or given up, so that a restart goes on with it. */
export type SandboxEvent = {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  pending_webhooks: number;
  data: { object: object };
  [field: string]: unknown;
};

/** What the sandbox remembers, stored in a file, so that a restart forgets no payment. */
export type Books = {
  sessions: Session[];
  charges: Charge[];
  disputes: Dispute[];
  refunds: Refund[];
  events: SandboxEvent[];
  repeatable: Record<string, { status: number; body: object }>;
} & ConnectBooks &
  CardBooks;

/** Opens the books of a sandbox; `save` writes them. Without a file they end with the process. */
export function openBooks(file: string | null): { books: Books; save: () => void } {
  const empty: Books = {
    sessions: [],
    charges: [],
    disputes: [],
    refunds: [],
    events: [],
    accounts: [],
    transfers: [],
    bankPayouts: [],
    repeatable: {},
    customers: [],
    setups: [],
    cards: [],
    intents: [],
    calculations: [],
  };
  const books: Books =
    file !== null && existsSync(file) ? { ...empty, ...(JSON.parse(readFileSync(file, "utf8")) as Books) } : empty;
  return {
    books,
    save: () => {
      if (file === null) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(books));
      renameSync(`${file}.new`, file);
    },
  };
}
