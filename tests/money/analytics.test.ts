import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SKILL_FAILURES_SQL } from "@/lib/demand/analytics/skill-failures";
import { prisma, query } from "@/lib/platform/core/db";
import { CIRCUIT_OPEN_SECONDS } from "@/lib/platform/core/limits";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { call } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

type Figures = {
  totals: Record<string, number | null>;
  errors: { code: string; count: number }[];
  daily: Record<string, number | string | null>[];
};
const figures = async (owner: Person, id: string, days = 30) =>
  (await call("GET", `/v1/developer/skills/${id}/analytics?days=${days}`, { key: owner.key }))
    .body as unknown as Figures;
const log = (owner: Person, id: string, search = "") =>
  call("GET", `/v1/developer/skills/${id}/calls${search}`, { key: owner.key });

describe("analytics of a skill", () => {
  test("add up what calls, failures and callers did, and what was earned, to the micro-credit of the ledger", async () => {
    const developer = await person();
    const [one, two] = [await personWith(10), await personWith(10)];
    const { id, slug } = await liveSkill(developer, { price_per_call: 0.333333, free_calls: 1 });
    for (const buyer of [one, two]) for (let i = 0; i < 3; i++) await run(buyer.key, slug, { text: "x" });
    await prisma().listing.update({ where: { skillId: id }, data: { apiEndpoint: upstreamUrl("5xx") } });
    await run(one.key, slug);
    await rollUpAll("analytics");
    const { totals, errors, daily } = await figures(developer, id);
    expect(totals).toMatchObject({
      calls: 6,
      failures: 1,
      downloads: 0,
      callers: 2,
      success_rate: 0.8571,
      revenue: 1.333332,
    });
    expect(errors).toEqual([{ code: "upstream_failed", count: 1 }]);
    expect(totals.p50_ms).toBeGreaterThan(0);
    expect(Number(totals.p95_ms)).toBeGreaterThanOrEqual(Number(totals.p50_ms));
    const [earned] = await query<{ sum: string }>(
      "test.earned",
      "SELECT sum(amount_micros) AS sum FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1",
      [developer.id],
    );
    expect(totals.earned).toBe(Number(earned?.sum) / 1_000_000);
    expect(Number(totals.revenue)).toBeCloseTo(Number(totals.earned) + Number(totals.fees), 6);
    expect(daily).toHaveLength(30);
    expect(daily.at(-1)).toMatchObject({ calls: 6, failures: 1, revenue: 1.333332 });
    expect(daily.slice(0, -1).every(({ calls }) => calls === 0)).toBe(true);
  });

  test("do not change when they are rolled up again, or by two processes at once", async () => {
    const developer = await person();
    const buyer = await personWith(10);
    const { id, slug } = await liveSkill(developer);
    for (let i = 0; i < 4; i++) await run(buyer.key, slug);
    await Promise.all([rollUpAll("analytics"), rollUpAll("analytics"), rollUpAll("analytics")]);
    const before = (await figures(developer, id)).totals;
    await Promise.all([rollUp("analytics"), rollUp("analytics"), rollUp("analytics")]);
    expect((await figures(developer, id)).totals).toEqual(before);
    expect(before.calls).toBe(4);
  });

  test("count subscriptions, and take back what was refunded", async () => {
    const developer = await person();
    const [stays, goes] = [await personWith(10), await personWith(10)];
    const { id, slug } = await liveSkill(developer, {
      pricing_type: "subscription",
      price: 4,
      subscription_interval: "month",
    });
    await call("POST", `/v1/skills/${slug}/purchase`, { key: stays.key, body: {} });
    const bought = await call("POST", `/v1/skills/${slug}/purchase`, { key: goes.key, body: {} });
    await rollUpAll("analytics");
    expect((await figures(developer, id)).totals).toMatchObject({
      sales: 2,
      revenue: 8,
      fees: 1.2,
      earned: 6.8,
    });
    const admin = await administrator();
    const refund = await call("POST", `/v1/admin/purchases/${(bought.body.purchase as { id: string }).id}/refund`, {
      key: admin.key,
      body: { reason: "It did not work.", refund: "full" },
    });
    expect(refund.status).toBe(200);
    await rollUpAll("analytics");
    expect((await figures(developer, id)).totals).toMatchObject({
      sales: 2,
      revenue: 4,
      fees: 0.6,
      earned: 3.4,
    });
  });

  test("of all skills come in the order of the list, those without a call as well", async () => {
    const developer = await person();
    const buyer = await personWith(10);
    const quiet = await draftSkill(developer);
    const busy = await liveSkill(developer, { price_per_call: 1 });
    await run(buyer.key, busy.slug);
    await rollUpAll("analytics");
    const { body } = await call("GET", "/v1/developer/analytics?days=7", { key: developer.key });
    expect(body.data).toMatchObject([
      { skill: { id: busy.id }, live: true, calls: 1, success_rate: 1, revenue: 1, fees: 0.15 },
      { skill: { id: quiet.id }, live: false, calls: 0, success_rate: null, revenue: 0, p95_ms: null },
    ]);
  });

  test("are the owner's alone, over 7, 30 or 90 days", async () => {
    const developer = await person();
    const { id } = await liveSkill(developer);
    const other = await person();
    for (const path of ["analytics", "calls", "reviews"]) {
      expect((await call("GET", `/v1/developer/skills/${id}/${path}`, { key: other.key })).status).toBe(404);
      expect((await call("GET", `/v1/developer/skills/${id}/${path}`)).status).toBe(401);
    }
    for (const days of ["8", "0", "x"])
      expect((await call("GET", `/v1/developer/analytics?days=${days}`, { key: developer.key })).status).toBe(400);
    expect((await call("GET", "/v1/developer/analytics", { key: other.key })).body.data).toEqual([]);
  });
});

describe("the call log", () => {
  test("shows calls as the endpoint saw them, without the caller's identity", async () => {
    const developer = await person();
    const [one, two] = [await personWith(10), await personWith(10)];
    const { id, slug } = await liveSkill(developer, { price_per_call: 0.5 });
    await run(one.key, slug);
    const seen = upstream.received.at(-1)?.headers;
    await run(two.key, slug);
    await run(one.key, slug);
    const { body, text } = await log(developer, id);
    expect(body).toMatchObject({ total: 3, has_more: false });
    const callers = body.data.map(({ caller_id }) => caller_id);
    expect(callers[0]).toBe(callers[2]);
    expect(callers[0]).not.toBe(callers[1]);
    expect(body.data[2]).toMatchObject({
      call_id: seen?.["webhook-id"],
      caller_id: seen?.["x-caller-id"],
      status: "succeeded",
      cost: 0.5,
    });
    for (const secret of [one.id, one.email, one.keyId, one.key.slice(0, 8), two.id])
      expect(text).not.toContain(secret);
  });

  test("is filtered by outcome and code, and paged", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer);
    await run(developer.key, slug);
    await prisma().listing.update({ where: { skillId: id }, data: { apiEndpoint: upstreamUrl("bad-json") } });
    for (let i = 0; i < 3; i++) await run(developer.key, slug);
    expect((await log(developer, id, "?status=failed")).body.total).toBe(3);
    expect((await log(developer, id, "?status=succeeded")).body.total).toBe(1);
    expect((await log(developer, id, "?error_code=upstream_failed&limit=2")).body).toMatchObject({
      total: 3,
      limit: 2,
      has_more: true,
    });
    expect((await log(developer, id, "?error_code=none")).body.total).toBe(0);
    expect((await log(developer, id, "?status=odd")).status).toBe(400);
  });
});

describe("what needs attention", () => {
  const attention = async (owner: Person) =>
    (await call("GET", "/v1/developer/attention", { key: owner.key })).body.data;

  test("is a failing endpoint, a rejection with its reason, an incomplete draft, and a review without an answer", async () => {
    const developer = await person();
    const buyer = await personWith(10);
    expect(await attention(developer)).toEqual([]);
    const draft = await draftSkill(developer, { api_endpoint: null });
    const rejected = await draftSkill(developer, { submit: true });
    await call("PATCH", "/v1/admin/skills", {
      key: (await administrator()).key,
      body: { skill_id: rejected.id, action: "reject", reason: "Say what it counts." },
    });
    const live = await liveSkill(developer);
    for (let i = 0; i < 3; i++) await run(buyer.key, live.slug);
    await call("PUT", `/v1/skills/${live.slug}/reviews`, {
      key: buyer.key,
      body: { rating: 2, text: "Slow." },
    });
    expect(await attention(developer)).toMatchObject([
      { kind: "rejected", skill: { id: rejected.id }, message: "Say what it counts." },
      { kind: "incomplete", skill: { id: draft.id } },
      { kind: "unanswered", skill: { id: live.id } },
    ]);
    await prisma().listing.update({ where: { skillId: live.id }, data: { apiEndpoint: upstreamUrl("5xx") } });
    for (let i = 0; i < 10; i++) await run(developer.key, live.slug);
    expect((await attention(developer))[0]).toMatchObject({ kind: "failing", skill: { id: live.id } });
    expect((await attention(developer))[0]?.message).toContain("it returned an error, or no JSON");
    const suspended = await liveSkill(developer);
    await call("POST", `/v1/admin/skills/${suspended.id}/suspend`, {
      key: (await administrator()).key,
      body: { reason: "It sends data elsewhere." },
    });
    expect((await attention(developer))[0]).toMatchObject({
      kind: "suspended",
      skill: { id: suspended.id },
      message: "It sends data elsewhere.",
    });
    expect(await attention(await person())).toEqual([]);
    expect((await call("GET", "/v1/developer/attention")).status).toBe(401);
  });
});

test("what an endpoint refused is no failure of it; after failures, the pause of callers is the real one", async () => {
  const developer = await person();
  const [buyer, skill] = [await personWith(10), await liveSkill(developer)];
  const endpoint = (behaviour: string) =>
    prisma().listing.update({ where: { skillId: skill.id }, data: { apiEndpoint: upstreamUrl(behaviour) } });
  const attention = async () => (await call("GET", "/v1/developer/attention", { key: developer.key })).body.data;
  await endpoint("4xx");
  for (let i = 0; i < 14; i++) expect((await run(buyer.key, skill.slug)).status).toBe(502);
  expect(await attention()).toEqual([]);
  // Refused parameters between failures do not hide them.
  for (let i = 0; i < 10; i++) {
    await endpoint("5xx");
    await run(buyer.key, skill.slug);
    if (i % 3 > 0) continue;
    await endpoint("4xx");
    await run(developer.key, skill.slug);
  }
  const [item] = await attention();
  expect(item).toMatchObject({ kind: "failing", skill: { id: skill.id } });
  expect(item?.message).toContain(`calls pause for ${CIRCUIT_OPEN_SECONDS} seconds`);
});

test("a skill's own failures are the same in every sum", () => {
  const rollup = readFileSync("prisma/sql/analytics/rollup_analytics.sql", "utf8");
  expect(rollup).toContain(`u.error_code IN (${SKILL_FAILURES_SQL}) AS is_skills_failure`);
});

describe("answers to reviews", () => {
  test("one answer a review, by the skill's developer, changed and taken back", async () => {
    const developer = await person("Ada");
    const [buyer, stranger] = [await personWith(10), await person()];
    const { id, slug } = await liveSkill(developer);
    for (let i = 0; i < 3; i++) await run(buyer.key, slug);
    const review = await call("PUT", `/v1/skills/${slug}/reviews`, {
      key: buyer.key,
      body: { rating: 3, text: "Fine." },
    });
    expect(review.body.reply).toBeNull();
    const reply = (key: string | undefined, method: string, body?: object, at = review.body.id) =>
      call(method, `/v1/developer/reviews/${at}/reply`, { key, ...(body && { body }) });
    const put = await reply(developer.key, "PUT", { text: "  Thank\u202e you.\n\u0007Really. " });
    expect(put.body).toMatchObject({ rating: 3, text: "Fine.", reply: { text: "Thank you.\nReally." } });
    expect((await reply(developer.key, "PUT", { text: "Thanks." })).body.reply).toMatchObject({
      text: "Thanks.",
    });
    const shown = await call("GET", `/v1/skills/${slug}/reviews`, { key: stranger.key });
    expect(shown.body.data[0]).toMatchObject({ text: "Fine.", reply: { text: "Thanks." } });
    const own = (search: string) => call("GET", `/v1/developer/skills/${id}/reviews${search}`, { key: developer.key });
    expect((await own("")).body.total).toBe(1);
    expect((await own("?unanswered=true")).body.total).toBe(0);
    for (const other of [buyer, stranger, await administrator()]) {
      expect((await reply(other.key, "PUT", { text: "Mine." })).status).toBe(404);
      expect((await reply(other.key, "DELETE")).status).toBe(404);
    }
    expect((await reply(undefined, "PUT", { text: "x" })).status).toBe(401);
    for (const text of ["", "   ", "\u200b", "x".repeat(2001), 5])
      expect((await reply(developer.key, "PUT", { text })).status).toBe(400);
    expect((await reply(developer.key, "DELETE")).body.reply).toBeNull();
    expect((await reply(developer.key, "DELETE")).status).toBe(404);
    expect((await own("?unanswered=true")).body.total).toBe(1);
  });
});
