import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { lockWallet } from "@/lib/platform/core/locks";
import { call, send } from "@/tests/support/api";
import { available, personWith, run, subscription } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

const INPUTS = 40;
const PRICE = 0.1;
/** What a batch has under way at once, and what may be reserved already when its key ends. */
const IN_FLIGHT = 5;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let admin: Person;
let skill: TestSkill;
/** What each call waits for, and how many have come. */
let [gate, arrived] = [Promise.withResolvers<void>(), 0];
beforeAll(async () => {
  upstream = await startUpstream({
    waiting: async (_, response) => {
      arrived++;
      await gate.promise;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    },
  });
  admin = await administrator();
  skill = await liveSkill(await person(), { api_endpoint: upstreamUrl("waiting"), price_per_call: PRICE });
});
afterAll(() => upstream.close());

/** A key of somebody, with its id. */
async function keyOf({ key }: Person, fields: object = {}) {
  const { body } = await call("POST", "/v1/keys", { key, body: { name: "agent", ...fields } });
  return { secret: String(body.api_key), id: (body.key as { id: string }).id };
}

type Line = { index?: number; state?: string; error?: { code: string } };
type Sender = { key?: string; headers?: Record<string, string> };

/** Sends a batch, has `end` done while its first calls are at the endpoint, and lets them go on. Returns its outcomes. */
async function batchDuring(sender: Sender, end: () => Promise<unknown>): Promise<Line[]> {
  [gate, arrived] = [Promise.withResolvers<void>(), 0];
  const response = await send("POST", `/v1/skills/${skill.slug}/batches`, {
    ...sender,
    body: { inputs: Array.from({ length: INPUTS }, (_, n) => ({ n })) },
  });
  expect(response.status).toBe(200);
  const text = response.text();
  await expect.poll(() => arrived).toBe(IN_FLIGHT);
  await end();
  gate.resolve();
  const lines = (await text)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return lines.filter(({ index }) => index !== undefined);
}

/** Fails unless what was reserved was charged, and everything later refused with that code. */
async function expectStopped(outcomes: Line[], code: string, buyer: Person) {
  const done = outcomes.filter(({ state }) => state === "succeeded").length;
  expect([outcomes.length, done, arrived]).toEqual([INPUTS, IN_FLIGHT, IN_FLIGHT]);
  expect(new Set(outcomes.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set([code]));
  const wallet = await prisma().wallet.findUnique({ where: { accountId: buyer.id } });
  expect([wallet?.postedMicros, wallet?.heldMicros]).toEqual([9_500_000n, 0n]);
}

describe("a batch charges nothing more once what it came with has ended", () => {
  test.each<[string, string, (key: string, id: string) => Promise<unknown>]>([
    ["its key is revoked", "unauthorized", (key, id) => call("DELETE", `/v1/keys/${id}`, { key })],
    [
      "its key is disabled",
      "unauthorized",
      (key, id) => call("PATCH", `/v1/keys/${id}`, { key, body: { active: false } }),
    ],
    [
      "its key expires",
      "unauthorized",
      (_, id) => query("test.expire", "UPDATE api_key SET expires_at = now() WHERE id = $1", [id]),
    ],
    [
      "its key may no longer execute",
      "key_scope",
      (key, id) => call("PATCH", `/v1/keys/${id}`, { key, body: { scopes: ["read"] } }),
    ],
    [
      "its key is limited to other skills",
      "key_scope",
      (key, id) => call("PATCH", `/v1/keys/${id}`, { key, body: { skills: ["another-skill"] } }),
    ],
  ])("%s", async (_, code, end) => {
    const buyer = await personWith(10);
    const { secret, id } = await keyOf(buyer);
    await expectStopped(await batchDuring({ key: secret }, () => end(buyer.key, id)), code, buyer);
  });

  test("its account is suspended", async () => {
    const buyer = await personWith(10);
    const suspend = () =>
      call("POST", `/v1/admin/accounts/${buyer.id}/suspend`, { key: admin.key, body: { reason: "Fraud." } });
    await expectStopped(await batchDuring({ key: buyer.key }, suspend), "unauthorized", buyer);
  });

  test("its browser session is signed out", async () => {
    const buyer = await personWith(10);
    const browser = await signedIn(buyer);
    const headers = { cookie: browser.cookie, "sec-fetch-site": "same-origin" };
    const signOut = () => prisma().session.deleteMany({ where: { accountId: buyer.id } });
    await expectStopped(await batchDuring({ headers }, signOut), "unauthorized", buyer);
  });
});

/** Waits until a statement waits for a lock. */
const someoneWaits = () =>
  expect
    .poll(() =>
      query(
        "test.waiting",
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        [],
      ),
    )
    .toHaveLength(1);

test.each(["a call", "a purchase"])(
  "%s that waits for the wallet is refused when its key is revoked meanwhile",
  async (what) => {
    gate.resolve();
    const buyer = await personWith(10);
    const { secret, id } = await keyOf(buyer);
    const bought = await liveSkill(await person(), subscription());
    const asked = {
      "a call": () => run(secret, skill.slug),
      "a purchase": () => call("POST", `/v1/skills/${bought.slug}/purchase`, { key: secret, body: {} }),
    }[what];
    const waiting = await transaction(async (db) => {
      await lockWallet(db, buyer.id);
      const answer = asked?.();
      await someoneWaits();
      expect((await call("DELETE", `/v1/keys/${id}`, { key: buyer.key })).status).toBe(200);
      return { answer };
    });
    const refused = await waiting.answer;
    expect([refused?.status, refused?.body.error.code]).toEqual([401, "unauthorized"]);
    expect(await available(buyer)).toBe(10);
  },
);

test("a retry is refused after its key is revoked, and what it was charged for stays stored", async () => {
  gate.resolve();
  const buyer = await personWith(10);
  const { secret, id } = await keyOf(buyer);
  const headers = { "idempotency-key": "once" };
  expect((await run(secret, skill.slug, {}, headers)).status).toBe(200);
  await call("DELETE", `/v1/keys/${id}`, { key: buyer.key });
  expect((await run(secret, skill.slug, {}, headers)).status).toBe(401);
  const again = await run(buyer.key, skill.slug, {}, headers);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  expect(await available(buyer)).toBe(9.9);
});

test("a suspended account pays for no renewal", async () => {
  const buyer = await personWith(10);
  const daily = await liveSkill(await person(), subscription({ subscription_interval: "day" }));
  await call("POST", `/v1/skills/${daily.slug}/purchase`, { key: buyer.key, body: {} });
  await query(
    "test.due",
    `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
       current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
    [buyer.id],
  );
  // By hand: suspending also cancels what would renew.
  await query("test.suspend", "UPDATE account SET suspended_at = now() WHERE id = $1", [buyer.id]);
  await renewDue();
  const wallet = await prisma().wallet.findUnique({ where: { accountId: buyer.id } });
  expect(wallet?.postedMicros).toBe(5_000_000n);
});
