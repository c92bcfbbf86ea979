import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { byStatus, earned } from "@/tests/support/money";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import {
  advance,
  age,
  askToConnect,
  connect,
  earner,
  earningsOf,
  newestPayout,
  payOut,
  type StoredEvent,
  sell,
  tell,
} from "@/tests/support/payouts";
import { administrator, type Person, person, unique } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
let admin: Person;
beforeAll(async () => {
  processor = await startProcessor();
  admin = await administrator();
});
afterAll(() => processor.close());

const account = (developer: Person) => call("GET", "/v1/developer/payouts/account", { key: developer.key });
const refresh = (developer: Person) => call("POST", "/v1/developer/payouts/account/refresh", { key: developer.key });
const refund = (id: string) =>
  call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: admin.key,
    body: { refund: "full", reason: "It stopped working." },
  });
const transfersTo = (destination: string) =>
  processor.sandbox.books.transfers.filter((transfer) => transfer.destination === destination);
const accountOf = (developer: Person) => {
  const found = processor.sandbox.books.accounts.find(({ email }) => email === developer.email);
  if (!found) throw new Error("there is no account");
  return found;
};

describe("connecting an account", () => {
  test("one payout account per developer, in the processor's state", async () => {
    const developer = await person();
    expect((await account(developer)).body).toEqual({
      state: "none",
      country: null,
      bank: null,
      due: [],
      monthly: false,
      minimum: 10,
      hold_days: 7,
      countries: expect.arrayContaining(["DE", "US"]),
    });
    const link = () => askToConnect(developer, { country: "US" });
    const links = await Promise.all([link(), link(), link()]);
    expect(links[0]?.body.url).toMatch(/^http:\/\/market\.test\/sandbox\/connect\/acct_/);
    expect(new Set(links.map(({ body }) => body.url)).size).toBe(1);
    expect((await account(developer)).body.state).toBe("incomplete");
    const acct = accountOf(developer);
    processor.sandbox.connect.actOnAccount(acct, "fail_verification");
    expect((await refresh(developer)).body).toMatchObject({
      state: "restricted",
      due: ["individual.verification.document"],
    });
    processor.sandbox.connect.actOnAccount(acct, "finish");
    const event = processor.sandbox.books.events.at(-1) as StoredEvent & { created: number };
    expect((await sendEvent(event)).status).toBe(200);
    expect((await account(developer)).body).toMatchObject({ state: "ready", country: "US", due: [] });
    const older = structuredClone(event);
    Object.assign(older, { id: `evt_${unique()}`, created: event.created - 60 });
    Object.assign(older.data.object, { payouts_enabled: false });
    await sendEvent(older);
    expect((await account(developer)).body.state).toBe("ready");
  });

  test("a payout account names its bank after synchronization, and no bank before or after withdrawn access", async () => {
    const developer = await person();
    await askToConnect(developer, {});
    expect((await refresh(developer)).body.bank).toBeNull();
    const acct = accountOf(developer);
    processor.sandbox.connect.actOnAccount(acct, "finish");
    expect((await account(developer)).body.bank).toBeNull();
    const bank = { name: "STRIPE TEST BANK", last4: "6789" };
    expect((await refresh(developer)).body.bank).toEqual(bank);
    expect((await account(developer)).body.bank).toEqual(bank);
    processor.sandbox.connect.actOnAccount(acct, "deauthorize");
    await sendEvent(processor.sandbox.books.events.at(-1) as StoredEvent);
    expect((await account(developer)).body.bank).toBeNull();
  });

  test("a country that the processor does not serve is refused by name, and another can be chosen", async () => {
    const developer = await person();
    const link = (country: string) => askToConnect(developer, { country });
    for (const country of ["ZZ", "us", "USA", "", "MX", "JP", "IS"]) {
      const { status, body } = await link(country);
      expect([country, status, body.error.param]).toEqual([country, 400, "country"]);
    }
    expect((await link("DE")).status).toBe(200);
    expect((await account(developer)).body).toMatchObject({ state: "incomplete", country: "DE" });
  });

  test("without an account, or with an unfinished one, nothing is paid out", async () => {
    const developer = await person();
    await sell(developer, 100);
    await age(developer, 8);
    expect((await payOut(developer)).body.error.code).toBe("payout_not_ready");
    await askToConnect(developer, {});
    expect((await payOut(developer)).body.error.code).toBe("payout_not_ready");
    expect(await earned(developer)).toBe(85_000_000n);
  });

  test("a processor that is down is a 502, and the next call goes on", async () => {
    const developer = await person();
    await processor.close();
    let isDown = true;
    processor = await startProcessor({
      answer: async () =>
        isDown ? Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 }) : null,
    });
    const link = () => askToConnect(developer, {});
    expect([(await link()).status, (await account(developer)).body.state]).toEqual([502, "none"]);
    isDown = false;
    expect((await link()).status).toBe(200);
  });
});

describe("POST /v1/developer/payouts", () => {
  test("what is free leaves the earnings at once, goes to the bank, and is paid when the bank has it", async () => {
    const developer = await earner(100, processor);
    await sell(developer, 20);
    expect(await earningsOf(developer)).toMatchObject({
      balance: 102,
      available: 85,
      held: 17,
      in_payout: 0,
      paid_out: 0,
      next_release_at: expect.stringMatching(/^20/),
    });
    const { status, body } = await payOut(developer);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        amount: 85,
        currency: "usd",
        state: "in_transit",
        origin: "requested",
        returned: 0,
      }),
    ]);
    expect(await earningsOf(developer)).toMatchObject({ balance: 17, available: 0, held: 17, in_payout: 85 });
    const bank = processor.sandbox.books.bankPayouts.at(-1);
    expect(bank).toMatchObject({ amount: 8_500, metadata: { payout_id: body.id } });
    if (bank) processor.sandbox.connect.settle(bank, "arrive");
    await tell(developer, processor, "payout.paid", 10);
    expect(await newestPayout(developer)).toMatchObject({ state: "paid", paid_at: expect.any(String) });
    expect(await earningsOf(developer)).toMatchObject({ balance: 17, in_payout: 0, paid_out: 85 });
    expect(transfersTo(accountOf(developer).id)).toHaveLength(1);
    const notices = await call("GET", "/v1/notifications", { key: developer.key });
    expect(notices.body.data.filter(({ kind }) => kind === "payout_paid")).toMatchObject([
      { title: "$85 paid out", path: "/console/earnings" },
    ]);
  });

  test("a partial payout is in whole cents, at least ten credits, at most the available earnings", async () => {
    const developer = await earner(100.000007, processor);
    for (const [amount, code] of [
      [85.01, "insufficient_earnings"],
      [9.99, "invalid_request"],
      [20.005, "invalid_request"],
      [-20, "invalid_request"],
      ["20", "invalid_request"],
    ] as const)
      expect([amount, (await payOut(developer, { amount })).body.error.code]).toEqual([amount, code]);
    expect((await payOut(developer, { amount: 20.5 })).body).toMatchObject({ amount: 20.5 });
    expect(await earned(developer)).toBe(64_500_006n);
    const small = await earner(11, processor);
    expect((await payOut(small)).body.error).toMatchObject({
      code: "payout_too_small",
      details: { minimum: 10, available: 9.35 },
    });
  });

  test("a refund of a held sale takes nothing from what is free", async () => {
    const developer = await earner(100, processor);
    const { id } = await sell(developer, 50);
    await refund(id);
    expect(await earningsOf(developer)).toMatchObject({ balance: 85, available: 85, held: 0 });
  });

  test("a refund after the payout makes the earnings negative, and the next sales make it good", async () => {
    const developer = await person();
    const { id } = await sell(developer, 100);
    await age(developer, 8);
    await connect(developer, processor);
    await payOut(developer);
    await refund(id);
    expect(await earningsOf(developer)).toMatchObject({ balance: -85, available: -85, in_payout: 85 });
    await sell(developer, 120);
    expect(await earningsOf(developer)).toMatchObject({ balance: 17, held: 102, available: -85 });
    await age(developer, 8);
    const bank = processor.sandbox.books.bankPayouts.at(-1);
    if (bank) processor.sandbox.connect.settle(bank, "arrive");
    await tell(developer, processor, "payout.paid");
    expect((await payOut(developer)).body).toMatchObject({ amount: 17 });
  });

  test("ten payouts at once are one, whatever they ask for", async () => {
    for (let round = 0; round < 5; round++) {
      const developer = await earner(100, processor);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => payOut(developer, i % 2 ? {} : { amount: 50 })),
      );
      expect(byStatus(answers)).toEqual({ 200: 1, 409: 9 });
      expect(transfersTo(accountOf(developer).id)).toHaveLength(1);
    }
  });

  test("concurrent payouts, refunds and sales never pay unearned money", async () => {
    for (let round = 0; round < 8; round++) {
      const developer = await person();
      const sales = [await sell(developer, 40), await sell(developer, 60)];
      await age(developer, 8);
      await connect(developer, processor);
      const [paid] = await Promise.all([
        payOut(developer),
        ...sales.map(({ id }) => refund(id)),
        sell(developer, 30),
        payOut(developer),
      ]);
      expect([200, 400, 409]).toContain(paid.status);
      const { balance, in_payout } = await earningsOf(developer);
      expect((balance ?? 0) + (in_payout ?? 0)).toBeCloseTo(25.5, 9);
    }
  });

  test("one Idempotency-Key makes one payout, also when its answer was never stored", async () => {
    const developer = await earner(100, processor);
    const headers = { "idempotency-key": `payout ${unique()}` };
    const first = await payOut(developer, { amount: 20 }, headers);
    expect((await payOut(developer, { amount: 20 }, headers)).text).toBe(first.text);
    await query("test.forget", "DELETE FROM idempotency_record WHERE account_id = $1", [developer.id]);
    expect((await payOut(developer, { amount: 20 }, headers)).body.id).toBe(first.body.id);
    expect(transfersTo(accountOf(developer).id)).toHaveLength(1);
  });

  test("an expired key opens a new payout, and a current one refuses another amount", async () => {
    const developer = await earner(100, processor);
    const headers = { "idempotency-key": "payout" };
    const forget = () => query("test.forget", "DELETE FROM idempotency_record WHERE account_id = $1", [developer.id]);
    const first = await payOut(developer, { amount: 20 }, headers);
    const bank = processor.sandbox.books.bankPayouts.at(-1);
    if (bank) processor.sandbox.connect.settle(bank, "arrive");
    await tell(developer, processor, "payout.paid");
    await forget();
    const other = await payOut(developer, { amount: 30 }, headers);
    expect([other.status, other.body.error.code]).toEqual([400, "idempotency_key_reused"]);
    await forget();
    await age(developer, 2);
    const later = await payOut(developer, { amount: 30 }, headers);
    expect([later.status, later.body.amount, later.body.id === first.body.id]).toEqual([200, 30, false]);
    expect(await earningsOf(developer)).toMatchObject({ available: 35, in_payout: 30, paid_out: 20 });
  });

  test("a transfer that is refused gives the earnings back, once, and another can be asked for", async () => {
    const developer = await earner(100, processor);
    const acct = accountOf(developer);
    processor.sandbox.connect.actOnAccount(acct, "refuse_transfers");
    const { status, body } = await payOut(developer);
    expect([status, body.state, body.returned]).toEqual([200, "failed", 85]);
    expect(body.failure).toMatch(/refused the transfer/);
    expect(await earningsOf(developer)).toMatchObject({
      balance: 85,
      available: 85,
      in_payout: 0,
      paid_out: 0,
    });
    await advance(developer);
    processor.sandbox.connect.actOnAccount(acct, "refuse_transfers");
    expect((await payOut(developer)).body.state).toBe("in_transit");
    expect(await earned(developer)).toBe(0n);
  });
});
