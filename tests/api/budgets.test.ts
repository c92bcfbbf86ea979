import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { codeOf, signedIn, someoneSignedIn } from "@/tests/support/visitor";

const daily = { kind: "account", amount: 10, period: "day" };

describe("PUT /v1/budgets", () => {
  test("sets a budget of the account, a skill and a key, and changes the amount of the same period", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { slug } = await liveSkill(await person());
    const put = (body: object) => visitor.api("PUT", "/v1/budgets", { body });
    const { body: first } = await put(daily);
    expect(first).toMatchObject({ ...daily, spent: 0, name: null, skill: null, subject_id: someone.id });
    expect(new Date(String(first.resets_at)).getTime()).toBeGreaterThan(Date.now());
    expect((await put({ ...daily, amount: 12 })).body).toMatchObject({ id: first.id, amount: 12 });
    expect((await put({ kind: "skill", skill: slug, amount: 3, period: "total" })).body).toMatchObject({
      skill: slug,
      resets_at: null,
    });
    await put({ kind: "key", key_id: someone.keyId, amount: 5, period: "week" });
    const key = (await call("GET", "/v1/keys", { key: someone.key })).body.data[0];
    expect(key).toMatchObject({ credit_limit: 5, credit_limit_interval: "week", credits_spent: 0 });
    await put({ kind: "key", key_id: someone.keyId, amount: 6, period: "month" });
    const { data } = (await call("GET", "/v1/budgets", { key: someone.key })).body;
    expect(data.map(({ kind, amount, period }) => [kind, amount, period])).toEqual([
      ["account", 12, "day"],
      ["key", 6, "month"],
      ["skill", 3, "total"],
    ]);
  });

  test("a week's budget resets on Monday, in UTC", async () => {
    const { visitor } = await someoneSignedIn();
    const { body } = await visitor.api("PUT", "/v1/budgets", { body: { ...daily, period: "week" } });
    const resets = new Date(String(body.resets_at));
    expect([resets.getUTCDay(), resets.toISOString().slice(11)]).toEqual([1, "00:00:00.000Z"]);
  });

  test.each([
    [{ ...daily, amount: -1 }, "amount"],
    [{ ...daily, amount: 0.0000001 }, "amount"],
    [{ ...daily, period: "year" }, "period"],
    [{ ...daily, kind: "skill", skill: "no-such-skill" }, "skill"],
    [{ ...daily, kind: "key", key_id: "019a0000-0000-7000-8000-000000000000" }, "key_id"],
  ])("refuses %j", async (body, param) => {
    const { visitor } = await someoneSignedIn();
    const answer = await visitor.api("PUT", "/v1/budgets", { body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, "invalid_request", param]);
  });

  test("a key can change no budget, and nobody another's", async () => {
    const [{ someone, visitor }, other] = [await someoneSignedIn(), await someoneSignedIn()];
    const refused = await call("PUT", "/v1/budgets", { key: someone.key, body: daily });
    expect([refused.status, codeOf(refused)]).toEqual([403, "session_required"]);
    const { body } = await visitor.api("PUT", "/v1/budgets", { body: daily });
    expect(codeOf(await call("DELETE", `/v1/budgets/${body.id}`, { key: someone.key }))).toBe("session_required");
    expect((await other.visitor.api("DELETE", `/v1/budgets/${body.id}`)).status).toBe(404);
    const strangers = { kind: "key", key_id: someone.keyId, amount: 1, period: "day" };
    expect((await other.visitor.api("PUT", "/v1/budgets", { body: strangers })).status).toBe(400);
    expect((await call("PUT", "/v1/budgets", { body: daily })).status).toBe(401);
    expect((await visitor.api("DELETE", `/v1/budgets/${body.id}`)).status).toBe(200);
    expect((await visitor.api("DELETE", `/v1/budgets/${body.id}`)).status).toBe(404);
    expect((await call("GET", "/v1/budgets", { key: someone.key })).body.data).toEqual([]);
  });
});

test("an account is notified at 50, 80 and 100 %, once per period, and spending is added up", async () => {
  const upstream = await startUpstream();
  try {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { price_per_call: 1 });
    const visitor = await signedIn(buyer);
    await visitor.api("PUT", "/v1/budgets", { body: { kind: "skill", skill: slug, amount: 5, period: "month" } });
    for (let calls = 0; calls < 7; calls++) await run(buyer.key, slug);
    const alerts = await prisma().notification.findMany({ where: { accountId: buyer.id, kind: "budget_alert" } });
    const levels = alerts.map(({ data }) => (data as { level: number }).level);
    expect(levels.toSorted((a, b) => a - b)).toEqual([50, 80, 100]);
    const spending = (by: string) => call("GET", `/v1/usage/spending?by=${by}`, { key: buyer.key });
    expect((await spending("skill")).body).toMatchObject({ data: [{ subject: slug, spent: 5 }], total: 5 });
    expect((await spending("key")).body.data).toMatchObject([{ subject: buyer.keyId, spent: 5 }]);
    expect((await spending("day")).body.data).toHaveLength(1);
  } finally {
    await upstream.close();
  }
});
