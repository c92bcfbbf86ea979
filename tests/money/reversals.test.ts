import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/core/db";
import { retryEvents } from "@/lib/payments/events/service";
import { applyEvent } from "@/lib/payouts/events/service";
import { call } from "@/tests/support/api";
import { available, expectSound } from "@/tests/support/money";
import { changed, sendEvent, startProcessor } from "@/tests/support/payments";
import { liveSkill, type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());
afterEach(expectSound);

/** Starts a checkout and returns its session in the processor's books. */
async function open(someone: Person, amount: number) {
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error(`no session: ${JSON.stringify(body)}`);
  return session;
}

/** The processor's newest events, oldest first. */
const newest = (count: number) => processor.sandbox.books.events.slice(-count);

test("all 24 orders of payment, partial refund, dispute and its end lead to the same balance", {
  timeout: 120_000,
}, async () => {
  const orders = permutations([0, 1, 2, 3]);
  expect(orders).toHaveLength(24);
  for (const order of orders) {
    const someone = await person();
    const session = await open(someone, 100);
    processor.sandbox.act(session, "pay");
    processor.sandbox.act(session, "refund", 3_000);
    processor.sandbox.act(session, "dispute");
    processor.sandbox.act(session, "dispute_won");
    const events = newest(4);
    for (const index of order) await sendEvent(events[index] ?? {});
    await pool().query(
      "UPDATE payment_event SET received_at = received_at - interval '1 minute' WHERE processed_at IS NULL",
    );
    await retryEvents(applyEvent);
    expect([order.join(""), await available(someone)]).toEqual([order.join(""), 70]);
  }
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

test("a bank's inquiry takes nothing, and what it becomes counts in whatever order it is told", async () => {
  for (const [statuses, left] of [
    [["warning_needs_response", "warning_under_review", "warning_closed"], 30],
    [["warning_closed", "warning_needs_response"], 30],
    [["warning_needs_response", "needs_response"], 0],
    [["needs_response", "warning_needs_response", "warning_under_review"], 0],
    [["warning_needs_response", "needs_response", "won"], 30],
    [["needs_response", "lost", "warning_needs_response"], 0],
    [["warning_needs_response", "warning_closed", "needs_response"], 0],
    [["needs_response", "warning_closed", "lost"], 0],
    [["warning_closed", "needs_response", "won"], 30],
  ] as const) {
    const someone = await person();
    const session = await open(someone, 30);
    processor.sandbox.act(session, "pay");
    await sendEvent(newest(1)[0] ?? {});
    processor.sandbox.act(session, "dispute");
    const [opened] = newest(1);
    for (const [index, status] of statuses.entries()) {
      const told = changed(opened ?? {}, (copy) => {
        copy.data.object.status = status;
        Object.assign(copy, { type: `charge.dispute.${index === 0 ? "created" : "updated"}` });
      });
      expect((await sendEvent(told)).status).toBe(200);
      if (status.startsWith("warning_") && index === 0) expect(await available(someone)).toBe(30);
    }
    expect([statuses, await available(someone)]).toEqual([statuses, left]);
  }
});

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
