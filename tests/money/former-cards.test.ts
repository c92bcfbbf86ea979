import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { detachDue } from "@/lib/money/payments/card-detachments";
import { query } from "@/lib/platform/core/db";
import { type Owner, openCardFixture, settingsOf } from "@/tests/support/card-fixture";
import { sendEvent } from "@/tests/support/payments";

let at: Awaited<ReturnType<typeof openCardFixture>>;
beforeAll(async () => {
  at = await openCardFixture();
});
afterAll(() => at.close());
beforeEach(() => {
  at.desk.fault = null;
});

/** The cards that the processor has for somebody, oldest first, and the one that we keep. */
async function cardsOf(someone: Owner) {
  const [row] = await query<{ customer_id: string; payment_method_id: string | null }>(
    "test.card",
    "SELECT customer_id, payment_method_id FROM auto_topup WHERE account_id = $1",
    [someone.id],
  );
  const attached = at.books.cards.filter(({ customer }) => customer === row?.customer_id);
  return { attached: attached.map(({ id }) => id), kept: row?.payment_method_id ?? null };
}

const waiting = async (someone: Owner) =>
  (
    await query<{ card: string; attempts: number }>(
      "test.waiting",
      "SELECT payment_method_id AS card, attempts FROM card_detachment WHERE account_id = $1",
      [someone.id],
    )
  ).map(({ attempts }) => attempts);

/** As if every pause between two attempts were over. */
const hurry = () => query("test.hurry", "UPDATE card_detachment SET next_try_at = now() - interval '1 second'", []);

const down = (path: string) => async (request: Request) =>
  new URL(request.url).pathname.endsWith(path)
    ? Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 })
    : null;

describe("a saved card that another one takes the place of", () => {
  test("is detached at the processor after the new one is stored, and automatic top-ups stay on", async () => {
    const someone = await at.unattended();
    const { kept: former } = await cardsOf(someone);
    await at.saveCard(someone, "asks");
    const both = await cardsOf(someone);
    expect([both.attached.length, both.kept]).toEqual([2, both.attached[1]]);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => detachDue()));
    expect(rounds.reduce((sum, gone) => sum + gone, 0)).toBe(1);
    await at.deliver();
    const after = await cardsOf(someone);
    expect(after).toEqual({ attached: [both.kept], kept: both.kept });
    expect(after.attached).not.toContain(former);
    expect(await settingsOf(someone)).toMatchObject({
      auto_topup: { enabled: true },
      card: { last4: "3184" },
    });
    expect([await detachDue(), await waiting(someone)]).toEqual([0, []]);
  });

  test("waits while the processor is down, longer each time, and the new one is never lost", async () => {
    const someone = await at.unattended();
    await at.saveCard(someone, "good");
    const { kept } = await cardsOf(someone);
    at.desk.fault = down("/detach");
    for (const attempt of [1, 2, 3]) {
      expect(await detachDue()).toBe(0);
      expect(await waiting(someone)).toEqual([attempt]);
      expect(await detachDue()).toBe(0);
      expect(await waiting(someone)).toEqual([attempt]);
      await hurry();
    }
    expect(await cardsOf(someone)).toMatchObject({ kept, attached: { length: 2 } });
    at.desk.fault = null;
    expect(await detachDue()).toBe(1);
    expect(await cardsOf(someone)).toEqual({ kept, attached: [kept] });
  });

  test("with an unanswered detachment counts as detached once it is gone", async () => {
    const someone = await at.unattended();
    await at.saveCard(someone, "good");
    at.desk.fault = async (request, really) => {
      if (!new URL(request.url).pathname.endsWith("/detach")) return null;
      await really();
      return Response.json({ error: { type: "api_error", message: "lost" } }, { status: 500 });
    };
    expect(await detachDue()).toBe(0);
    at.desk.fault = null;
    await hurry();
    await detachDue();
    expect(await waiting(someone)).toEqual([]);
    expect((await cardsOf(someone)).attached).toHaveLength(1);
  });

  test("is the older one, however late and often events arrive", async () => {
    const someone = await at.owner();
    const save = async () => {
      const { body } = await someone.browser.api("POST", "/v1/credits/card");
      const setup = at.books.setups.find(({ id }) => id === body.session_id);
      if (!setup) throw new Error("there is no setup");
      at.sandbox.cards.finish(setup, "good");
      return at.newest(2)[0] as { id: string; data: { object: { id: string; created: number } } };
    };
    const [older, newer] = [await save(), await save()];
    older.data.object.created -= 60;
    for (const event of [newer, older, newer, older])
      await Promise.all(Array.from({ length: 3 }, () => sendEvent(event)));
    await detachDue();
    expect(await cardsOf(someone)).toEqual({
      kept: newer.data.object.id,
      attached: [newer.data.object.id],
    });
  });

  test("that is saved again before it is detached stays", async () => {
    const someone = await at.unattended();
    const { kept } = await cardsOf(someone);
    await query("test.again", "INSERT INTO card_detachment (payment_method_id, account_id) VALUES ($1, $2)", [
      kept,
      someone.id,
    ]);
    expect(await detachDue()).toBe(0);
    expect([await waiting(someone), await cardsOf(someone)]).toEqual([[], { kept, attached: [kept] }]);
  });
});

describe("the saved card of an account that is closed", () => {
  test("is detached at the processor, however long that does not answer", async () => {
    const someone = await at.unattended();
    const { kept } = await cardsOf(someone);
    const customer = at.books.cards.find(({ id }) => id === kept)?.customer;
    const body = { password: "a long password", give_up_credits: true };
    expect((await someone.browser.api("DELETE", "/v1/account", { body })).status).toBe(200);
    at.desk.fault = down("/detach");
    expect(await detachDue()).toBe(0);
    at.desk.fault = null;
    await hurry();
    expect(await detachDue()).toBe(1);
    expect(customer).toMatch(/^cus_/);
    expect(at.books.cards.filter((card) => card.customer === customer)).toEqual([]);
    expect(await waiting(someone)).toEqual([]);
  });
});
