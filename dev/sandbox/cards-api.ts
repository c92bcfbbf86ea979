import { type Call, centsOf, type Handlers } from "@/dev/sandbox/dispatch";
import { Refusal } from "@/dev/sandbox/refusal";
import { listOf, mapOf } from "@/dev/sandbox/stripe-form";

/** What Stripe answers about customers, saved cards and payments with them, by method and path. */
export const CARD_HANDLERS: Handlers = [
  [
    /^POST \/v1\/customers$/,
    ({ sandbox, form }) => sandbox.cards.openCustomer({ email: form.get("email"), metadata: mapOf(form, "metadata") }),
  ],
  [
    /^POST \/v1\/payment_methods\/(\w+)\/detach$/,
    ({ sandbox }, id) => {
      const card = sandbox.books.cards.find((known) => known.id === id && known.customer !== null);
      if (!card) throw new Refusal("resource_missing", `No such PaymentMethod: '${id}'`, 404);
      return sandbox.cards.detach(card);
    },
  ],
  [/^GET \/v1\/payment_methods\/(\w+)$/, ({ sandbox }, id) => sandbox.books.cards.find((known) => known.id === id)],
  [/^POST \/v1\/payment_intents$/, (call) => createIntent(call)],
  [/^GET \/v1\/payment_intents$/, ({ sandbox, url }) => listOf(url, sandbox.books.intents)],
  [/^GET \/v1\/payment_intents\/(\w+)$/, ({ sandbox }, id) => sandbox.books.intents.find((known) => known.id === id)],
];

function createIntent({ sandbox, form }: Call): object {
  const card = sandbox.books.cards.find(({ id }) => id === form.get("payment_method"));
  if (!card || card.customer !== form.get("customer"))
    throw new Refusal("resource_missing", `No such PaymentMethod: '${form.get("payment_method")}'`);
  if (form.get("confirm") !== "true" || form.get("off_session") !== "true")
    throw new Refusal("parameter_missing", "Only confirmed off-session payments are supported here.");
  const customer = sandbox.books.customers.find(({ id }) => id === card.customer);
  const intent = sandbox.cards.charge({
    amount: centsOf(form),
    currency: form.get("currency") ?? "",
    metadata: mapOf(form, "metadata"),
    email: customer?.email ?? null,
    customer: card.customer,
    card,
    description: form.get("description"),
  });
  const refusal = intent.last_payment_error;
  if (refusal) throw new Refusal(refusal.code, refusal.message, 402, { payment_intent: intent });
  return intent;
}
