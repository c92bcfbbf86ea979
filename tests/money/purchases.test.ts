import { describe, expect, test } from "vitest";
import * as renewals from "@/lib/demand/purchases/renewals";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, concurrently, personWith, run } from "@/tests/support/money";
import { draftSkill, liveSkill, person, unique } from "@/tests/support/people";

const subscription = (fields: object = {}) => ({
  pricing_type: "subscription",
  price: 5,
  price_per_call: null,
  subscription_interval: "month",
  ...fields,
});
const buy = (key: string, slug: string, body?: object, headers?: Record<string, string>) =>
  call("POST", `/v1/skills/${slug}/purchase`, { key, ...(body && { body }), ...(headers && { headers }) });

describe("POST /v1/skills/{slug}/purchase", () => {
  test("a purchase is charged, split between developer and marketplace, and listed", async () => {
    const developer = await person();
    const buyer = await personWith(20);
    const { slug } = await liveSkill(developer, subscription());
    const { status, body } = await buy(buyer.key, slug);
    expect(status).toBe(200);
    expect(body.purchase).toMatchObject({ skill: { slug }, price: 5, status: "active", auto_renew: true });
    expect(body.balance).toEqual({ balance: 15, held: 0, available: 15, currency: "credits" });
    const entries = await query<{ account: string; amount: string }>(
      "test.entries",
      "SELECT account, amount_micros AS amount FROM ledger_entry WHERE transaction_id = (SELECT id FROM ledger_transaction WHERE subject = $1) ORDER BY account",
      [slug],
    );
    expect(entries).toEqual([
      { account: "earnings", amount: "4250000" },
      { account: "fees", amount: "750000" },
      { account: "wallet", amount: "-5000000" },
    ]);
    const listed = await call("GET", "/v1/purchases", { key: buyer.key });
    expect(listed.body.data).toEqual([body.purchase]);
    const ledger = await call("GET", "/v1/ledger", { key: buyer.key });
    expect(ledger.body.data).toMatchObject([
      { kind: "purchase", subject: slug, amount: -5, balance_after: 15 },
      { kind: "grant", amount: 20, balance_after: 20 },
    ]);
  });

  test("a repeated purchase answers the same one and charges nothing", async () => {
    const buyer = await personWith(20);
    const { slug } = await liveSkill(await person(), subscription());
    const first = await buy(buyer.key, slug);
    const second = await buy(buyer.key, slug, {});
    expect(second.body).toEqual({ ...first.body, already_owned: true });
  });

  test("a buyer short of credits gets 402 that says how many, and nothing is written", async () => {
    const buyer = await personWith(2.5);
    const { slug } = await liveSkill(await person(), subscription());
    const { status, body } = await buy(buyer.key, slug);
    expect([status, body.error.code]).toEqual([402, "insufficient_credits"]);
    expect(body.error.details).toEqual({
      required: 5,
      available: 2.5,
      shortfall: 2.5,
      topup_url: "http://market.test/wallet",
    });
    expect(body.error.message).toBe("This costs $5; you have $2.50.");
    expect((await call("GET", "/v1/purchases", { key: buyer.key })).body.data).toEqual([]);
  });

  test("own, usage-priced, unknown and unapproved skills are refused", async () => {
    const developer = await person();
    const buyer = await personWith(100);
    const own = await liveSkill(developer, subscription());
    const usage = await liveSkill(developer);
    const draft = await draftSkill(developer, subscription());
    const codes = await Promise.all([
      buy(developer.key, own.slug),
      buy(buyer.key, usage.slug),
      buy(buyer.key, "no-such-skill"),
      buy(buyer.key, draft.slug),
    ]);
    expect(codes.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, "own_skill"],
      [400, "not_purchasable"],
      [404, "not_found"],
      [404, "not_found"],
    ]);
  });

  test("max_price protects from a price that has changed", async () => {
    const developer = await person();
    const buyer = await personWith(100);
    const skill = await liveSkill(developer, subscription());
    await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body: { price: 50 } });
    const refused = await buy(buyer.key, skill.slug, { max_price: 5 });
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      400,
      "price_changed",
      "max_price",
    ]);
    expect((await buy(buyer.key, skill.slug, { max_price: 50 })).status).toBe(200);
  });

  test("a free subscription is bought without an entry", async () => {
    const buyer = await person();
    const { slug } = await liveSkill(await person(), subscription({ price: 0 }));
    expect((await buy(buyer.key, slug)).body.purchase).toMatchObject({ price: 0, status: "active" });
    expect((await call("GET", "/v1/ledger", { key: buyer.key })).body.data).toEqual([]);
  });

  test("on a balance of 10, fifty parallel purchases of 1 are 10 sales and 40 refusals, every time", async () => {
    const developer = await person();
    const skills = await concurrently(50, 10, () => liveSkill(developer, subscription({ price: 1 })));
    for (let round = 0; round < (process.env.TEST_FULL ? 20 : 5); round++) {
      const buyer = await personWith(10);
      const answers = await Promise.all(skills.map(({ slug }) => buy(buyer.key, slug)));
      expect(byStatus(answers)).toEqual({ 200: 10, 402: 40 });
      expect(await available(buyer)).toBe(0);
    }
  });

  test("the same skill bought twenty times at once is charged once", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription());
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(buyer.key, slug)));
    expect(byStatus(answers)).toEqual({ 200: 20 });
    expect(answers.filter(({ body }) => body.already_owned === undefined)).toHaveLength(1);
    expect(await available(buyer)).toBe(95);
  });

  test("fifty parallel requests with one Idempotency-Key have one effect, and later ones replay it", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription());
    const headers = { "idempotency-key": `order ${unique()}` };
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(buyer.key, slug, {}, headers)));
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status, body }) => status === 200 || body.error.code === "idempotency_in_progress")).toBe(
      true,
    );
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const replay = await buy(buyer.key, slug, {}, headers);
    expect([replay.text, replay.headers.get("idempotency-replayed")]).toEqual([done[0]?.text, "true"]);
    expect(await available(buyer)).toBe(95);
    const other = await buy(buyer.key, slug, { auto_renew: false }, headers);
    expect([other.status, other.body.error.code]).toEqual([400, "idempotency_key_reused"]);
  });
});

describe("a key's guardrails", () => {
  const guarded = async (key: string, body: object) =>
    String((await call("POST", "/v1/keys", { key, body })).body.api_key);

  test("parallel purchases cannot overspend a key's limit", async () => {
    const developer = await person();
    const skills = await concurrently(20, 10, () => liveSkill(developer, subscription({ price: 1 })));
    const buyer = await personWith(100);
    const key = await guarded(buyer.key, { credit_limit: 7, credit_limit_interval: "month" });
    const answers = await Promise.all(skills.map(({ slug }) => buy(key, slug)));
    expect(byStatus(answers)).toEqual({ 200: 7, 402: 13 });
    const refused = answers.find(({ status }) => status === 402);
    expect(refused?.body.error).toMatchObject({
      code: "key_limit_reached",
      details: { credit_limit: 7, spent: 7, required: 1 },
    });
    expect(await available(buyer)).toBe(93);
  });

  test("a key limited to other skills may not buy this one", async () => {
    const { slug } = await liveSkill(await person(), subscription());
    const buyer = await personWith(100);
    const key = await guarded(buyer.key, { skills: ["another-skill"] });
    const answer = await buy(key, slug);
    expect([answer.status, answer.body.error.code]).toEqual([403, "key_scope"]);
  });
});

describe("renewals", () => {
  /** Moves a purchase into the past, as if its period had just ended. */
  const passTime = (buyerId: string, interval: string) =>
    query(
      `test.pass.${interval}`,
      `UPDATE purchase SET anchor_at = anchor_at - interval '${interval}', started_at = started_at - interval '${interval}',
         current_period_end = current_period_end - interval '${interval}' WHERE buyer_id = $1`,
      [buyerId],
    );
  const state = async (key: string) => (await call("GET", "/v1/purchases", { key })).body.data[0];

  test("two workers renew a due purchase once, at the price of its beginning", async () => {
    const developer = await person();
    const buyer = await personWith(20);
    const skill = await liveSkill(developer, subscription());
    await buy(buyer.key, skill.slug);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body: { price: 9 } });
    await passTime(buyer.id, "32 days");
    await Promise.all(Array.from({ length: 6 }, () => renewals.renewDue()));
    expect(await available(buyer)).toBe(10);
    expect(await state(buyer.key)).toMatchObject({ status: "active", price: 5 });
  });

  test("a purchase lapses when credits are short, and can be bought again", async () => {
    const buyer = await personWith(6);
    const { slug } = await liveSkill(await person(), subscription());
    await buy(buyer.key, slug);
    await passTime(buyer.id, "32 days");
    await renewals.renewDue();
    expect(await state(buyer.key)).toMatchObject({ status: "expired" });
    expect(await available(buyer)).toBe(1);
    expect((await buy(buyer.key, slug)).status).toBe(402);
  });

  test("a subscription that lapses for lack of credits notifies once, also when a call finds it first", async () => {
    const buyer = await personWith(6);
    const { slug } = await liveSkill(await person(), subscription());
    const told = async () =>
      (await call("GET", "/v1/notifications", { key: buyer.key })).body.data.map(({ kind }) => kind);
    await buy(buyer.key, slug);
    await passTime(buyer.id, "32 days");
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await run(buyer.key, slug)).body.error.code).toBe("purchase_required");
    expect(await told()).toEqual(["purchase_made"]);
    await Promise.all([renewals.renewDue(), run(buyer.key, slug), renewals.renewDue()]);
    await renewals.renewDue();
    expect(await told()).toEqual(["purchase_lapsed", "purchase_made"]);
    expect((await call("GET", "/v1/notifications", { key: buyer.key })).body.data[0]).toMatchObject({
      text: "Your balance was below $5. Nothing was charged.",
      path: `/skills/${slug}`,
    });
    expect(await state(buyer.key)).toMatchObject({ status: "expired" });
  });

  test("a cancelled renewal ends with the period; a resumed one goes on", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription());
    const id = ((await buy(buyer.key, slug)).body.purchase as { id: string }).id;
    const setRenewal = (auto_renew: boolean) =>
      call("PATCH", `/v1/purchases/${id}`, { key: buyer.key, body: { auto_renew } });
    expect((await setRenewal(false)).body).toMatchObject({ auto_renew: false, status: "active" });
    expect((await setRenewal(true)).body).toMatchObject({ auto_renew: true });
    await setRenewal(false);
    await passTime(buyer.id, "32 days");
    await renewals.renewDue();
    expect(await state(buyer.key)).toMatchObject({ status: "cancelled" });
    expect((await setRenewal(true)).status).toBe(404);
    expect(await available(buyer)).toBe(95);
  });

  test("another's purchase is unknown", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription());
    const id = ((await buy(buyer.key, slug)).body.purchase as { id: string }).id;
    const answer = await call("PATCH", `/v1/purchases/${id}`, {
      key: (await person()).key,
      body: { auto_renew: false },
    });
    expect(answer.status).toBe(404);
  });

  test("terms that were not renewed for days are not charged afterwards", async () => {
    const buyer = await personWith(100);
    const { slug } = await liveSkill(await person(), subscription({ subscription_interval: "day" }));
    await buy(buyer.key, slug);
    await passTime(buyer.id, "100 hours");
    await renewals.renewDue();
    expect(await available(buyer)).toBe(90);
  });
});
