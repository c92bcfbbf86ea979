import { describe, expect, test } from "vitest";
import { handleSandboxApi } from "@/dev/sandbox/api";
import { SANDBOX_KEY } from "@/lib/money/payments/processor";
import { advanceDue } from "@/lib/money/payouts/transfers";
import { call } from "@/tests/support/api";
import { earned } from "@/tests/support/money";
import { down, isCall, payoutFixture } from "@/tests/support/payout-fixture";
import { advance, newestPayout, openOnly, payOut } from "@/tests/support/payouts";
import { administrator } from "@/tests/support/people";
import { bundleApiProcess, startApiProcess } from "@/tests/support/process";

const stage = payoutFixture();
/** Does what was asked for, and loses the answer. */
const losing = (path: string) => async (request: Request) => {
  if (!isCall(request, "POST", path)) return null;
  await handleSandboxApi(stage.processor.sandbox, request, SANDBOX_KEY);
  return down();
};

describe("an answer in doubt", () => {
  test.each(["/v1/transfers", "/v1/payouts"])("%s: done, but not heard of, is found and not repeated", async (path) => {
    stage.fault = losing(path);
    const { status, body } = await payOut(stage.developer);
    expect([status, ["pending", "in_transit"].includes(String(body.state))]).toEqual([200, true]);
    expect(await earned(stage.developer)).toBe(0n);
    stage.fault = null;
    stage.books().repeatable = {};
    await advance(stage.developer);
    await advance(stage.developer);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 1]);
    expect((await newestPayout(stage.developer)).state).toBe("in_transit");
  });

  test("a processor that is down for a while delays a payout, and it is made once", async () => {
    stage.fault = async () => down();
    expect((await payOut(stage.developer)).body.state).toBe("pending");
    for (let round = 0; round < 3; round++) await advance(stage.developer);
    expect((await payOut(stage.developer)).body.error.code).toBe("payout_in_progress");
    stage.fault = null;
    await Promise.all([advance(stage.developer), advanceDue(), advanceDue()]);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 1]);
  });

  test("a process that dies between the row and the call leaves a payout that the job makes, once", async () => {
    await openOnly(stage.developer);
    expect([await earned(stage.developer), stage.transfers().length]).toEqual([0n, 0]);
    await Promise.all(Array.from({ length: 5 }, () => advanceDue()));
    await advance(stage.developer);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 1]);
    expect(await newestPayout(stage.developer)).toMatchObject({ amount: 85, state: "in_transit" });
  });

  test("a process killed while it waits for the processor pays once", async () => {
    const bundle = await bundleApiProcess();
    let arrived = () => {};
    const isAsked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const api = await startApiProcess(bundle, { STRIPE_API_BASE: stage.processor.url });
    stage.fault = async (request) => {
      if (!isCall(request, "POST", "/v1/transfers")) return null;
      await handleSandboxApi(stage.processor.sandbox, request, SANDBOX_KEY);
      arrived();
      return new Promise(() => {});
    };
    const answer = fetch(`${api.url}/v1/developer/payouts`, {
      method: "POST",
      headers: { authorization: `Bearer ${stage.developer.key}`, "content-type": "application/json" },
      body: "{}",
    }).catch(() => null);
    await isAsked;
    await api.kill();
    expect(await answer).toBeNull();
    stage.fault = null;
    await advance(stage.developer);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 1]);
    expect(await newestPayout(stage.developer)).toMatchObject({ amount: 85, state: "in_transit" });
  });

  test("the job finds missed events", async () => {
    await payOut(stage.developer);
    stage.settle("arrive");
    await advance(stage.developer);
    expect((await newestPayout(stage.developer)).state).toBe("paid");
  });
});

describe("a payout of a developer who is suspended meanwhile", () => {
  const suspend = async (what: "suspend" | "unsuspend") => {
    const admin = await administrator();
    const { status } = await call("POST", `/v1/admin/accounts/${stage.developer.id}/${what}`, {
      key: admin.key,
      body: { reason: "Too good to be true." },
    });
    expect(status).toBe(200);
  };

  test("is not sent, and goes on when the suspension ends", async () => {
    stage.fault = async () => down();
    expect((await payOut(stage.developer)).body.state).toBe("pending");
    stage.fault = null;
    await suspend("suspend");
    await advance(stage.developer);
    expect(stage.transfers()).toEqual([]);
    await suspend("unsuspend");
    await advance(stage.developer);
    expect(stage.transfers()).toHaveLength(1);
    expect(await newestPayout(stage.developer)).toMatchObject({ state: "in_transit" });
  });

  test("stays at the processor when only the bank is left to be paid", async () => {
    stage.fault = async (request) => (isCall(request, "POST", "/v1/payouts") ? down() : null);
    await payOut(stage.developer);
    stage.fault = null;
    await suspend("suspend");
    await advance(stage.developer);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 0]);
    await suspend("unsuspend");
    await advance(stage.developer);
    expect([stage.transfers().length, stage.bankPayouts().length]).toEqual([1, 1]);
  });
});
