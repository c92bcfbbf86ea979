import { afterAll, beforeAll, expect, test } from "vitest";
import { retryEvents } from "@/lib/money/payments/events";
import { applyEvent } from "@/lib/money/payouts/events";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available } from "@/tests/support/money";
import { changed, sendEvent, startProcessor } from "@/tests/support/payments";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
let admin: Person;
beforeAll(async () => {
  processor = await startProcessor();
  admin = await administrator();
});
afterAll(() => processor.close());

type Emitted = { id: string; type: string; data: { object: { payment_intent?: string | null } } };
type Session = (typeof processor.sandbox.books.sessions)[number];

/** Starts a checkout and pays it, without telling anybody. */
async function pay(someone: Person, amount: number): Promise<Session> {
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error(`no session: ${JSON.stringify(body)}`);
  processor.sandbox.act(session, "pay");
  return session;
}

/** The newest event of a type about a payment. */
function eventOf({ payment_intent }: Session, type: string): Emitted {
  const found = (processor.sandbox.books.events as Emitted[]).findLast(
    (event) => event.type === type && event.data.object.payment_intent === payment_intent,
  );
  if (!found) throw new Error(`no ${type} was emitted`);
  return found;
}
const send = async (session: Session, ...types: string[]) => {
  for (const type of types) expect((await sendEvent(eventOf(session, type))).status).toBe(200);
};

/** Somebody with 30 credits that were paid for. */
async function payer() {
  const someone = await person();
  const session = await pay(someone, 30);
  await send(session, "checkout.session.completed");
  return { someone, session };
}
const noticesOf = async ({ key }: Person, kind: string) =>
  (await call("GET", "/v1/notifications?limit=100", { key })).body.data.filter((each) => each.kind === kind);

test.each([["refund.failed"], ["charge.refund.updated"], ["refund.updated"]])(
  "%s gives the credits back, once, whether or not the refund was told one by one",
  async (type) => {
    for (const first of [["charge.refunded"], ["refund.created", "charge.refunded"], ["refund.created"]]) {
      const { someone, session } = await payer();
      processor.sandbox.act(session, "refund", 2_000);
      await send(session, ...first);
      expect([first, await available(someone)]).toEqual([first, 10]);
      processor.sandbox.act(session, "refund_fails");
      for (let repeat = 0; repeat < 3; repeat++) await sendEvent(changed(eventOf(session, type), () => {}));
      expect([first, await available(someone)]).toEqual([first, 30]);
    }
  },
);

test("a failed refund notifies buyer and administrators once, with what to do", async () => {
  const { someone, session } = await payer();
  processor.sandbox.act(session, "refund", 2_000);
  await send(session, "refund.created", "charge.refunded");
  processor.sandbox.act(session, "refund_fails");
  await send(session, "refund.updated", "charge.refund.updated", "refund.failed");
  expect(await noticesOf(someone, "refund_failed")).toMatchObject([
    { title: "A refund of $20 failed", path: "/wallet" },
  ]);
  const refund = processor.sandbox.books.refunds.at(-1)?.id;
  const told = (await noticesOf(admin, "buyer_refund_failed")).filter(({ text }) =>
    String(text).includes(String(refund)),
  );
  expect(told).toMatchObject([
    { path: `/admin/accounts/${someone.id}`, text: expect.stringContaining("expired or canceled card") },
  ]);
});

test("of two refunds only the one that failed comes back, and a third one counts", async () => {
  const { someone, session } = await payer();
  processor.sandbox.act(session, "refund", 500);
  await send(session, "refund.created", "charge.refunded");
  processor.sandbox.act(session, "refund", 1_000);
  await send(session, "refund.created", "charge.refunded");
  expect(await available(someone)).toBe(15);
  processor.sandbox.act(session, "refund_fails");
  await send(session, "refund.failed");
  expect(await available(someone)).toBe(25);
  processor.sandbox.act(session, "refund", 1_000);
  await send(session, "refund.created", "charge.refunded");
  expect(await available(someone)).toBe(15);
});

test("a failed refund of spent credits forgives the debt first, then fills the wallet", async () => {
  const { someone, session } = await payer();
  const { slug } = await liveSkill(await person(), {
    pricing_type: "subscription",
    price: 20,
    price_per_call: null,
  });
  await call("POST", `/v1/skills/${slug}/purchase`, { key: someone.key });
  processor.sandbox.act(session, "refund");
  await send(session, "refund.created", "charge.refunded");
  expect(await available(someone)).toBe(0);
  processor.sandbox.act(session, "refund_fails");
  await send(session, "refund.failed");
  expect(await available(someone)).toBe(10);
});

test("all 24 orders of payment, refund, its charge and its failure lead to the same balance", async () => {
  const types = ["checkout.session.completed", "refund.created", "charge.refunded", "refund.failed"];
  const buyers = new Map<string, Person>();
  for (const order of permutations(types)) {
    const someone = await person();
    const session = await pay(someone, 30);
    processor.sandbox.act(session, "refund", 1_000);
    processor.sandbox.act(session, "refund_fails");
    for (const type of order) await sendEvent(eventOf(session, type));
    buyers.set(order.join(" "), someone);
  }
  expect(buyers.size).toBe(24);
  await pool().query(
    "UPDATE payment_event SET received_at = received_at - interval '1 minute' WHERE processed_at IS NULL",
  );
  await retryEvents(applyEvent);
  for (const [order, someone] of buyers) expect([order, await available(someone)]).toEqual([order, 30]);
});

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
