import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flushViews } from "@/lib/demand/analytics/views";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const view = (body: object, headers: Record<string, string> = {}) => call("POST", "/v1/views", { body, headers });
const totalsOf = async (owner: Person, id: string) =>
  (await call("GET", `/v1/developer/skills/${id}/analytics`, { key: owner.key })).body.totals;

describe("the conversion of a skill", () => {
  test("is the buyers of its views, with who tried it; the developer's own use is neither", async () => {
    const developer = await person();
    const [paying, trying] = [await personWith(10), await personWith(10)];
    const { id, slug } = await liveSkill(developer, { price_per_call: 1, free_calls: 1 });
    for (let i = 0; i < 4; i++) expect((await view({ skill: slug })).body).toEqual({ counted: true });
    for (let i = 0; i < 2; i++) await run(paying.key, slug);
    await run(trying.key, slug);
    await run(developer.key, slug);
    await flushViews();
    await rollUpAll("analytics");
    const expected = { views: 4, tried: 2, buyers: 1, conversion: 0.25 };
    expect(await totalsOf(developer, id)).toMatchObject(expected);
    const { body } = await call("GET", "/v1/developer/analytics", { key: developer.key });
    expect(body.data[0]).toMatchObject(expected);
  });

  test("of a subscription counts who bought it, and is no rate with more buyers than views", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer, subscription({ price: 2 }));
    for (const buyer of [await personWith(10), await personWith(10)])
      expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key })).status).toBe(200);
    await view({ skill: slug });
    await flushViews();
    expect(await totalsOf(developer, id)).toMatchObject({ views: 1, tried: 0, buyers: 2, conversion: null });
  });

  test("counts no bot, no skill that is not on the marketplace, and nothing for a page of another site", async () => {
    const developer = await person();
    const [live, draft] = [await liveSkill(developer), await draftSkill(developer)];
    const bot = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" };
    expect((await view({ skill: live.slug }, bot)).body).toEqual({ counted: false });
    await view({ skill: draft.slug });
    await view({ skill: "no-such-skill" });
    const foreign = await view({ skill: live.slug }, { origin: "https://elsewhere.example" });
    expect([foreign.status, foreign.body.error.code]).toEqual([403, "bad_origin"]);
    await flushViews();
    for (const { id } of [live, draft]) expect(await totalsOf(developer, id)).toMatchObject({ views: 0 });
  });

  test("loses no view when two processes write the same skills at once", async () => {
    const developer = await person();
    const skills = [await liveSkill(developer), await liveSkill(developer)];
    const rounds = Array.from({ length: 10 }, async () => {
      for (const { slug } of skills) await view({ skill: slug });
      await Promise.all([flushViews(), rollUpAll("analytics")]);
    });
    await Promise.all(rounds);
    for (const { id } of skills) expect(await totalsOf(developer, id)).toMatchObject({ views: 10 });
  });
});

test("visits stand at the head of the operator's funnel", async () => {
  const admin = await administrator();
  const visitsOf = async () =>
    (await call("GET", "/v1/admin/overview?days=1", { key: admin.key })).body.funnel as { visits: number };
  const before = await visitsOf();
  for (let i = 0; i < 3; i++) await view({ is_visit: true });
  await view({});
  await flushViews();
  expect((await visitsOf()).visits).toBe(before.visits + 3);
  expect(await prisma().visitDay.count()).toBe(1);
});
