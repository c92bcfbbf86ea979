import {
  type Card,
  type CardBehaviour,
  type Intent,
  type IntentRequest,
  newCard,
  newCustomer,
  newIntent,
  newSetup,
  type Setup,
} from "@/dev/sandbox/cards-store";
import { type Books, newCharge } from "@/dev/sandbox/store";

/** Stripe's decline codes for off-session payments. */
const REFUSALS: Record<Exclude<CardBehaviour, "good">, { code: string; message: string }> = {
  declines: { code: "card_declined", message: "Your card was declined." },
  asks: {
    code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
};

type Options = {
  books: Books;
  save: () => void;
  emit: (type: string, object: object) => object;
  pageBase: string;
};

/** Customers, their saved cards and payments with them: the part of Stripe for off-session payments. */
export function createCards({ books, save, emit, pageBase }: Options) {
  const settle = (asked: IntentRequest): Intent => {
    const waiting = books.intents.find(({ id }) => id === asked.id);
    const intent = waiting ?? newIntent(asked);
    const charge = newCharge({
      ...asked,
      paymentIntent: intent.id,
      paymentMethod: intent.payment_method,
      receiptUrl: (id) => `${pageBase}/sandbox/receipts/${id}`,
    });
    Object.assign(intent, { status: "succeeded", amount_received: intent.amount, latest_charge: charge.id });
    if (!waiting) books.intents.push(intent);
    books.charges.push(charge);
    emit("charge.succeeded", charge);
    emit("payment_intent.succeeded", intent);
    return intent;
  };
  return {
    settle,
    /** Charges a card off-session. Returns the payment, or the decline code. */
    charge: (asked: IntentRequest & { card: Card }) =>
      asked.card.sandbox.behaviour === "good"
        ? settle(asked)
        : refuse(books, emit, asked, asked.card.sandbox.behaviour),
    openCustomer: (asked: Parameters<typeof newCustomer>[0]) => {
      const customer = newCustomer(asked);
      books.customers.push(customer);
      return customer;
    },
    openSetup: (asked: Omit<Parameters<typeof newSetup>[0], "pageUrl">) => {
      const setup = newSetup({ ...asked, pageUrl: (id) => `${pageBase}/sandbox/cards/${id}` });
      books.setups.push(setup);
      return setup;
    },
    /** Saves a test card of the wanted behaviour; once a setup. */
    finish: (setup: Setup, behaviour: CardBehaviour) => {
      if (setup.status !== "open") return;
      const card = newCard(setup.customer, behaviour);
      Object.assign(setup, { status: "complete", url: null });
      books.cards.push(card);
      emit("payment_method.attached", card);
      emit("checkout.session.completed", setup);
    },
    detach: (card: Card) => {
      const before = { ...card };
      card.customer = null;
      save();
      emit("payment_method.detached", before);
      return card;
    },
  };
}

function refuse(
  books: Books,
  emit: Options["emit"],
  asked: IntentRequest,
  behaviour: Exclude<CardBehaviour, "good">,
): Intent {
  const intent = newIntent(asked);
  intent.last_payment_error = { type: "card_error", ...REFUSALS[behaviour] };
  books.intents.push(intent);
  emit("payment_intent.payment_failed", intent);
  return intent;
}
