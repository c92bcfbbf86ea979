import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retryEvents } from "@/lib/money/payments/events";
import { applyEvent } from "@/lib/money/payouts/events";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus } from "@/tests/support/money";
import { changed, sendEvent, startProcessor } from "@/tests/support/payments";
import { liveSkill, type Person, person, unique } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

const topup = (someone: Person, body: object, headers?: Record<string, string>) =>
  call("POST", "/v1/credits/topup", { key: someone.key, body, ...(headers && { headers }) });

/** Starts a checkout and returns its session in the processor's books. */
async function open(someone: Person, amount: number) {
  const { body } = await topup(someone, { amount });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error(`no session: ${JSON.stringify(body)}`);
  return session;
}

/** The processor's newest events, oldest first. */
const newest = (count: number) => processor.sandbox.books.events.slice(-count);

describe("GET and POST /v1/credits/topup", () => {
  test("packs are listed, and a checkout says what it is about", async () => {
    const someone = await person();
    const packs = await call("GET", "/v1/credits/topup", { key: someone.key });
    expect(packs.body.data.map(({ pack_id, credits, price }) => [pack_id, credits, price])).toContainEqual([
      "credits-25",
      25,
      25,
    ]);
    const { status, body } = await topup(someone, { pack_id: "credits-25" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      credits: 25,
      amount: 25,
      currency: "usd",
      session_id: expect.stringMatching(/^cs_test_/),
      checkout_url: expect.stringContaining("/sandbox/checkout/"),
    });
    const session = processor.sandbox.books.sessions.at(-1);
    expect(session).toMatchObject({
      amount_total: 2500,
      metadata: { account_id: someone.id },
      client_reference_id: expect.any(String),
    });
    expect((await call("GET", "/v1/credits/orders", { key: someone.key })).body.data).toMatchObject([
      { id: session?.client_reference_id, state: "open", credits: 25, amount: 25, paid_at: null },
    ]);
    expect(await available(someone)).toBe(0);
  });

  test("a payment names the skill that it is for: at the checkout, and in one's payments", async () => {
    const [someone, developer] = [await person(), await person()];
    const skill = await liveSkill(developer, { name: "Cash flow forecast" });
    expect((await topup(someone, { amount: 10, skill: skill.slug })).status).toBe(200);
    expect(processor.sandbox.books.sessions.at(-1)?.sandbox.description).toBe("For Cash flow forecast");
    const payments = async () => (await call("GET", "/v1/credits/orders", { key: someone.key })).body.data;
    expect(await payments()).toMatchObject([{ skill: { slug: skill.slug, name: "Cash flow forecast" } }]);
    await call("POST", `/v1/developer/skills/${skill.id}/unlist`, { key: developer.key });
    expect(await payments()).toMatchObject([{ skill: null }]);
  });

  test("under one Idempotency-Key, parallel starts make one session", async () => {
    const someone = await person();
    const before = processor.sandbox.books.sessions.length;
    const headers = { "idempotency-key": `top-${unique()}` };
    await Promise.all(Array.from({ length: 20 }, () => topup(someone, { amount: 5 }, headers)));
    expect((await topup(someone, { amount: 5 }, headers)).headers.get("idempotency-replayed")).toBe("true");
    expect(processor.sandbox.books.sessions.length - before).toBe(1);
  });

  test("an expired key starts a new checkout, and a current one refuses another amount", async () => {
    const someone = await person();
    const headers = { "idempotency-key": "topup" };
    const forget = () => pool().query("DELETE FROM idempotency_record WHERE account_id = $1", [someone.id]);
    const first = await topup(someone, { amount: 10 }, headers);
    await forget();
    expect((await topup(someone, { amount: 10 }, headers)).body.session_id).toBe(first.body.session_id);
    await forget();
    const other = await topup(someone, { amount: 50 }, headers);
    expect([other.status, other.body.error.code]).toEqual([400, "idempotency_key_reused"]);
    await forget();
    await pool().query("UPDATE topup_order SET created_at = created_at - interval '25 hours' WHERE account_id = $1", [
      someone.id,
    ]);
    const later = await topup(someone, { amount: 50 }, headers);
    expect([later.status, later.body.amount]).toEqual([200, 50]);
    expect(later.body.session_id).not.toBe(first.body.session_id);
  });

  test.each([
    [{}, "pack_id"],
    [{ pack_id: "credits-25", amount: 25 }, "pack_id"],
    [{ pack_id: "credits-7" }, "pack_id"],
    [{ amount: 4.99 }, "amount"],
    [{ amount: 10_000.01 }, "amount"],
    [{ amount: 10.005 }, "amount"],
    [{ amount: -10 }, "amount"],
    [{ amount: "10" }, "amount"],
    [{ amount: 10, skill: "no-such-skill" }, "skill"],
  ])("%j is refused by name, and no order is made", async (body, param) => {
    const someone = await person();
    const answer = await topup(someone, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    expect((await call("GET", "/v1/credits/orders", { key: someone.key })).body.total).toBe(0);
  });
});

describe("POST /v1/webhooks/stripe", () => {
  test("one event delivered a hundred times at once, and its asynchronous twin, are one credit", async () => {
    const someone = await person();
    processor.sandbox.act(await open(someone, 50), "pay");
    const [completed] = newest(1);
    const twin = changed(completed ?? {}, (event) =>
      Object.assign(event, { type: "checkout.session.async_payment_succeeded" }),
    );
    const answers = await Promise.all([
      ...Array.from({ length: 100 }, () => sendEvent(completed ?? {})),
      sendEvent(twin),
    ]);
    expect(byStatus(answers)).toEqual({ 200: 101 });
    expect(await available(someone)).toBe(50);
    expect((await call("GET", "/v1/ledger", { key: someone.key })).body.data).toMatchObject([
      { kind: "topup", amount: 50, balance_after: 50 },
    ]);
    expect((await call("GET", "/v1/credits/orders", { key: someone.key })).body.data).toMatchObject([
      { state: "paid" },
    ]);
  });

  test("a payment that comes later is credited when it has come, one that fails is not", async () => {
    const [early, late] = [await person(), await person()];
    for (const [someone, outcome] of [
      [early, "later_succeeds"],
      [late, "later_fails"],
    ] as const) {
      const session = await open(someone, 10);
      processor.sandbox.act(session, "pay_later");
      await sendEvent(newest(1)[0] ?? {});
      expect([
        await available(someone),
        (await call("GET", "/v1/credits/orders", { key: someone.key })).body.data[0]?.state,
      ]).toEqual([0, "processing"]);
      processor.sandbox.act(session, outcome);
      await sendEvent(newest(1)[0] ?? {});
    }
    expect([await available(early), await available(late)]).toEqual([10, 0]);
  });

  test("a card that is declined says why while the checkout stays open, and no more once it is paid", async () => {
    const someone = await person();
    const session = await open(someone, 10);
    const orderOf = async () => (await call("GET", "/v1/credits/orders", { key: someone.key })).body.data[0];
    expect(processor.sandbox.act(session, "decline")).toBe(true);
    const declined = newest(1)[0] ?? {};
    processor.sandbox.act(session, "pay");
    const [completed] = newest(1);
    const message = "Your card was declined.";
    expect((await sendEvent(declined)).status).toBe(200);
    expect(await orderOf()).toMatchObject({ state: "open", failure: message });
    expect((await orderOf())?.checkout_url).not.toBeNull();
    expect(await available(someone)).toBe(0);
    await sendEvent(completed ?? {});
    expect(await orderOf()).toMatchObject({ state: "paid", failure: null, checkout_url: null });
    // Events may arrive late: a payment that has arrived did not fail.
    await sendEvent(changed(declined, () => {}));
    expect(await orderOf()).toMatchObject({ state: "paid", failure: null });
  });

  test("thirteen forgeries are refused and credit nothing", async () => {
    const [someone, other] = [await person(), await person()];
    processor.sandbox.act(await open(someone, 10), "pay");
    const [event] = newest(1);
    const genuine = event ?? {};
    const text = JSON.stringify(genuine);
    const object = (change: Record<string, unknown>) =>
      changed(genuine, (copy) => Object.assign(copy.data.object, change));
    const answers = [
      await sendEvent(genuine, { shiftSeconds: -301 }),
      await sendEvent(genuine, { shiftSeconds: 310 }),
      await sendEvent(genuine, { sent: `${text} ` }),
      await sendEvent(genuine, { sent: JSON.stringify(JSON.parse(text), null, 1) }),
      await sendEvent(genuine, { secret: "whsec_other" }),
      await call("POST", "/v1/webhooks/stripe", { raw: text }),
      await call("POST", "/v1/webhooks/stripe", {
        raw: text,
        headers: { "stripe-signature": "t=now,v1=00" },
      }),
      await sendEvent(object({ metadata: { account_id: other.id } })),
      await sendEvent(object({ amount_total: 100_000 })),
      await sendEvent(object({ currency: "jpy" })),
      await sendEvent(changed(genuine, (copy) => Object.assign(copy, { livemode: true }))),
      await sendEvent(
        object({ client_reference_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", payment_intent: "pi_other" }),
      ),
      await sendEvent(object({ id: "cs_test_other" })),
    ];
    // Those that nobody signed just now, and those whose content is about another payment than ours.
    expect(answers.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual([
      ...Array.from({ length: 7 }, () => "400 invalid_signature"),
      ...Array.from({ length: 6 }, () => "400 event_refused"),
    ]);
    expect([await available(someone), await available(other)]).toEqual([0, 0]);
    expect((await sendEvent(genuine)).status).toBe(200);
    expect(await available(someone)).toBe(10);
  });

  test("a handler that fails is answered 500, tried again, and credits once", async () => {
    const someone = await person();
    processor.sandbox.act(await open(someone, 40), "pay");
    const event = newest(1)[0] ?? {};
    await pool().query("ALTER TABLE ledger_transaction RENAME TO ledger_transaction_away");
    for (let attempt = 0; attempt < 3; attempt++) expect((await sendEvent(event)).status).toBe(500);
    await pool().query("ALTER TABLE ledger_transaction_away RENAME TO ledger_transaction");
    expect((await sendEvent(event)).status).toBe(200);
    expect((await sendEvent(event)).status).toBe(200);
    expect(await available(someone)).toBe(40);
  });

  test("an event whose process died between inbox and apply is applied by the job, once", async () => {
    const someone = await person();
    processor.sandbox.act(await open(someone, 15), "pay");
    const event = newest(1)[0] as { id: string; type: string };
    await pool().query(
      "INSERT INTO payment_event (id, type, payload, received_at) VALUES ($1, $2, $3, now() - interval '1 minute')",
      [event.id, event.type, JSON.stringify(event)],
    );
    await Promise.all([retryEvents(applyEvent), retryEvents(applyEvent)]);
    expect(await available(someone)).toBe(15);
  });

  test("reconciliation finds missed events", async () => {
    const { reconcilePayments } = await import("@/lib/money/payments/reconciliation");
    const someone = await person();
    const session = await open(someone, 60);
    processor.sandbox.act(session, "pay");
    processor.sandbox.act(session, "refund", 1_000);
    await reconcilePayments();
    await reconcilePayments();
    expect(await available(someone)).toBe(50);
  });
});
