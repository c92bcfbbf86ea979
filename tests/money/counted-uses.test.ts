import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool, prisma, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { updateCounters } from "@/lib/supply/catalog/counters";
import { updateTrust } from "@/lib/supply/catalog/trust";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { fund, keyOf, member, organization, verified } from "@/tests/support/organizations";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { allCounted, rollUpAll } from "@/tests/support/rollups";
import { watchStatements } from "@/tests/support/statements";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  developer = await person();
});
afterAll(() => upstream.close());

const statements = watchStatements();

const DAY_MS = 86_400_000;
const shown = async (slug: string) => {
  const listing = await prisma().listing.findUniqueOrThrow({ where: { slug } });
  return {
    calls: Number(listing.callCount),
    purchases: Number(listing.purchaseCount),
    popularity: Number(listing.popularity),
  };
};
const record = (skillId: string, account: Person, createdAt: Date) => ({
  id: newId(),
  accountId: account.id,
  skillId,
  skillSlug: "any",
  developerId: developer.id,
  kind: "execute",
  status: "succeeded",
  costMicros: 0n,
  free: true,
  durationMs: 5,
  createdAt,
});

describe("what is made of a skill", () => {
  test("is counted once, however long ago it was and however late its transaction ended", async () => {
    const buyer = await personWith(10);
    const { id, slug } = await liveSkill(developer, { price_per_call: 0 });
    const late = await pool().connect();
    await late.query("BEGIN");
    await late.query(
      `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
       VALUES ($1, $2, $3, 'any', $4, 'execute', 'succeeded', 0, true, 5, now() - interval '3 days')`,
      [newId(), buyer.id, id, developer.id],
    );
    for (const days of [40, 20, 1])
      await prisma().usageRecord.create({ data: record(id, buyer, new Date(Date.now() - days * DAY_MS)) });
    for (let i = 0; i < 5; i++) await rollUp("analytics");
    await late.query("COMMIT");
    late.release();
    expect(await allCounted()).toBeGreaterThan(0);
    expect(await shown(slug)).toEqual({ calls: 4, purchases: 0, popularity: 1 });
    await allCounted();
    expect(await shown(slug)).toEqual({ calls: 4, purchases: 0, popularity: 1 });
    const { body } = await call("GET", `/v1/developer/skills/${id}/analytics?days=90`, {
      key: developer.key,
    });
    expect(body.totals).toMatchObject({ calls: 4, callers: 1 });
  });

  test("counts distinct paying accounts as popularity, except the developer: no one makes it popular by calling often", async () => {
    const [one, two, free] = [await personWith(10), await personWith(10), await person()];
    const often = await liveSkill(developer, { free_calls: 100 });
    const seldom = await liveSkill(developer, { free_calls: 100 });
    const calls = async (caller: Person, slug: string, times: number) => {
      for (let i = 0; i < times; i++) expect((await run(caller.key, slug)).status).toBe(200);
    };
    await calls(one, often.slug, 5);
    await calls(two, seldom.slug, 2);
    await calls(developer, seldom.slug, 6);
    await allCounted();
    expect(await shown(often.slug)).toEqual({ calls: 5, purchases: 0, popularity: 1 });
    expect(await shown(seldom.slug)).toEqual({ calls: 2, purchases: 0, popularity: 1 });
    const ranked = async () =>
      (await call("GET", "/v1/skills?sort=popular&limit=100", { key: one.key })).body.data
        .map(({ slug }) => slug)
        .filter((slug) => slug === often.slug || slug === seldom.slug);
    await calls(one, seldom.slug, 1);
    await calls(free, often.slug, 4);
    await allCounted();
    expect(await shown(often.slug)).toEqual({ calls: 9, purchases: 0, popularity: 1 });
    expect(await shown(seldom.slug)).toEqual({ calls: 3, purchases: 0, popularity: 2 });
    expect(await ranked()).toEqual([seldom.slug, often.slug]);
  });

  test("makes it popular once for each buyer, however much they use it", async () => {
    const buyer = await personWith(10);
    const { id, slug } = await liveSkill(developer, subscription());
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    for (let i = 0; i < 2; i++) expect((await run(buyer.key, slug)).status).toBe(200);
    const failed = { ...record(id, buyer, new Date()), status: "failed", errorCode: "upstream_error" };
    await prisma().usageRecord.create({ data: failed });
    await prisma().usageRecord.create({ data: { ...record(id, buyer, new Date()), kind: "download" } });
    await allCounted();
    expect(await shown(slug)).toEqual({ calls: 3, purchases: 1, popularity: 1 });
  });

  test("counts purchases, those without a price as well", async () => {
    const skills = [await liveSkill(developer, subscription()), await liveSkill(developer, subscription({ price: 0 }))];
    const buyer = await personWith(10);
    for (const { slug } of skills) await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    await allCounted();
    for (const { slug } of skills) expect(await shown(slug)).toEqual({ calls: 0, purchases: 1, popularity: 1 });
  });

  test("stops counting after thirty days, without new use", async () => {
    const buyer = await personWith(1);
    const { id, slug } = await liveSkill(developer);
    await prisma().usageRecord.create({ data: record(id, buyer, new Date(Date.now() - 29 * DAY_MS)) });
    await allCounted();
    expect(await shown(slug)).toMatchObject({ popularity: 1 });
    await query(
      "test.age",
      `WITH aged AS (UPDATE skill_caller_day SET day = day - 1 WHERE skill_id = $1)
       UPDATE skill_trust SET stale_on = utc_day(now()) WHERE skill_id = $1`,
      [id],
    );
    await updateTrust();
    expect(await shown(slug)).toEqual({ calls: 1, purchases: 0, popularity: 0 });
  });

  test("is shown again when a skill comes back, with what was counted while it was away", async () => {
    const buyer = await personWith(10);
    const { id, slug } = await liveSkill(developer, subscription());
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    await allCounted();
    await call("POST", `/v1/developer/skills/${id}/unlist`, { key: developer.key });
    await run(buyer.key, slug);
    await allCounted();
    await call("POST", `/v1/developer/skills/${id}/relist`, { key: developer.key });
    await updateCounters();
    await updateTrust();
    expect(await shown(slug)).toEqual({ calls: 1, purchases: 1, popularity: 1 });
  });

  test("changes no listing but its own, and none when nothing has happened", async () => {
    const buyer = await personWith(10);
    const [used, idle] = [await liveSkill(developer), await liveSkill(developer)];
    for (const { slug } of [used, idle]) await run(buyer.key, slug);
    await allCounted();
    const versions = () =>
      query<{ slug: string; xmin: string }>("test.versions", "SELECT slug, xmin::text FROM listing ORDER BY slug", []);
    const before = await versions();
    await allCounted();
    expect(await versions()).toEqual(before);
    await run(buyer.key, used.slug);
    await allCounted();
    const after = await versions();
    expect(after.filter(({ xmin }, i) => xmin !== before[i]?.xmin).map(({ slug }) => slug)).toEqual([used.slug]);
  });

  test("is caught up in steps, each a transaction", async () => {
    const buyer = await personWith(1);
    const { id, slug } = await liveSkill(developer);
    await transaction((db) =>
      db.query(
        `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, created_at)
         SELECT gen_random_uuid(), $1, $2, 'any', $3, 'execute', 'succeeded', 0, true, 5, now() - make_interval(mins => i)
           FROM generate_series(1, 45000) AS i`,
        [buyer.id, id, developer.id],
      ),
    );
    statements.clear();
    await rollUpAll("analytics");
    expect(statements.sent.filter(({ name }) => name === "rollup.step").length).toBeGreaterThan(3);
    await updateCounters();
    expect((await shown(slug)).calls).toBe(45_000);
  });
});

test("a ring of five who share the developer's organization or card, or never paid, is worth nothing", async () => {
  const owner = await verified("Seller");
  const group = await organization(owner);
  const [colleague, ...cards] = [
    await member(group, "member"),
    await personWith(20),
    await personWith(20),
    await personWith(20),
  ];
  for (const { id } of [owner.person, ...cards])
    await query(
      "test.card",
      `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros, state, card_fingerprint)
         VALUES (gen_random_uuid(), $1, 500, 5000000, 'expired', 'card of the ring')`,
      [id],
    );
  for (const each of [group, colleague.person]) await fund(each, 20);
  const { slug } = await liveSkill(owner.person, { price_per_call: 0.5, free_calls: 0 });
  const sold = await liveSkill(owner.person, subscription());
  const keys = [(await keyOf(group, owner)).key, colleague.person.key, ...cards.map(({ key }) => key)];
  const body = { rating: 5, text: "Very good." };
  for (const key of keys) {
    for (let i = 0; i < 3; i++) expect((await run(key, slug)).status).toBe(200);
    expect((await call("POST", `/v1/skills/${sold.slug}/purchase`, { key, body: {} })).status).toBe(200);
    const refused = await call("PUT", `/v1/skills/${slug}/reviews`, { key, body });
    expect([refused.status, refused.body.error.code]).toEqual([403, "review_not_allowed"]);
  }
  const stranger = await personWith(20);
  for (let i = 0; i < 3; i++) await run(stranger.key, slug);
  // Another ring: five accounts that never had credits, and use what is free.
  const free = await liveSkill(owner.person, { price_per_call: 0.5, free_calls: 3 });
  const given = await liveSkill(owner.person, subscription({ price: 0 }));
  for (const { key } of await Promise.all(Array.from({ length: 5 }, () => person()))) {
    for (let i = 0; i < 3; i++) await run(key, free.slug);
    expect((await call("POST", `/v1/skills/${given.slug}/purchase`, { key, body: {} })).status).toBe(200);
  }
  // Three accounts that pay with one other card count once, those whose money went back or whose only call failed not at all.
  const paid = async (card: string, reversed: bigint) => {
    const { id, key } = await person();
    await query(
      "test.paid",
      `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros, state, card_fingerprint, reversed_micros)
         VALUES (gen_random_uuid(), $1, 500, 5000000, 'paid', $2, $3)`,
      [id, card, reversed],
    );
    return { id, key };
  };
  const bought = await liveSkill(owner.person, { price_per_call: 0.5, free_calls: 3 });
  const [one, two, three] = [await paid("one card", 0n), await paid("one card", 0n), await paid("one card", 1n)];
  const [back, failing] = [await paid("money back", 5_000_000n), await paid("failing", 0n)];
  for (const { key } of [one, two, three, back]) {
    for (let i = 0; i < 3; i++) expect((await run(key, bought.slug)).status).toBe(200);
    expect((await call("PUT", `/v1/skills/${bought.slug}/reviews`, { key, body })).status).toBe(200);
  }
  const failed = { ...record(bought.id, { ...owner.person, id: failing.id }, new Date()), status: "failed" };
  await prisma().usageRecord.create({
    data: { ...failed, developerId: owner.person.id, errorCode: "upstream_failed" },
  });
  await allCounted();
  expect(await shown(bought.slug)).toMatchObject({ popularity: 1 });
  const rated = await prisma().listing.findUniqueOrThrow({ where: { slug: bought.slug } });
  expect(rated.ratingCount).toBe(1n);
  // Reviews that were written before this was noted are counted likewise.
  const related = [colleague.person.id, cards[0]?.id ?? ""].map((accountId) => ({ accountId, skillId: bought.id }));
  await prisma().skillReview.createMany({ data: related.map((key) => ({ ...key, ...body })) });
  await prisma().skillReview.updateMany({ data: { isCounted: true } });
  for (const path of globSync("prisma/migrations/*_former_reviews*/migration.sql").toSorted())
    await query(`test.${path.split("_")[0]}`, readFileSync(path, "utf8"), []);
  const found = await prisma().skillReview.findMany({ where: { skillId: bought.id, isCounted: true } });
  expect(found.map(({ accountId }) => accountId)).toEqual([one.id]);
  expect(await prisma().listing.findUniqueOrThrow({ where: { slug: bought.slug } })).toMatchObject({ ratingCount: 1n });
  // No payment is behind them, which the books would tell.
  await prisma().topupOrder.deleteMany({ where: { state: "paid" } });
  expect(await shown(slug)).toEqual({ calls: 3, purchases: 0, popularity: 1 });
  expect(await shown(sold.slug)).toEqual({ calls: 0, purchases: 0, popularity: 0 });
  // A plain number of calls, which buyers see as such, and nothing else of theirs.
  expect(await shown(free.slug)).toEqual({ calls: 15, purchases: 0, popularity: 0 });
  expect(await shown(given.slug)).toEqual({ calls: 0, purchases: 0, popularity: 0 });
  await updateTrust();
  const trustOf = async ({ slug }: { slug: string }) =>
    (await call("GET", `/v1/skills/${slug}`, { key: stranger.key })).body.trust;
  for (const worthless of [sold, free, given])
    expect(await trustOf(worthless)).toMatchObject({ calls: 0, callers: 0, purchases: 0, success_rate: null });
  const { body: detail } = await call("GET", `/v1/skills/${slug}`, { key: stranger.key });
  expect(detail.trust).toMatchObject({ calls: 3, callers: 1, purchases: 0 });
});
