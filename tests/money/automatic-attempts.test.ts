import { describe, expect, test } from "vitest";
import * as automatic from "@/lib/money/payments/automatic-topups";
import { query } from "@/lib/platform/core/db";
import { cardFixtureOfFile, type Owner, ordersOf, settingsOf } from "@/tests/support/card-fixture";
import { available, run } from "@/tests/support/money";

const { file } = cardFixtureOfFile(3);

/** Somebody whose balance of 7 asks for credits. */
async function needy(): Promise<Owner> {
  const someone = await file.at.unattended();
  expect((await run(someone.key, file.skill.slug)).status).toBe(200);
  return someone;
}

/** As if the pause before the next attempt were over. */
const hurry = (someone: Owner) =>
  query("test.hurry", "UPDATE topup_order SET next_try_at = now() WHERE account_id = $1 AND automatic", [someone.id]);

/** Seconds until the next attempt. */
async function pauseOf(someone: Owner): Promise<number> {
  const [row] = await query<{ seconds: number }>(
    "test.pause",
    "SELECT extract(epoch FROM next_try_at - now())::float AS seconds FROM topup_order WHERE account_id = $1 AND automatic",
    [someone.id],
  );
  return row?.seconds ?? Number.NaN;
}

/** Has the processor answer payments so; returns the idempotency keys under which it was asked. */
function answerPayments(status: number, error: object): string[] {
  const keys: string[] = [];
  file.at.desk.fault = async (request) => {
    if (!new URL(request.url).pathname.endsWith("/payment_intents")) return null;
    keys.push(request.headers.get("idempotency-key") ?? "");
    return Response.json({ error }, { status, headers: { "stripe-should-retry": "false" } });
  };
  return keys;
}

const notOurs = {
  type: "invalid_request_error",
  message: "Your account cannot currently make live charges.",
};
const lost = { type: "api_error", message: "lost" };

describe("an attempt at an automatic payment", () => {
  test("that the processor refuses because of the marketplace waits, longer each time, and turns nothing off", async () => {
    const someone = await needy();
    const keys = answerPayments(400, notOurs);
    expect(await automatic.topUpDue()).toBe(1);
    expect(await automatic.topUpDue()).toBe(0);
    const first = await pauseOf(someone);
    await hurry(someone);
    expect(await automatic.topUpDue()).toBe(1);
    expect(await pauseOf(someone)).toBeGreaterThan(first * 1.5);
    expect((await settingsOf(someone)).auto_topup).toMatchObject({ enabled: true, paused_reason: null });
    // The processor repeats its answers under a key: it is asked under another one.
    expect(new Set(keys).size).toBe(2);
    file.at.desk.fault = null;
    await hurry(someone);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => automatic.topUpDue()));
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
    await file.at.deliver(2);
    expect(await available(someone)).toBe(27);
  });

  test("keeps its key once an answer was lost, whatever is answered later", async () => {
    const someone = await needy();
    const keys: string[] = [];
    for (const [status, error] of [
      [500, lost],
      [400, notOurs],
      [400, notOurs],
    ] as const) {
      const asked = answerPayments(status, error);
      await hurry(someone);
      await automatic.topUpDue();
      keys.push(...asked);
    }
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test("with a card that the processor no longer has fails the order and turns automatic top-ups off", async () => {
    const someone = await needy();
    const card = file.at.books.cards.at(-1);
    if (card) card.customer = null;
    await automatic.topUpDue();
    expect((await ordersOf(someone))[0]).toMatchObject({
      state: "failed",
      failure: "The saved card can no longer be used.",
    });
    expect((await settingsOf(someone)).auto_topup).toMatchObject({ enabled: false });
  });

  test("that was never made ends when the card is removed", async () => {
    const someone = await needy();
    answerPayments(400, notOurs);
    await automatic.topUpDue();
    file.at.desk.fault = null;
    await query(
      "test.new",
      "UPDATE topup_order SET attempts = 0, refusals = 0, next_try_at = now() WHERE account_id = $1 AND automatic",
      [someone.id],
    );
    expect((await someone.browser.api("DELETE", "/v1/credits/card")).status).toBe(200);
    await automatic.topUpDue();
    expect((await ordersOf(someone))[0]).toMatchObject({
      state: "failed",
      failure: "The saved card was removed.",
    });
  });

  test("is given up after most of a day, and says why", async () => {
    const someone = await needy();
    answerPayments(500, lost);
    await automatic.topUpDue();
    await query(
      "test.old",
      "UPDATE topup_order SET created_at = created_at - interval '21 hours', next_try_at = now() WHERE account_id = $1",
      [someone.id],
    );
    expect(await automatic.topUpDue()).toBe(0);
    expect((await settingsOf(someone)).auto_topup).toMatchObject({
      enabled: false,
      paused_reason: "The payment processor took no payment for 20 hours.",
    });
  });
});
