import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const CALL_PRICE = 0.5;
const TERM_PRICE = 5;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let metered: TestSkill;
let failing: TestSkill;
let daily: TestSkill;
beforeAll(async () => {
  upstream = await startUpstream();
  const seller = await person();
  const fields = { price_per_call: CALL_PRICE, free_calls: 0 };
  metered = await liveSkill(seller, fields);
  failing = await liveSkill(seller, { ...fields, api_endpoint: upstreamUrl("5xx") });
  daily = await liveSkill(seller, subscription({ subscription_interval: "day", price: TERM_PRICE }));
});
afterAll(() => upstream.close());

type Key = { id: string; credits_spent: number | null; replaced_by: string | null };
type Secret = { secret: string; id: string };

async function secretOf(path: string, owner: Person, body?: object): Promise<Secret> {
  const answer = await call("POST", path, { key: owner.key, ...(body && { body }) });
  expect(answer.status, answer.text).toBe(200);
  return { secret: String(answer.body.api_key), id: (answer.body.key as Key).id };
}
const limited = (owner: Person, credits: number, interval = "total") =>
  secretOf("/v1/keys", owner, { credit_limit: credits, credit_limit_interval: interval });
const rotate = (owner: Person, { id }: Secret) => secretOf(`/v1/keys/${id}/rotation`, owner);
const spentOf = async (owner: Person, ...keys: Secret[]) => {
  const { body } = await call("GET", "/v1/keys", { key: owner.key });
  return keys.map(({ id }) => (body.data as Key[]).find((key) => key.id === id)?.credits_spent);
};

describe("a key with a limit that is rotated", () => {
  test("shares one limit with its successors, and the list says what they spent together", async () => {
    const owner = await personWith(20);
    const first = await limited(owner, 2, "month");
    expect((await run(first.secret, metered.slug)).status).toBe(200);
    const second = await rotate(owner, first);
    expect((await run(second.secret, metered.slug)).status).toBe(200);
    const third = await rotate(owner, second);
    expect((await run(third.secret, metered.slug)).status).toBe(200);
    expect((await run(first.secret, metered.slug)).status).toBe(200);
    expect(await spentOf(owner, first, second, third)).toEqual([2, 2, 2]);
    for (const { secret } of [first, second, third]) {
      const refused = await run(secret, metered.slug);
      expect([refused.status, refused.body.error.code]).toEqual([402, "key_limit_reached"]);
    }
  });

  test("never spends more than its limit by concurrent calls with both secrets", async () => {
    const owner = await personWith(50);
    const former = await limited(owner, 3);
    const next = await rotate(owner, former);
    const calls = Array.from({ length: 16 }, (_, i) => run((i % 2 ? former : next).secret, metered.slug));
    expect(byStatus(await Promise.all(calls))).toEqual({ 200: 6, 402: 10 });
    expect([await available(owner), ...(await spentOf(owner, former, next))]).toEqual([47, 3, 3]);
  });

  test("gets back what a failed call had reserved, whichever of the secrets made it", async () => {
    const owner = await personWith(10);
    const former = await limited(owner, CALL_PRICE);
    const next = await rotate(owner, former);
    for (const { secret } of [former, next]) expect((await run(secret, failing.slug)).status).toBe(502);
    expect(await spentOf(owner, former, next)).toEqual([0, 0]);
    expect((await run(next.secret, metered.slug)).status).toBe(200);
  });

  test("counts what was spent while it was being rotated", async () => {
    const owner = await personWith(10);
    const former = await limited(owner, 1);
    const [next, ...answers] = await Promise.all([
      rotate(owner, former),
      ...Array.from({ length: 4 }, () => run(former.secret, metered.slug)),
    ]);
    expect(byStatus(answers)).toEqual({ 200: 2, 402: 2 });
    expect((await run(next.secret, metered.slug)).status).toBe(402);
  });

  test("has one successor after two rotations at once", async () => {
    const owner = await personWith(10);
    const former = await limited(owner, 1);
    const path = `/v1/keys/${former.id}/rotation`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => call("POST", path, { key: owner.key })));
    expect(byStatus(answers)).toEqual({ 200: 1, 400: 3 });
    const { body } = await call("GET", "/v1/keys", { key: owner.key });
    const keys = body.data as Key[];
    expect(keys).toHaveLength(3);
    const made = answers.find(({ status }) => status === 200)?.body.key as Key;
    expect(keys.find(({ id }) => id === former.id)?.replaced_by).toBe(made.id);
    const refused = answers.find(({ status }) => status === 400)?.body.error;
    expect(refused).toMatchObject({ code: "invalid_request", param: "id" });
    expect(refused?.message).toContain(made.id);
  });

  test("can be rotated again once its successor is revoked", async () => {
    const owner = await personWith(10);
    const former = await limited(owner, 1);
    const lost = await rotate(owner, former);
    await call("DELETE", `/v1/keys/${lost.id}`, { key: owner.key });
    const next = await rotate(owner, former);
    expect((await run(next.secret, metered.slug)).status).toBe(200);
    expect(await spentOf(owner, former, next)).toEqual([CALL_PRICE, CALL_PRICE]);
  });

  test("leaves its successor working and its spending counted when it is revoked", async () => {
    const owner = await personWith(10);
    const former = await limited(owner, 1);
    expect((await run(former.secret, metered.slug)).status).toBe(200);
    const next = await rotate(owner, former);
    await call("DELETE", `/v1/keys/${former.id}`, { key: owner.key });
    expect((await run(former.secret, metered.slug)).status).toBe(401);
    expect((await run(next.secret, metered.slug)).status).toBe(200);
    expect((await run(next.secret, metered.slug)).status).toBe(402);
    expect(await spentOf(owner, next)).toEqual([1]);
  });
});

test("what a rotated key bought renews by its successor, after the former key has ended", async () => {
  const buyer = await personWith(100);
  const former = await limited(buyer, 12);
  const bought = await call("POST", `/v1/skills/${daily.slug}/purchase`, { key: former.secret });
  expect(bought.status).toBe(200);
  const next = await rotate(buyer, former);
  await query("test.end", "UPDATE api_key SET expires_at = now() WHERE id = $1", [former.id]);
  const statuses: unknown[] = [];
  for (let term = 0; term < 2; term++) {
    await query(
      "test.term",
      `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
         current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
      [buyer.id],
    );
    await renewDue();
    statuses.push((await call("GET", "/v1/purchases", { key: buyer.key })).body.data[0]?.status);
  }
  expect(statuses).toEqual(["active", "expired"]);
  expect([await available(buyer), ...(await spentOf(buyer, next))]).toEqual([90, 10]);
});
