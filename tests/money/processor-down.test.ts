import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { endAbandoned } from "@/lib/money/payments/service";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available } from "@/tests/support/money";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
/** What the processor answers instead, while it is set; the idempotency keys under which it was asked. */
let fault: ((really: () => Promise<Response>) => Promise<Response>) | null = null;
let keys: string[] = [];
beforeAll(async () => {
  processor = await startProcessor({
    answer: async (request, really) => {
      keys.push(request.headers.get("idempotency-key") ?? "");
      return fault ? fault(really) : null;
    },
  });
});
afterAll(() => processor.close());
afterEach(() => {
  fault = null;
  keys = [];
});

const topup = (someone: Person, body: object, headers?: Record<string, string>) =>
  call("POST", "/v1/credits/topup", { key: someone.key, body, ...(headers && { headers }) });
const ordersOf = async (someone: Person) => (await call("GET", "/v1/credits/orders", { key: someone.key })).body.data;

const isDown = async () =>
  Response.json(
    { error: { type: "api_error", message: "down" } },
    { status: 500, headers: { "stripe-should-retry": "false" } },
  );
/** Does what it is asked for, and loses the answer. */
const isMute = async (really: () => Promise<Response>) => {
  await really();
  return new Response("", { status: 500, headers: { "stripe-should-retry": "false" } });
};

describe("a processor that is down", () => {
  test("answers 502, and the same Idempotency-Key goes on with the same order when it is back", async () => {
    const someone = await person();
    const headers = { "idempotency-key": "order-1" };
    fault = isDown;
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = await topup(someone, { amount: 20 }, headers);
      expect([failed.status, failed.body.error.code]).toEqual([502, "processor_failed"]);
      expect(failed.headers.get("idempotency-replayed")).toBeNull();
    }
    fault = null;
    const done = await topup(someone, { amount: 20 }, headers);
    expect([done.status, done.headers.get("idempotency-replayed")]).toEqual([200, null]);
    expect(await ordersOf(someone)).toMatchObject([{ state: "open", amount: 20, failure: null }]);
    // The processor would repeat its failure under the key that has had it.
    expect(new Set(keys).size).toBe(3);
    const again = await topup(someone, { amount: 20 }, headers);
    expect([again.body.session_id, again.headers.get("idempotency-replayed")]).toEqual([done.body.session_id, "true"]);
    expect((await topup(someone, { amount: 25 }, headers)).body.error.code).toBe("idempotency_key_reused");
  });

  test("cannot be asked for another amount under the key of an order that waits for it", async () => {
    const someone = await person();
    const headers = { "idempotency-key": "order-1" };
    fault = isDown;
    expect((await topup(someone, { amount: 20 }, headers)).status).toBe(502);
    fault = null;
    expect((await topup(someone, { amount: 50 }, headers)).body.error.code).toBe("idempotency_key_reused");
    expect(await ordersOf(someone)).toHaveLength(1);
  });

  test("and whose answer is lost has one order that is paid once", async () => {
    const someone = await person();
    const headers = { "idempotency-key": "order-1" };
    fault = isMute;
    expect((await topup(someone, { amount: 20 }, headers)).status).toBe(502);
    fault = null;
    const { body } = await topup(someone, { amount: 20 }, headers);
    const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
    if (session) processor.sandbox.act(session, "pay");
    for (const event of processor.sandbox.books.events.slice(-3)) await sendEvent(event);
    expect(await available(someone)).toBe(20);
    expect(await ordersOf(someone)).toMatchObject([{ state: "paid" }]);
  });

  test("fails orders without a key or with an expired key, so that none stays open forever", async () => {
    const someone = await person();
    fault = isDown;
    expect((await topup(someone, { amount: 20 })).status).toBe(502);
    expect(await ordersOf(someone)).toMatchObject([
      { state: "failed", failure: expect.stringContaining("Nothing was paid") },
    ]);
    await topup(someone, { amount: 30 }, { "idempotency-key": "order-1" });
    await endAbandoned();
    expect((await ordersOf(someone))[0]).toMatchObject({ state: "created", amount: 30 });
    await query(
      "test.age",
      "UPDATE topup_order SET created_at = created_at - interval '25 hours' WHERE account_id = $1",
      [someone.id],
    );
    await Promise.all([endAbandoned(), endAbandoned()]);
    expect((await ordersOf(someone)).map(({ state }) => state)).toEqual(["failed", "failed"]);
    fault = null;
    const anew = await topup(someone, { amount: 50 }, { "idempotency-key": "order-1" });
    // The answer of the failed attempts was not kept, so the key is free when its order is over.
    expect([anew.status, anew.body.amount]).toEqual([200, 50]);
  });
});
