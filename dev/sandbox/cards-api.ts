import { type Call, centsOf, type Handlers } from "@/dev/sandbox/dispatch";
import { nowSeconds, sandboxId } from "@/dev/sandbox/ids";
import { Refusal } from "@/dev/sandbox/refusal";
import { listOf, mapOf } from "@/dev/sandbox/stripe-form";

/** What this processor takes as tax, wherever the buyer lives. */
export const TAX_RATE = 0.19;

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
  [/^POST \/v1\/tax\/calculations$/, (call) => calculateTax(call)],
  [/^POST \/v1\/payment_intents$/, (call) => createIntent(call)],
  [/^GET \/v1\/payment_intents$/, ({ sandbox, url }) => listOf(url, sandbox.books.intents)],
  [/^GET \/v1\/payment_intents\/(\w+)$/, ({ sandbox }, id) => sandbox.books.intents.find((known) => known.id === id)],
];

function calculateTax({ sandbox, form }: Call): object {
  const amount = Number(form.get("line_items[0][amount]"));
  if (!/^[A-Z]{2}$/.test(form.get("customer_details[address][country]") ?? ""))
    throw new Refusal("customer_tax_location_invalid", "We could not determine the customer's tax location.");
  const tax = form.get("customer_details[tax_ids][0][value]") ? 0 : Math.round(amount * TAX_RATE);
  const calculation = {
    id: sandboxId("taxcalc"),
    object: "tax.calculation" as const,
    amount_total: amount + tax,
    created: nowSeconds(),
    currency: form.get("currency"),
    livemode: false,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
  };
  sandbox.books.calculations.push(calculation);
  return calculation;
}

function createIntent({ sandbox, form }: Call): object {
  const card = sandbox.books.cards.find(({ id }) => id === form.get("payment_method"));
  if (!card || card.customer !== form.get("customer"))
    throw new Refusal("resource_missing", `No such PaymentMethod: '${form.get("payment_method")}'`);
  if (form.get("confirm") !== "true" || form.get("off_session") !== "true")
    throw new Refusal("parameter_missing", "Only confirmed off-session payments are supported here.");
  const calculation = form.get("hooks[inputs][tax][calculation]");
  const taxed = calculation === null ? null : sandbox.books.calculations.find(({ id }) => id === calculation);
  if (taxed === undefined) throw new Refusal("resource_missing", `No such calculation: '${calculation}'`);
  if (taxed && taxed.amount_total !== centsOf(form))
    throw new Refusal("payment_intent_invalid_parameter", "The amount differs from the total of the tax calculation.");
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
