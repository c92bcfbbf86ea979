import { afterAll, beforeAll, expect, test } from "vitest";
import { home, trendText } from "@/lib/demand/analytics/console-home";
import { prisma } from "@/lib/platform/core/db";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const of = ({ id }: Person) => home({ accountId: id });
/** Moves what is counted of a skill to an earlier UTC day. */
async function shift(skillId: string, days: number): Promise<void> {
  const day = new Date(Date.now() - days * DAY_MS);
  await prisma().skillStatsDay.updateMany({ where: { skillId }, data: { day } });
  await prisma().skillCallerDay.updateMany({ where: { skillId }, data: { day } });
}

test("the console's home adds up all skills of a developer, and nobody else's", async () => {
  const [developer, other] = [await person(), await person()];
  const [one, two] = [await personWith(10), await personWith(10)];
  const [first, second] = [await liveSkill(developer), await liveSkill(developer)];
  expect(await of(developer)).toMatchObject({ earned: { now: 0, before: 0 }, successRate: null });
  await run(one.key, first.slug);
  await run(two.key, first.slug);
  await run(one.key, second.slug);
  await run(developer.key, second.slug);
  await prisma().listing.update({ where: { skillId: second.id }, data: { apiEndpoint: upstreamUrl("5xx") } });
  await run(one.key, second.slug);
  await prisma().listing.update({ where: { skillId: second.id }, data: { apiEndpoint: upstreamUrl("4xx") } });
  await run(one.key, second.slug);
  await rollUpAll("analytics");
  // 15 % of 0.5 is the marketplace's.
  expect(await of(developer)).toEqual({
    earned: { now: 1.275, before: 0 },
    calls: { now: 3, before: 0 },
    customers: { now: 2, before: 0 },
    successRate: 0.75,
  });
  expect(await of(other)).toMatchObject({ calls: { now: 0 }, customers: { now: 0 } });
});

test("the home compares 30 days with the 30 before them, and forgets what is older", async () => {
  const developer = await person();
  const buyer = await personWith(10);
  const [now, before, older] = [await liveSkill(developer), await liveSkill(developer), await liveSkill(developer)];
  for (const { slug } of [now, now, before, older]) await run(buyer.key, slug);
  await rollUpAll("analytics");
  await shift(now.id, 29);
  await shift(before.id, 30);
  await shift(older.id, 60);
  const figures = await of(developer);
  expect(figures).toMatchObject({
    earned: { now: 0.85, before: 0.425 },
    calls: { now: 2, before: 1 },
    customers: { now: 1, before: 1 },
  });
  expect(trendText(figures.earned)).toBe("+100%");
  expect(trendText(figures.customers)).toBe("±0%");
  expect(trendText({ now: 1, before: 2 })).toBe("−50%");
  expect(trendText({ now: 1, before: 0 })).toBeNull();
});
