import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SANDBOX_KEY } from "@/lib/payments/processor";
import { advanceDue } from "@/lib/payouts/transfers/service";
import { handleSandboxApi } from "@/server/sandbox/api";
import { call } from "@/tests/support/api";
import { byStatus, earned, expectSound } from "@/tests/support/money";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import {
  advance,
  earner,
  earningsOf,
  type KeptEvent,
  newestPayout,
  openOnly,
  payOut,
  tell,
} from "@/tests/support/payouts";
import { type Person, unique } from "@/tests/support/people";
import { bundleApiProcess, startApiProcess } from "@/tests/support/process";

/** What the processor's answers suffer on the way; null lets them through. */
let fault: ((request: Request) => Promise<Response | null>) | null = null;
let processor: Awaited<ReturnType<typeof startProcessor>>;
let developer: Person;
beforeAll(async () => {
  processor = await startProcessor({ answer: async (request) => (await fault?.(request)) ?? null });
});
afterAll(() => processor.close());
beforeEach(async () => {
  developer = await earner(100, processor);
});
afterEach(async () => {
  fault = null;
  await expectSound();
});

const books = () => processor.sandbox.books;
const accountId = () => books().accounts.find(({ email }) => email === developer.email)?.id ?? "";
const transfers = () => books().transfers.filter(({ destination }) => destination === accountId());
const bankPayouts = () => books().bankPayouts.filter(({ sandbox }) => sandbox.account === accountId());
const down = () => Response.json({ error: { type: "api_error", message: "down" } }, { status: 500 });
const isCall = (request: Request, method: string, path: string) =>
  request.method === method && new URL(request.url).pathname === path;
/** Does what was asked for, and loses the answer. */
const losing = (path: string) => async (request: Request) => {
  if (!isCall(request, "POST", path)) return null;
  await handleSandboxApi(processor.sandbox, request, SANDBOX_KEY);
  return down();
};
const settle = (outcome: "arrive" | "fail") => {
  const bank = bankPayouts().at(-1);
  if (!bank) throw new Error("nothing was sent to the bank");
  processor.sandbox.connect.settle(bank, outcome);
};

describe("an answer in doubt", () => {
  test.each(["/v1/transfers", "/v1/payouts"])(
    "%s: done, but not heard of, is found and not repeated",
    async (path) => {
      fault = losing(path);
      const { status, body } = await payOut(developer);
      expect([status, ["pending", "in_transit"].includes(String(body.state))]).toEqual([200, true]);
      expect(await earned(developer)).toBe(0n);
      fault = null;
      books().repeatable = {};
      await advance(developer);
      await advance(developer);
      expect([transfers().length, bankPayouts().length]).toEqual([1, 1]);
      expect((await newestPayout(developer)).state).toBe("in_transit");
    },
  );

  test("a processor that is down for a while delays a payout, and it is made once", async () => {
    fault = async () => down();
    expect((await payOut(developer)).body.state).toBe("pending");
    for (let round = 0; round < 3; round++) await advance(developer);
    expect((await payOut(developer)).body.error.code).toBe("payout_in_progress");
    fault = null;
    await Promise.all([advance(developer), advanceDue(), advanceDue()]);
    expect([transfers().length, bankPayouts().length]).toEqual([1, 1]);
  });

  test("a process that dies between the row and the call leaves a payout that the job makes, once", async () => {
    await openOnly(developer);
    expect([await earned(developer), transfers().length]).toEqual([0n, 0]);
    await Promise.all(Array.from({ length: 5 }, () => advanceDue()));
    await advance(developer);
    expect([transfers().length, bankPayouts().length]).toEqual([1, 1]);
    expect(await newestPayout(developer)).toMatchObject({ amount: 85, state: "in_transit" });
  });

  test("a process killed while it waits for the processor pays once", { timeout: 120_000 }, async () => {
    const bundle = await bundleApiProcess();
    let arrived = () => {};
    const isAsked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const api = await startApiProcess(bundle, { STRIPE_API_BASE: processor.url });
    fault = async (request) => {
      if (!isCall(request, "POST", "/v1/transfers")) return null;
      await handleSandboxApi(processor.sandbox, request, SANDBOX_KEY);
      arrived();
      return new Promise(() => {});
    };
    const answer = fetch(`${api.url}/v1/developer/payouts`, {
      method: "POST",
      headers: { authorization: `Bearer ${developer.key}`, "content-type": "application/json" },
      body: "{}",
    }).catch(() => null);
    await isAsked;
    await api.kill();
    expect(await answer).toBeNull();
    fault = null;
    await advance(developer);
    expect([transfers().length, bankPayouts().length]).toEqual([1, 1]);
    expect(await newestPayout(developer)).toMatchObject({ amount: 85, state: "in_transit" });
  });

  test("what no event has told, the job finds out", async () => {
    await payOut(developer);
    settle("arrive");
    await advance(developer);
    expect((await newestPayout(developer)).state).toBe("paid");
  });
});

describe("a payout that fails", () => {
  test("a bank that refuses gives the earnings back, once, however often it is told", async () => {
    await payOut(developer);
    settle("fail");
    expect(byStatus(await tell(developer, processor, "payout.failed", 10))).toEqual({ 200: 10 });
    expect(await newestPayout(developer)).toMatchObject({ state: "returning", returned: 0 });
    expect((await payOut(developer)).body.error.code).toBe("payout_in_progress");
    await Promise.all(Array.from({ length: 4 }, () => advanceDue()));
    await tell(developer, processor, "transfer.reversed", 10);
    expect(await newestPayout(developer)).toMatchObject({
      state: "failed",
      returned: 85,
      failure: "The bank account has been closed.",
    });
    expect(await earningsOf(developer)).toMatchObject({
      balance: 85,
      available: 85,
      in_payout: 0,
      paid_out: 0,
    });
    expect(transfers().map(({ amount_reversed }) => amount_reversed)).toEqual([8_500]);
    const notices = await call("GET", "/v1/notifications", { key: developer.key });
    expect(notices.body.data.filter(({ kind }) => kind === "payout_failed")).toMatchObject([
      { text: "The bank account has been closed. The credits are back in your earnings." },
    ]);
  });

  test("a bank that refuses days after it seemed paid gives the earnings back as well, beside the next payout", async () => {
    await payOut(developer, { amount: 40 });
    settle("arrive");
    await tell(developer, processor, "payout.paid");
    const first = bankPayouts()[0];
    await payOut(developer, { amount: 20 });
    if (first) processor.sandbox.connect.settle(first, "fail");
    const event = books().events.at(-1) as KeptEvent;
    expect((await sendEvent(event)).status).toBe(200);
    await advance(developer);
    expect(await earned(developer)).toBe(65_000_000n);
    expect((await newestPayout(developer)).state).toBe("in_transit");
  });

  test("a bank payout that is refused at once takes the transfer back", async () => {
    fault = async (request) =>
      isCall(request, "POST", "/v1/payouts")
        ? Response.json({ error: { type: "invalid_request_error", message: "no bank" } }, { status: 400 })
        : null;
    expect((await payOut(developer)).body).toMatchObject({ state: "failed", returned: 85 });
    expect(transfers().map(({ reversed }) => reversed)).toEqual([true]);
    expect(await earned(developer)).toBe(85_000_000n);
  });

  test("money that has not settled in the developer's account yet is waited for", async () => {
    const early = { type: "invalid_request_error", code: "balance_insufficient", message: "not yet" };
    fault = async (request) =>
      isCall(request, "POST", "/v1/payouts") ? Response.json({ error: early }, { status: 400 }) : null;
    expect((await payOut(developer)).body).toMatchObject({ state: "in_transit", returned: 0 });
    await advance(developer);
    fault = null;
    await advance(developer);
    expect([transfers().length, bankPayouts().length]).toEqual([1, 1]);
  });

  test("a reversal that is refused is tried again until it is made", async () => {
    await payOut(developer);
    settle("fail");
    await tell(developer, processor, "payout.failed");
    fault = async (request) => (request.url.includes("/reversals") ? down() : null);
    await advance(developer);
    expect([(await newestPayout(developer)).state, await earned(developer)]).toEqual(["returning", 0n]);
    fault = null;
    await advance(developer);
    expect([(await newestPayout(developer)).state, await earned(developer)]).toEqual(["failed", 85_000_000n]);
  });

  test("transfers that are taken back in parts give back in parts, and never more than was paid", async () => {
    await payOut(developer);
    settle("arrive");
    await tell(developer, processor, "payout.paid");
    const [transfer] = transfers();
    for (const [cents, left] of [
      [1_000, 10_000_000n],
      [2_500, 35_000_000n],
      [5_000, 85_000_000n],
    ] as const) {
      if (transfer) processor.sandbox.connect.reverse(transfer, cents);
      await tell(developer, processor, "transfer.reversed", 5);
      expect(await earned(developer)).toBe(left);
    }
    expect(await newestPayout(developer)).toMatchObject({ state: "failed", returned: 85 });
  });

  test("every order of the events of a payout that fails ends in the same earnings", {
    timeout: 120_000,
  }, async () => {
    for (const order of permutations([
      "transfer.created",
      "payout.paid",
      "payout.failed",
      "transfer.reversed",
    ])) {
      developer = await earner(100, processor);
      await payOut(developer);
      settle("arrive");
      settle("fail");
      const [transfer] = transfers();
      if (transfer) processor.sandbox.connect.reverse(transfer);
      for (const type of order)
        expect(byStatus(await tell(developer, processor, type, 2))).toEqual({ 200: 2 });
      await advance(developer);
      const { state, returned } = await newestPayout(developer);
      expect([order, state, returned, await earned(developer)]).toEqual([order, "failed", 85, 85_000_000n]);
    }
  });

  test("a transfer that turns up after its payout was given up is taken back, and the earnings stay", async () => {
    fault = async (request) =>
      isCall(request, "POST", "/v1/transfers")
        ? Response.json({ error: { type: "invalid_request_error", message: "no" } }, { status: 400 })
        : null;
    const { body } = await payOut(developer);
    expect(body.state).toBe("failed");
    fault = null;
    processor.sandbox.connect.transfer({
      amount: 8_500,
      currency: "usd",
      destination: accountId(),
      group: String(body.id),
      metadata: { payout_id: String(body.id) },
    });
    await tell(developer, processor, "transfer.created", 3);
    await advance(developer);
    expect(transfers().map(({ reversed }) => reversed)).toEqual([true]);
    expect([(await newestPayout(developer)).state, await earned(developer)]).toEqual(["failed", 85_000_000n]);
  });
});

describe("forged events", () => {
  test("an event that contradicts its payout is refused and changes nothing; a stranger's means nothing", async () => {
    await payOut(developer);
    settle("fail");
    const genuine = books().events.at(-1) as KeptEvent;
    const changed = (change: (copy: KeptEvent & { account?: string; livemode?: boolean }) => void) => {
      const copy = structuredClone(genuine);
      copy.id = `evt_${unique()}`;
      change(copy);
      return copy;
    };
    const refused = [
      changed((event) => Object.assign(event, { account: "acct_other" })),
      changed((event) => Object.assign(event, { livemode: true })),
      changed((event) => Object.assign(event.data.object, { amount: 1 })),
      changed((event) => Object.assign(event.data.object, { currency: "jpy" })),
      changed((event) => Object.assign(event.data.object, { id: "po_other" })),
    ];
    for (const event of refused) {
      const { status, body } = await sendEvent(event);
      expect([status, body.error.code]).toEqual([400, "event_refused"]);
    }
    for (const metadata of [
      {},
      { payout_id: "nonsense" },
      { payout_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" },
    ])
      expect(
        (await sendEvent(changed((event) => Object.assign(event.data.object, { metadata })))).status,
      ).toBe(200);
    expect((await newestPayout(developer)).state).toBe("in_transit");
    expect((await sendEvent(genuine)).status).toBe(200);
    expect((await newestPayout(developer)).state).toBe("returning");
    await advance(developer);
  });
});

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
