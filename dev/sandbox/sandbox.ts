import { createHmac } from "node:crypto";
import { createCards } from "@/dev/sandbox/cards";
import { type IntentRequest, newIntent } from "@/dev/sandbox/cards-store";
import { createConnect } from "@/dev/sandbox/connect";
import { actOnDispute, type DisputeAction } from "@/dev/sandbox/disputes";
import { sandboxId } from "@/dev/sandbox/ids";
import { failRefund, refund, refundOnRequest } from "@/dev/sandbox/refunds";
import {
  type Books,
  type Charge,
  type Metadata,
  newSession,
  openBooks,
  type SandboxEvent,
  type Session,
  toWire,
} from "@/dev/sandbox/store";

/** Pauses before an event is sent again, in milliseconds. */
const RETRY_MS = [500, 2_000, 10_000, 60_000];
const DELIVERY_TIMEOUT_MS = 10_000;

export type SandboxOptions = {
  file: string | null;
  pageBase: string;
  webhookUrl: string;
  webhookSecret: string;
  /** The platform's country; without, the US. */
  country?: string;
  /** Milliseconds until a payout reaches its bank; without, the operator decides. */
  arrivalMs?: number;
};

export type PaymentAction =
  | "pay"
  | "pay_later"
  | "later_succeeds"
  | "later_fails"
  | "decline"
  | "expire"
  | "refund"
  | "refund_fails"
  | DisputeAction;

/** A payment processor for one machine: the part of Stripe that we call, with its field names, signatures and retries. */
export function createSandbox(options: SandboxOptions) {
  const { books, save } = openBooks(options.file);
  const pending = new Set<NodeJS.Timeout>();
  const emit = (type: string, object: object, account?: string) => {
    const event = {
      id: sandboxId("evt"),
      object: "event",
      api_version: "2026-10-01",
      created: Math.floor(Date.now() / 1000),
      data: { object: toWire(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      ...(account && { account }),
    };
    books.events.push(event);
    save();
    send(event);
    return event;
  };
  const send = (event: SandboxEvent) => {
    deliver({ ...options, pending, save }, event, 0).catch(() => {});
  };
  // What a process that ended had not delivered.
  for (const event of books.events) if (event.pending_webhooks > 0) send(event);
  const connect = createConnect({ books, save, emit, arrivalMs: options.arrivalMs ?? null });
  const cards = createCards({ books, save, emit, pageBase: options.pageBase });
  return {
    books,
    save,
    connect,
    cards,
    pageBase: options.pageBase,
    country: options.country ?? "US",
    checkout: (asked: CheckoutRequest): Session => {
      const pageUrl = (id: string) => `${options.pageBase}/sandbox/checkout/${id}`;
      const session = newSession({ ...asked, pageUrl });
      books.sessions.push(session);
      return session;
    },
    act: (session: Session, action: PaymentAction, cents?: number) =>
      act({ books, emit, cards }, session, action, cents),
    refund: (charge: Charge) => refund({ books, emit }, charge, charge.amount - charge.amount_refunded),
    refundOnRequest: (intent: string | null, cents: number, metadata: Metadata) =>
      refundOnRequest({ books, emit }, intent, cents, metadata),
    close: () => {
      connect.close();
      for (const timer of pending) clearTimeout(timer);
    },
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;
type CheckoutRequest = Omit<Parameters<typeof newSession>[0], "pageUrl">;

/** Signs and sends an event as Stripe does; anything but a 2xx answer is tried again, a little later each time. */
async function deliver(
  options: SandboxOptions & { pending: Set<NodeJS.Timeout>; save: () => void },
  event: SandboxEvent,
  attempt: number,
): Promise<void> {
  const time = Math.floor(Date.now() / 1000);
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", options.webhookSecret).update(`${time}.${body}`).digest("hex");
  const isDelivered = await fetch(options.webhookUrl, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` },
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  }).then(
    (response) => response.ok,
    () => false,
  );
  const pause = RETRY_MS[attempt];
  if (isDelivered || pause === undefined) {
    event.pending_webhooks = 0;
    options.save();
    return;
  }
  const timer = setTimeout(() => {
    options.pending.delete(timer);
    deliver(options, event, attempt + 1).catch(() => {});
  }, pause).unref();
  options.pending.add(timer);
}

type Emit = (type: string, object: object) => object;
type Desk = { books: Books; emit: Emit; cards: ReturnType<typeof createCards> };

/** Applies a requested outcome if the payment allows it, and sends its events. Returns whether it did. */
function act(desk: Desk, session: Session, action: PaymentAction, cents?: number): boolean {
  const { books, emit } = desk;
  const charge = books.charges.find(
    ({ payment_intent }) => payment_intent !== null && payment_intent === session.payment_intent,
  );
  const isOpen = session.status === "open";
  const isWaiting = session.status === "complete" && session.payment_status === "unpaid";
  switch (action) {
    case "pay":
      return isOpen && complete(desk, session, "checkout.session.completed");
    case "pay_later":
      return isOpen && wait(desk, session);
    case "later_succeeds":
      return isWaiting && complete(desk, session, "checkout.session.async_payment_succeeded");
    case "later_fails":
      return isWaiting && fail(desk, session);
    case "expire":
      if (isOpen) session.status = "expired";
      return isOpen && Boolean(emit("checkout.session.expired", session));
    case "refund":
      return charge !== undefined && refund(desk, charge, cents ?? charge.amount - charge.amount_refunded);
    case "refund_fails":
      return charge !== undefined && failRefund(desk, charge);
    case "decline":
      return isOpen && Boolean(emit("payment_intent.payment_failed", declinedPayment(session)));
    default:
      return charge !== undefined && actOnDispute(desk, charge, action);
  }
}

function complete({ emit, cards }: Desk, session: Session, type: string): boolean {
  const payment_intent = session.payment_intent ?? sandboxId("pi");
  Object.assign(session, { status: "complete", payment_status: "paid", payment_intent, url: null });
  cards.settle(paymentOf(session, payment_intent));
  emit(type, session);
  return true;
}

/** What is said of an attempt with a card that is declined; the checkout goes on. */
const declinedPayment = ({ metadata }: Session) => ({
  id: sandboxId("pi"),
  object: "payment_intent",
  metadata,
  last_payment_error: { type: "card_error", code: "card_declined", message: "Your card was declined." },
});

const paymentOf = (session: Session, id: string): IntentRequest => ({
  id,
  amount: session.amount_total,
  currency: session.currency,
  metadata: session.sandbox.paymentMetadata,
  email: session.customer_email,
  customer: null,
  card: null,
});

function wait({ books, emit }: Desk, session: Session): boolean {
  const payment_intent = sandboxId("pi");
  Object.assign(session, { status: "complete", payment_intent, url: null });
  books.intents.push({ ...newIntent(paymentOf(session, payment_intent)), status: "processing" });
  emit("checkout.session.completed", session);
  return true;
}

function fail({ books, emit }: Desk, session: Session): boolean {
  const intent = books.intents.find(({ id }) => id === session.payment_intent);
  if (intent) intent.status = "requires_payment_method";
  emit("checkout.session.async_payment_failed", session);
  return true;
}
