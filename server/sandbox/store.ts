import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ConnectBooks } from "@/server/sandbox/connect-store";

type Metadata = Record<string, string>;
const SESSION_SECONDS = 24 * 60 * 60;

/** A checkout session, with Stripe's own field names. */
export type Session = ReturnType<typeof newSession>;
export type Charge = ReturnType<typeof newCharge>;
export type Dispute = ReturnType<typeof newDispute>;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A new id in Stripe's manner. */
export function sandboxId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** A new checkout session from what was asked for. */
export function newSession(asked: {
  amount: number;
  currency: string;
  reference: string | null;
  email: string | null;
  metadata: Metadata;
  paymentMetadata: Metadata;
  successUrl: string;
  cancelUrl: string;
  pageUrl: (id: string) => string;
}) {
  const id = sandboxId("cs_test");
  return {
    id,
    object: "checkout.session" as const,
    amount_subtotal: asked.amount,
    amount_total: asked.amount,
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
    url: asked.pageUrl(id) as string | null,
    payment_metadata: asked.paymentMetadata,
  };
}

/** The charge of a session that was paid. */
export function newCharge(session: Session) {
  const id = sandboxId("ch");
  return {
    id,
    object: "charge" as const,
    amount: session.amount_total,
    amount_captured: session.amount_total,
    amount_refunded: 0,
    captured: true,
    created: nowSeconds(),
    currency: session.currency,
    disputed: false,
    livemode: false,
    metadata: session.payment_metadata,
    paid: true,
    payment_intent: session.payment_intent,
    receipt_url: null as string | null,
    refunded: false,
    status: "succeeded" as const,
  };
}

/** A dispute of a whole charge. */
export function newDispute(charge: Charge) {
  return {
    id: sandboxId("dp"),
    object: "dispute" as const,
    amount: charge.amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {} as Metadata,
    payment_intent: charge.payment_intent,
    reason: "fraudulent" as const,
    status: "needs_response" as "needs_response" | "won" | "lost",
  };
}

/** What the sandbox remembers: kept in a file, so that a restart forgets no payment. */
export type Books = {
  sessions: Session[];
  charges: Charge[];
  disputes: Dispute[];
  events: object[];
  answers: Record<string, Session>;
} & ConnectBooks;

/** Opens the books of a sandbox; `save` writes them. */
export function openBooks(file: string): { books: Books; save: () => void } {
  const empty: Books = {
    sessions: [],
    charges: [],
    disputes: [],
    events: [],
    answers: {},
    accounts: [],
    transfers: [],
    bankPayouts: [],
    connectAnswers: {},
  };
  const books: Books = existsSync(file)
    ? { ...empty, ...(JSON.parse(readFileSync(file, "utf8")) as Books) }
    : empty;
  return {
    books,
    save: () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(books));
      renameSync(`${file}.new`, file);
    },
  };
}
