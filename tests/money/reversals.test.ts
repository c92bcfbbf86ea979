import { afterAll, beforeAll, expect, test } from "vitest";
import type { DisputeAction } from "@/dev/sandbox/disputes";
import { retryEvents } from "@/lib/money/payments/events";
import { applyEvent } from "@/lib/money/payouts/events";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available } from "@/tests/support/money";
import { changed, sendEvent, startProcessor } from "@/tests/support/payments";
import { liveSkill, type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

/** Starts a checkout and returns its session in the processor's books. */
async function open(someone: Person, amount: number) {
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error(`no session: ${JSON.stringify(body)}`);
  return session;
}

type Emitted = { type: string; data: { object: { payment_intent?: string | null } } };
/** The events of a payment: these types in this order, or all in the order of their emission. */
function emitted(paymentIntent: string | null, types?: string[]): Emitted[] {
  const events = (processor.sandbox.books.events as Emitted[]).filter(
    ({ data }) => data.object.payment_intent === paymentIntent,
  );
  if (!types) return events;
  return types.map((type) => {
    const found = events.findLast((event) => event.type === type);
    if (!found) throw new Error(`no ${type} was emitted`);
    return found;
  });
}

/** Somebody who has paid for 30 credits, by a payment that the processor has told us of. */
async function paid() {
  const someone = await person();
  const session = await open(someone, 30);
  processor.sandbox.act(session, "pay");
  await sendEvent(newest(1)[0] ?? {});
  return { someone, session };
}

/** The processor's newest events, oldest first. */
const newest = (count: number) => processor.sandbox.books.events.slice(-count);

test("all 24 orders of payment, partial refund, dispute and its end lead to the same balance", async () => {
  const orders = permutations([0, 1, 2, 3]);
  expect(orders).toHaveLength(24);
  const buyers = new Map<string, Person>();
  for (const order of orders) {
    const someone = await person();
    const session = await open(someone, 100);
    processor.sandbox.act(session, "pay");
    processor.sandbox.act(session, "refund", 3_000);
    processor.sandbox.act(session, "dispute");
    processor.sandbox.act(session, "dispute_won");
    const events = emitted(session.payment_intent, [
      "checkout.session.completed",
      "charge.refunded",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.funds_reinstated",
    ]);
    for (const index of order) await sendEvent(events[index] ?? {});
    buyers.set(order.join(""), someone);
  }
  await pool().query(
    "UPDATE payment_event SET received_at = received_at - interval '1 minute' WHERE processed_at IS NULL",
  );
  await retryEvents(applyEvent);
  for (const [order, someone] of buyers) expect([order, await available(someone)]).toEqual([order, 70]);
});

test("a refund of spent credits takes the wallet to zero, leaves the rest as debt, and the next top-up repays it first", async () => {
  const someone = await person();
  const session = await open(someone, 20);
  processor.sandbox.act(session, "pay");
  await sendEvent(newest(1)[0] ?? {});
  const { slug } = await liveSkill(await person(), {
    pricing_type: "subscription",
    price: 15,
    price_per_call: null,
  });
  await call("POST", `/v1/skills/${slug}/purchase`, { key: someone.key });
  for (const cents of [1_200, 800]) {
    processor.sandbox.act(session, "refund", cents);
    for (let repeat = 0; repeat < 3; repeat++) await sendEvent(newest(1)[0] ?? {});
  }
  expect(await available(someone)).toBe(0);
  processor.sandbox.act(await open(someone, 50), "pay");
  await sendEvent(newest(1)[0] ?? {});
  expect(await available(someone)).toBe(35);
});

test("a dispute takes the credits, a won one gives them back, a lost one does not", async () => {
  for (const [outcome, left] of [
    ["dispute_won", 30],
    ["dispute_lost", 0],
  ] as const) {
    const someone = await person();
    const session = await open(someone, 30);
    for (const [action, balance] of [
      ["pay", 30],
      ["dispute", 0],
      [outcome, left],
    ] as const) {
      processor.sandbox.act(session, action);
      await sendEvent(newest(1)[0] ?? {});
      expect([action, await available(someone)]).toEqual([action, balance]);
    }
  }
});

/** What the bank does, one after the other, and what is left of 30 credits in the end. */
const COURSES: [DisputeAction[], number][] = [
  [["inquire"], 30],
  [["inquire", "inquiry_closed"], 30],
  [["inquire", "inquiry_escalates"], 0],
  [["inquire", "inquiry_escalates", "dispute_lost"], 0],
  [["inquire", "inquiry_escalates", "dispute_won"], 30],
  [["prevent"], 30],
  [["dispute", "dispute_lost", "dispute_appealed"], 0],
  [["dispute", "dispute_lost", "dispute_appealed", "dispute_won"], 30],
  [["dispute", "dispute_lost", "dispute_appealed", "dispute_lost"], 0],
];

test.each(COURSES)("%j leaves %d of 30 credits, with events in order, reversed and twice", async (course, left) => {
  for (const arrange of [(events: Emitted[]) => events, (events: Emitted[]) => events.toReversed()]) {
    const { someone, session } = await paid();
    for (const action of course) expect(processor.sandbox.act(session, action)).toBe(true);
    const told = emitted(session.payment_intent).filter(({ type }) => type.startsWith("charge.dispute."));
    const again = told.map((each) => ({ ...each, ...changed(each, () => {}) }));
    for (const event of arrange([...told, ...again])) expect((await sendEvent(event)).status).toBe(200);
    expect(await available(someone)).toBe(left);
  }
});

test("an inquiry that a refund resolves takes its credits once, whatever the dispute is called in the end", async () => {
  for (const status of ["warning_closed", "lost", "won", "prevented"]) {
    const { someone, session } = await paid();
    processor.sandbox.act(session, "inquire");
    processor.sandbox.act(session, "refund", 1_000);
    processor.sandbox.act(session, "inquiry_closed");
    for (const event of emitted(session.payment_intent)) {
      const object = event.data.object as { object?: string; status?: string };
      if (event.type === "charge.dispute.closed") object.status = status;
      expect((await sendEvent(event)).status).toBe(200);
    }
    expect([status, await available(someone)]).toEqual([status, 20]);
  }
});

test("a dispute that was won gives back what it took of spent credits: the debt first, then the wallet", async () => {
  const { someone, session } = await paid();
  const { slug } = await liveSkill(await person(), {
    pricing_type: "subscription",
    price: 20,
    price_per_call: null,
  });
  await call("POST", `/v1/skills/${slug}/purchase`, { key: someone.key });
  for (const [action, left] of [
    ["dispute", 0],
    ["dispute_lost", 0],
    ["dispute_appealed", 0],
    ["dispute_won", 10],
  ] as const) {
    processor.sandbox.act(session, action);
    await sendEvent(newest(1)[0] ?? {});
    expect([action, await available(someone)]).toEqual([action, left]);
  }
});

test("a platform that settles in another currency loses and gets back the disputed amount, not the other currency's", async () => {
  const { someone, session } = await paid();
  processor.sandbox.act(session, "dispute");
  processor.sandbox.act(session, "dispute_won");
  const inEuros = (type: string) =>
    changed(emitted(session.payment_intent, [type])[0] ?? {}, ({ data }) => {
      for (const each of data.object.balance_transactions as { amount: number; currency: string }[])
        Object.assign(each, { amount: Math.round(each.amount * 0.87), currency: "eur" });
    });
  await sendEvent(inEuros("charge.dispute.funds_withdrawn"));
  expect(await available(someone)).toBe(0);
  await sendEvent(inEuros("charge.dispute.funds_reinstated"));
  expect(await available(someone)).toBe(30);
});

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
