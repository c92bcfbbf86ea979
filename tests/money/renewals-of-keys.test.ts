import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let daily: TestSkill;
beforeAll(async () => {
  upstream = await startUpstream();
  daily = await liveSkill(await person(), subscription({ subscription_interval: "day" }));
});
afterAll(() => upstream.close());

/** A key of somebody, with its id. */
async function keyOf(someone: Person, fields: object): Promise<{ secret: string; id: string }> {
  const { body } = await call("POST", "/v1/keys", { key: someone.key, body: { name: "agent", ...fields } });
  const key = body.key as { id: string };
  return { secret: String(body.api_key), id: key.id };
}

/** Buys the daily skill for 5 credits. */
async function buyWith(key: string): Promise<string> {
  const { status, body } = await call("POST", `/v1/skills/${daily.slug}/purchase`, { key });
  expect(status).toBe(200);
  return (body.purchase as { id: string }).id;
}

/** As if the term of somebody's purchases were over. */
const passTerm = ({ id }: Person) =>
  query(
    "test.term",
    `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
       current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
    [id],
  );

const stateOf = async ({ key }: Person) =>
  ((await call("GET", "/v1/purchases", { key })).body.data[0] as { status: string }).status;
const resume = (key: string, id: string, isWanted = true) =>
  call("PATCH", `/v1/purchases/${id}`, { key, body: { auto_renew: isWanted } });

describe("what a limited key has bought", () => {
  test("renews within the key's limit, then lapses and notifies the owner why", async () => {
    const buyer = await personWith(100);
    const { secret } = await keyOf(buyer, { credit_limit: 10, credit_limit_interval: "total" });
    await buyWith(secret);
    for (const left of [90, 90]) {
      await passTerm(buyer);
      await Promise.all([renewDue(), renewDue()]);
      expect(await available(buyer)).toBe(left);
    }
    expect(await stateOf(buyer)).toBe("expired");
    const { body } = await call("GET", "/v1/notifications", { key: buyer.key });
    expect(body.data[0]).toMatchObject({
      kind: "purchase_lapsed",
      text: "The key that bought it had less than $5 left of its limit, or no longer works. Nothing was charged.",
    });
  });

  test.each(["revoked", "disabled", "expired"])("does not renew once the key is %s, by a call neither", async (how) => {
    const buyer = await personWith(100);
    const { secret, id } = await keyOf(buyer, { credit_limit: 50, credit_limit_interval: "day" });
    await buyWith(secret);
    if (how === "revoked") await call("DELETE", `/v1/keys/${id}`, { key: buyer.key });
    else if (how === "disabled") await call("PATCH", `/v1/keys/${id}`, { key: buyer.key, body: { active: false } });
    else await query("test.expire", "UPDATE api_key SET expires_at = now() WHERE id = $1", [id]);
    await passTerm(buyer);
    expect((await run(buyer.key, daily.slug)).body.error.code).toBe("purchase_required");
    await renewDue();
    expect([await stateOf(buyer), await available(buyer)]).toEqual(["expired", 95]);
  });

  test("is the account's own once its owner has resumed it, and a key's again that resumes it", async () => {
    const buyer = await personWith(100);
    const limited = { credit_limit: 5, credit_limit_interval: "total" };
    const [first, second] = [await keyOf(buyer, limited), await keyOf(buyer, limited)];
    const id = await buyWith(first.secret);
    expect((await resume(first.secret, id)).status).toBe(200);
    expect((await resume(buyer.key, id)).status).toBe(200);
    await call("DELETE", `/v1/keys/${first.id}`, { key: buyer.key });
    await passTerm(buyer);
    await renewDue();
    expect([await stateOf(buyer), await available(buyer)]).toEqual(["active", 90]);
    await resume(second.secret, id, false);
    await resume(second.secret, id);
    for (const left of [85, 85]) {
      await passTerm(buyer);
      await renewDue();
      expect(await available(buyer)).toBe(left);
    }
  });

  test("what a key without a limit has bought goes on after the key, as the account's own", async () => {
    const buyer = await personWith(100);
    const { secret, id } = await keyOf(buyer, {});
    await buyWith(secret);
    await call("DELETE", `/v1/keys/${id}`, { key: buyer.key });
    await passTerm(buyer);
    await renewDue();
    expect([await stateOf(buyer), await available(buyer)]).toEqual(["active", 90]);
  });
});

test("a key that is limited to other skills neither resumes nor cancels a renewal", async () => {
  const buyer = await personWith(100);
  const { secret } = await keyOf(buyer, { skills: [(await liveSkill(await person())).slug] });
  const id = await buyWith(buyer.key);
  for (const isWanted of [true, false]) {
    const { status, body } = await resume(secret, id, isWanted);
    expect([status, body.error.code]).toEqual([403, "key_scope"]);
  }
  expect((await resume(secret, crypto.randomUUID())).status).toBe(404);
});

describe("an expired subscription that a call would renew", () => {
  const dryRun = (key: string) => call("POST", `/v1/skills/${daily.slug}/execute?dry_run=true`, { key, body: {} });
  const access = async (key: string) =>
    (await call("GET", `/v1/skills/${daily.slug}`, { key })).body.access as Record<string, unknown>;

  test("is quoted with its next term and shown as owned; the call costs what was quoted", async () => {
    const buyer = await personWith(10);
    await buyWith(buyer.key);
    expect((await dryRun(buyer.key)).body).toMatchObject({ valid: true, max_cost: 0 });
    await passTerm(buyer);
    expect((await dryRun(buyer.key)).body).toMatchObject({ valid: true, max_cost: 5, free: false });
    expect(await access(buyer.key)).toMatchObject({ owned: true, reason: "purchase" });
    expect((await run(buyer.key, daily.slug)).status).toBe(200);
    expect(await available(buyer)).toBe(0);
    await passTerm(buyer);
    expect((await dryRun(buyer.key)).body.error.code).toBe("purchase_required");
    expect(await access(buyer.key)).toMatchObject({ owned: false, reason: "none" });
  });

  test("is not when its renewal was cancelled", async () => {
    const buyer = await personWith(100);
    await resume(buyer.key, await buyWith(buyer.key), false);
    await passTerm(buyer);
    const [quoted, called] = [await dryRun(buyer.key), await run(buyer.key, daily.slug)];
    expect([quoted.status, called.status]).toEqual([402, 402]);
  });
});
