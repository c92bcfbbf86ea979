import { describe, expect, test } from "vitest";
import { newBankPayout } from "@/dev/sandbox/connect-store";
import { askForRefusals } from "@/lib/money/payouts/payout-status";
import { advanceDue } from "@/lib/money/payouts/transfers";
import { call } from "@/tests/support/api";
import { byStatus, earned } from "@/tests/support/money";
import { sendEvent } from "@/tests/support/payments";
import { down, isCall, payoutFixture } from "@/tests/support/payout-fixture";
import { advance, earningsOf, newestPayout, payOut, type StoredEvent, tell } from "@/tests/support/payouts";
import { unique } from "@/tests/support/people";

const stage = payoutFixture();

describe("a payout that fails", () => {
  test("a bank's refusal returns the earnings once, however often it is reported", async () => {
    await payOut(stage.developer);
    stage.settle("fail");
    expect(byStatus(await tell(stage.developer, stage.processor, "payout.failed", 10))).toEqual({ 200: 10 });
    expect(await newestPayout(stage.developer)).toMatchObject({ state: "returning", returned: 0 });
    expect((await payOut(stage.developer)).body.error.code).toBe("payout_in_progress");
    await Promise.all(Array.from({ length: 4 }, () => advanceDue()));
    await tell(stage.developer, stage.processor, "transfer.reversed", 10);
    expect(await newestPayout(stage.developer)).toMatchObject({
      state: "failed",
      returned: 85,
      failure: "The bank account has been closed.",
    });
    expect(await earningsOf(stage.developer)).toMatchObject({
      balance: 85,
      available: 85,
      in_payout: 0,
      paid_out: 0,
    });
    expect(stage.transfers().map(({ amount_reversed }) => amount_reversed)).toEqual([8_500]);
    const notices = await call("GET", "/v1/notifications", { key: stage.developer.key });
    expect(notices.body.data.filter(({ kind }) => kind === "payout_failed")).toMatchObject([
      {
        text: "The bank account has been closed. The amount is back in your earnings. Decisions in your console says what you can do.",
      },
    ]);
  });

  test("a bank that refuses days after it seemed paid gives the earnings back as well, beside the next payout", async () => {
    await payOut(stage.developer, { amount: 40 });
    stage.settle("arrive");
    await tell(stage.developer, stage.processor, "payout.paid");
    const first = stage.bankPayouts()[0];
    await payOut(stage.developer, { amount: 20 });
    if (first) stage.processor.sandbox.connect.settle(first, "fail");
    const event = stage.books().events.at(-1) as StoredEvent;
    expect((await sendEvent(event)).status).toBe(200);
    await advance(stage.developer);
    expect(await earned(stage.developer)).toBe(65_000_000n);
    expect((await newestPayout(stage.developer)).state).toBe("in_transit");
  });

  test("a refusal days after the payout is found without an event", async () => {
    await payOut(stage.developer);
    stage.settle("arrive");
    await tell(stage.developer, stage.processor, "payout.paid");
    expect(await askForRefusals()).toBe(0);
    stage.settle("fail");
    expect([await askForRefusals(), await askForRefusals()]).toEqual([1, 0]);
    await advance(stage.developer);
    expect(await newestPayout(stage.developer)).toMatchObject({ state: "failed", returned: 85 });
    expect(await earned(stage.developer)).toBe(85_000_000n);
  });

  test("a bank payout that is refused at once takes the transfer back", async () => {
    stage.fault = async (request) =>
      isCall(request, "POST", "/v1/payouts")
        ? Response.json({ error: { type: "invalid_request_error", message: "no bank" } }, { status: 400 })
        : null;
    expect((await payOut(stage.developer)).body).toMatchObject({ state: "failed", returned: 85 });
    expect(stage.transfers().map(({ reversed }) => reversed)).toEqual([true]);
    expect(await earned(stage.developer)).toBe(85_000_000n);
  });

  test("money that has not settled in the developer's account yet is waited for", async () => {
    // The processor itself refuses, and repeats that under the same idempotency key as long as it is asked.
    const account = { account: stage.accountId(), currency: "usd", metadata: {} };
    stage.books().bankPayouts.push(newBankPayout({ ...account, amount: 1 }));
    expect((await payOut(stage.developer)).body).toMatchObject({ state: "in_transit", returned: 0 });
    await advance(stage.developer);
    stage.books().bankPayouts.pop();
    await advance(stage.developer);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 1]);
  });

  test("a reversal that is refused is tried again until it is made", async () => {
    await payOut(stage.developer);
    stage.settle("fail");
    await tell(stage.developer, stage.processor, "payout.failed");
    stage.fault = async (request) => (request.url.includes("/reversals") ? down() : null);
    await advance(stage.developer);
    expect([(await newestPayout(stage.developer)).state, await earned(stage.developer)]).toEqual(["returning", 0n]);
    stage.fault = null;
    await advance(stage.developer);
    expect([(await newestPayout(stage.developer)).state, await earned(stage.developer)]).toEqual([
      "failed",
      85_000_000n,
    ]);
  });

  test("a reversal that the developer's account cannot cover yet is made once it can", async () => {
    await payOut(stage.developer);
    stage.settle("fail");
    await tell(stage.developer, stage.processor, "payout.failed");
    const early = { type: "invalid_request_error", code: "balance_insufficient", message: "not yet" };
    const keys = new Set<string | null>();
    stage.fault = async (request) => {
      const key = request.headers.get("idempotency-key");
      if (!request.url.includes("/reversals") || keys.size > 1) return null;
      // One that was refused under a key is refused under it for ever.
      keys.add(key);
      return Response.json({ error: early }, { status: 400 });
    };
    for (let attempt = 0; attempt < 3; attempt++) await advance(stage.developer);
    expect([(await newestPayout(stage.developer)).state, await earned(stage.developer)]).toEqual([
      "failed",
      85_000_000n,
    ]);
    expect(stage.transfers().map(({ amount_reversed }) => amount_reversed)).toEqual([8_500]);
  });

  test("transfers that are taken back in parts give back in parts, and never more than was paid", async () => {
    await payOut(stage.developer);
    stage.settle("arrive");
    await tell(stage.developer, stage.processor, "payout.paid");
    const [transfer] = stage.transfers();
    for (const [cents, left] of [
      [1_000, 10_000_000n],
      [2_500, 35_000_000n],
      [5_000, 85_000_000n],
    ] as const) {
      if (transfer) stage.processor.sandbox.connect.reverse(transfer, cents);
      await tell(stage.developer, stage.processor, "transfer.reversed", 5);
      expect(await earned(stage.developer)).toBe(left);
    }
    expect(await newestPayout(stage.developer)).toMatchObject({ state: "failed", returned: 85 });
  });

  test("every order of the events of a payout that fails ends in the same earnings", async () => {
    for (const order of permutations(["transfer.created", "payout.paid", "payout.failed", "transfer.reversed"])) {
      // What the payout before gave back is paid out again.
      expect((await payOut(stage.developer)).body.state).toBe("in_transit");
      stage.settle("arrive");
      stage.settle("fail");
      const transfer = stage.transfers().at(-1);
      if (transfer) stage.processor.sandbox.connect.reverse(transfer);
      for (const type of order)
        expect(byStatus(await tell(stage.developer, stage.processor, type, 2))).toEqual({ 200: 2 });
      await advance(stage.developer);
      const { state, returned } = await newestPayout(stage.developer);
      expect([order, state, returned, await earned(stage.developer)]).toEqual([order, "failed", 85, 85_000_000n]);
    }
  });

  test("a transfer that turns up after its payout was given up is taken back, and the earnings stay", async () => {
    stage.fault = async (request) =>
      isCall(request, "POST", "/v1/transfers")
        ? Response.json({ error: { type: "invalid_request_error", message: "no" } }, { status: 400 })
        : null;
    const { body } = await payOut(stage.developer);
    expect(body.state).toBe("failed");
    stage.fault = null;
    stage.processor.sandbox.connect.transfer({
      amount: 8_500,
      currency: "usd",
      destination: stage.accountId(),
      group: String(body.id),
      metadata: { payout_id: String(body.id) },
    });
    await tell(stage.developer, stage.processor, "transfer.created", 3);
    await advance(stage.developer);
    expect(stage.transfers().map(({ reversed }) => reversed)).toEqual([true]);
    expect([(await newestPayout(stage.developer)).state, await earned(stage.developer)]).toEqual([
      "failed",
      85_000_000n,
    ]);
  });
});

describe("forged events", () => {
  test("an event that contradicts its payout, or is of another account, changes nothing", async () => {
    await payOut(stage.developer);
    stage.settle("fail");
    const genuine = stage.books().events.at(-1) as StoredEvent;
    const changed = (change: (copy: StoredEvent & { account?: string; livemode?: boolean }) => void) => {
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
    for (const metadata of [{}, { payout_id: "nonsense" }, { payout_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" }])
      expect((await sendEvent(changed((event) => Object.assign(event.data.object, { metadata })))).status).toBe(200);
    expect((await newestPayout(stage.developer)).state).toBe("in_transit");
    expect((await sendEvent(genuine)).status).toBe(200);
    expect((await newestPayout(stage.developer)).state).toBe("returning");
    await advance(stage.developer);
  });
});

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
