import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query, transaction } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person, skillFields } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

/** Opened by a test when it has seen what it waited for: until then the endpoint `gated` answers nobody. */
const gate = Promise.withResolvers<void>();
const headers = { "idempotency-key": "one and the same" };

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    gated: (_, response) =>
      gate.promise.then(() => response.writeHead(200, { "content-type": "application/json" }).end("{}")),
  });
});
afterAll(() => upstream.close());

/** Moves open claims into the past, as if their requests took longer than a claim may stay open. */
const letClaimsGo = ({ id }: Person) =>
  query(
    "test.claims",
    "UPDATE idempotency_record SET created_at = now() - interval '10 minutes' WHERE account_id = $1 RETURNING 1 AS moved",
    [id],
  );

/** How many claims of somebody may stay open yet. */
const freshClaims = async ({ id }: Person) =>
  (
    await query(
      "test.claims.fresh",
      "SELECT 1 FROM idempotency_record WHERE account_id = $1 AND created_at > now() - interval '1 minute'",
      [id],
    )
  ).length;

test("a call whose key was claimed anew is not charged beside the request that has it now", async () => {
  const [buyer, other] = [await personWith(10), await personWith(10)];
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("gated"), free_calls: 0 });
  const slow = run(buyer.key, slug, {}, headers);
  await expect.poll(() => upstream.received.length).toBe(1);
  expect(await letClaimsGo(buyer)).toHaveLength(1);
  const again = run(buyer.key, slug, {}, headers);
  const neighbour = run(other.key, slug, {}, headers);
  await expect.poll(() => upstream.received.length).toBe(3);
  gate.resolve();
  const [late, charged] = [await slow, await again];
  expect([late.status, late.body.error.code, charged.status]).toEqual([504, "upstream_timeout", 200]);
  expect([(await neighbour).status, await available(other)]).toEqual([200, 9.5]);
  const replayed = await run(buyer.key, slug, {}, headers);
  expect([replayed.headers.get("idempotency-replayed"), replayed.text]).toEqual(["true", charged.text]);
  expect(await available(buyer)).toBe(9.5);
  const usage = await call("GET", "/v1/usage/summary", { key: buyer.key });
  expect(usage.body.totals).toEqual({ calls: 2, failed: 1, cost: 0.5 });
});

test("credits are not given a second time by a request whose key was claimed anew", async () => {
  const [admin, someone] = [await administrator(), await person()];
  const give = () =>
    call("POST", `/v1/admin/accounts/${someone.id}/credits`, {
      key: admin.key,
      body: { amount: 5, reason: "Thanks." },
      headers,
    });
  const answers = await transaction(async (db) => {
    await query("test.lock", "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [someone.id], db);
    const slow = give();
    await expect.poll(async () => (await letClaimsGo(admin)).length).toBe(1);
    const again = give();
    await expect.poll(() => freshClaims(admin)).toBe(1);
    return [slow, again];
  });
  expect(byStatus(await Promise.all(answers))).toEqual({ 200: 1, 409: 1 });
  expect(await available(someone)).toBe(5);
  expect((await give()).headers.get("idempotency-replayed")).toBe("true");
});

describe("the answer of a creation is stored in the transaction of the creation, so a crash can't lose it", () => {
  /** Sends a request twice under one key: the second answer is the first, kept when the row that shows the effect was written. */
  async function expectOneEffect(someone: Person, path: string, body: object, effect: string): Promise<void> {
    const key = `kept ${path}`;
    const send = () => call("POST", path, { key: someone.key, body, headers: { "idempotency-key": key } });
    const first = await send();
    expect([path, first.status]).toEqual([path, 200]);
    const rows = await query<{ together: boolean }>(
      `test.kept.${effect}`,
      `SELECT i.xmin = e.xmin AS together FROM idempotency_record i, ${effect} e
        WHERE i.account_id = $1 AND i.key = $2 AND e.id = $3 AND i.completed_at IS NOT NULL`,
      [someone.id, key, first.body.id ?? first.body.purchase_id],
    );
    expect(rows).toEqual([{ together: true }]);
    const again = await send();
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
  }

  test("a skill, a report and a refund", async () => {
    const [admin, developer, buyer] = [await administrator(), await person(), await personWith(10)];
    await expectOneEffect(developer, "/v1/developer/skills", skillFields(), "skill");
    const { slug } = await liveSkill(developer, subscription());
    await expectOneEffect(
      buyer,
      `/v1/skills/${slug}/reports`,
      { kind: "broken", text: "It answers nothing." },
      "skill_report",
    );
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    const [purchase] = await query<{ id: string }>("test.purchase", "SELECT id FROM purchase WHERE buyer_id = $1", [
      buyer.id,
    ]);
    const body = { refund: "full", reason: "It answers nothing." };
    await expectOneEffect(admin, `/v1/admin/purchases/${purchase?.id}/refund`, body, "purchase");
    expect(await available(buyer)).toBe(10);
  });
});
