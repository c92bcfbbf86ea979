import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stripe } from "@/lib/money/payments/processor";
import { startProcessor } from "@/tests/support/payments";
import SHAPES from "@/tests/support/stripe-objects.json" with { type: "json" };

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

/** Fields and their types in Stripe's published sample objects (stripe/openapi, fixtures3). */
const shapes: Record<string, Record<string, string>> = SHAPES;
const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** What of an answer Stripe's sample does not have, or has with another type. */
function strange(answer: object, name = (answer as { object: string }).object): string[] {
  const shape = shapes[name] ?? {};
  return Object.entries(answer).flatMap(([field, value]) => {
    const expected = shape[field];
    if (expected === undefined) return [`${name}.${field} is no field of Stripe's`];
    const differs = value !== null && expected !== "null" && typeOf(value) !== expected;
    return differs ? [`${name}.${field} is ${typeOf(value)} instead of ${expected}`] : [];
  });
}

const checkout = (client: Stripe) =>
  client.checkout.sessions.create({
    mode: "payment",
    client_reference_id: "order",
    customer_email: "payer@example.com",
    metadata: { order_id: "order" },
    payment_intent_data: { metadata: { order_id: "order" } },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: 1000, product_data: { name: "10 credits" } },
      },
    ],
    success_url: "http://market.test/wallet",
  });

async function savedCard(client: Stripe, behaviour: "good" | "declines") {
  const customer = await client.customers.create({
    email: "payer@example.com",
    metadata: { account_id: "a" },
  });
  const setup = await client.checkout.sessions.create({
    mode: "setup",
    customer: customer.id,
    currency: "usd",
    success_url: "http://market.test/wallet",
  });
  const found = processor.sandbox.books.setups.find(({ id }) => id === setup.id);
  if (found) processor.sandbox.cards.finish(found, behaviour);
  const card = processor.sandbox.books.cards.at(-1)?.id ?? "";
  return { customer, setup, card };
}

const intentOf = (client: Stripe, customer: string, payment_method: string) =>
  client.paymentIntents.create({
    amount: 2000,
    currency: "usd",
    customer,
    payment_method,
    off_session: true,
    confirm: true,
    metadata: { order_id: "order" },
  });

describe("the sandbox processor", () => {
  test("answers the stripe library with Stripe's own fields and types, in answers, lists and events", async () => {
    const client = stripe();
    const session = await checkout(client);
    const open = processor.sandbox.books.sessions.find(({ id }) => id === session.id);
    if (open) for (const action of ["pay", "dispute", "dispute_won"] as const) processor.sandbox.act(open, action);
    const { customer, setup, card } = await savedCard(client, "good");
    const intent = await intentOf(client, customer.id, card);
    const account = await client.accounts.create({
      controller: { stripe_dashboard: { type: "express" } },
      country: "DE",
      capabilities: { transfers: { requested: true } },
      tos_acceptance: { service_agreement: "recipient" },
      email: "dev@example.com",
    });
    const link = await client.accountLinks.create({
      account: account.id,
      type: "account_onboarding",
      return_url: "http://market.test/console/earnings",
      refresh_url: "http://market.test/console/earnings",
    });
    const [sessions, intents, charges, disputes] = await Promise.all([
      client.checkout.sessions.list(),
      client.paymentIntents.list(),
      client.charges.list(),
      client.disputes.list(),
    ]);
    const detached = await client.paymentMethods.detach(card);
    const told = processor.sandbox.books.events as { type: string; data: { object: object } }[];
    const answers = [
      ...[session, await client.checkout.sessions.retrieve(session.id), customer, setup, intent, account, link],
      ...[detached, ...sessions.data, ...intents.data, ...charges.data, ...disputes.data],
      ...told.flatMap((event) => [event, event.data.object]),
      ...disputes.data.flatMap(({ balance_transactions }) => balance_transactions),
    ];
    const plain = answers.map((answer) => JSON.parse(JSON.stringify(answer)) as object);
    expect([...new Set(plain.flatMap((answer) => strange(answer)))]).toEqual([]);
    expect(new Set(plain.map((answer) => (answer as { object: string }).object))).toEqual(
      new Set([
        ...["checkout.session", "customer", "payment_intent", "account", "account_link", "payment_method"],
        ...["charge", "dispute", "balance_transaction", "event"],
      ]),
    );
    expect(strange(detached.card ?? {}, "payment_method.card")).toEqual([]);
    expect(new Set(told.map(({ type }) => type))).toEqual(
      new Set([
        ...["charge.succeeded", "payment_intent.succeeded", "checkout.session.completed"],
        ...["charge.dispute.created", "charge.dispute.closed"],
        ...["charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated"],
        ...["payment_method.attached", "payment_method.detached"],
      ]),
    );
  });

  test("fails as the library's own errors: a declined card, an unknown object, a wrong key, a wrong amount", async () => {
    const client = stripe();
    const { customer, card } = await savedCard(client, "declines");
    await expect(intentOf(client, customer.id, card)).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
      statusCode: 402,
    });
    await expect(intentOf(client, customer.id, "pm_unknown")).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      code: "resource_missing",
    });
    await expect(client.checkout.sessions.retrieve("cs_unknown")).rejects.toMatchObject({ statusCode: 404 });
    await expect(client.charges.list({}, { apiKey: "sk_test_other" })).rejects.toMatchObject({
      type: "StripeAuthenticationError",
    });
  });

  test("repeats the answer of a repeated Idempotency-Key, refusals too", async () => {
    const client = stripe();
    const make = () => client.customers.create({ email: "twice@example.com" }, { idempotencyKey: "one" });
    const [first, second] = await Promise.all([make(), make()]);
    expect(first.id).toBe(second.id);
  });
});
