import { nowSeconds, sandboxId } from "@/dev/sandbox/ids";

type Metadata = Record<string, string>;
const SETUP_SECONDS = 24 * 60 * 60;
const CARD_YEARS = 4;

export type Customer = ReturnType<typeof newCustomer>;
export type Setup = ReturnType<typeof newSetup>;
export type Card = ReturnType<typeof newCard>;
export type Intent = ReturnType<typeof newIntent>;

export type Calculation = { id: string; created: number; amount_total: number };

export type CardBooks = {
  customers: Customer[];
  setups: Setup[];
  cards: Card[];
  intents: Intent[];
  calculations: Calculation[];
};

/** Test cards by their result when charged off-session, with the last digits of Stripe's own. */
export const TEST_CARDS = { good: "4242", declines: "0341", asks: "3184" } as const;
export type CardBehaviour = keyof typeof TEST_CARDS;

/** A customer, with Stripe's own field names. */
export function newCustomer(asked: { email: string | null; metadata: Metadata }) {
  return {
    id: sandboxId("cus"),
    object: "customer" as const,
    balance: 0,
    created: nowSeconds(),
    delinquent: false,
    description: null,
    email: asked.email,
    livemode: false,
    metadata: asked.metadata,
    name: null,
  };
}

/** A checkout session on which a card is saved and nothing is paid. */
export function newSetup(asked: {
  customer: string;
  currency: string | null;
  metadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  pageUrl: (id: string) => string;
}) {
  const id = sandboxId("cs_test");
  return {
    id,
    object: "checkout.session" as const,
    amount_subtotal: null,
    amount_total: null,
    cancel_url: asked.cancelUrl,
    client_reference_id: null,
    created: nowSeconds(),
    currency: asked.currency,
    customer: asked.customer,
    customer_email: null,
    expires_at: nowSeconds() + SETUP_SECONDS,
    livemode: false,
    metadata: asked.metadata,
    mode: "setup" as const,
    payment_intent: null,
    payment_method_types: ["card"],
    payment_status: "no_payment_required" as const,
    setup_intent: sandboxId("seti"),
    status: "open" as "open" | "complete" | "expired",
    success_url: asked.successUrl,
    url: asked.pageUrl(id) as string | null,
  };
}

/** A saved card. */
export function newCard(customer: string, behaviour: CardBehaviour) {
  return {
    id: sandboxId("pm"),
    object: "payment_method" as const,
    card: {
      brand: "visa",
      country: "US",
      exp_month: 12,
      exp_year: new Date().getUTCFullYear() + CARD_YEARS,
      funding: "credit",
      last4: TEST_CARDS[behaviour],
    },
    created: nowSeconds(),
    customer: customer as string | null,
    livemode: false,
    metadata: {} as Metadata,
    type: "card" as const,
    sandbox: { behaviour },
  };
}

export type IntentRequest = {
  id?: string;
  amount: number;
  currency: string;
  metadata: Metadata;
  email: string | null;
  customer: string | null;
  card: Card | null;
  description?: string | null;
};

/** A payment that was not attempted yet. */
export function newIntent(asked: IntentRequest) {
  return {
    id: asked.id ?? sandboxId("pi"),
    object: "payment_intent" as const,
    amount: asked.amount,
    amount_received: 0,
    created: nowSeconds(),
    currency: asked.currency,
    customer: asked.customer,
    description: asked.description ?? null,
    last_payment_error: null as { code: string; message: string; type: string } | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: asked.metadata,
    payment_method: asked.card?.id ?? null,
    receipt_email: asked.email,
    status: "requires_payment_method" as "requires_payment_method" | "processing" | "canceled" | "succeeded",
  };
}
