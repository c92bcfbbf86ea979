import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { prisma, query } from "@/lib/platform/core/db";
import { CALLS } from "@/prisma/seed/calls";
import { BUYERS } from "@/prisma/seed/history-plan";
import { REVIEWERS, REVIEWS } from "@/prisma/seed/reviews";
import { SKILLS } from "@/prisma/seed/skills";
import { expectSound } from "@/tests/support/money";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Begins `npm run seed` where requests and processor time are limited to next to nothing. */
function begin() {
  return spawn(process.execPath, ["scripts/run.mjs", "seed"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, RATE_LIMITS: "on", RATE_LIMIT_SCALE: "0.001" },
  });
}

/** Kills a seed as soon as there are more rows than that. */
async function killAt(countRows: () => Promise<number>, rows: number): Promise<void> {
  const seed = begin();
  const exited = once(seed, "exit");
  await expect.poll(countRows, { timeout: 240_000, interval: 20 }).toBeGreaterThan(rows);
  seed.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
}

/** Three months, on nearly every day of which something happened, and which no two moments of the seed's own run explain. */
async function expectHistory(): Promise<void> {
  const [days] = await query<{ calls: number; sales: number; reviews: number; payouts: number; credits: number }>(
    "test.history",
    `SELECT (SELECT count(DISTINCT utc_day(created_at))::int FROM usage_record) AS calls,
       (SELECT count(DISTINCT utc_day(created_at))::int FROM ledger_transaction WHERE source_type = 'purchase') AS sales,
       (SELECT count(DISTINCT utc_day(created_at))::int FROM skill_review) AS reviews,
       (SELECT count(*)::int FROM payout WHERE state = 'paid') AS payouts,
       (SELECT count(*)::int FROM document WHERE kind = 'credit_note') AS credits`,
    [],
  );
  expect(days?.calls).toBeGreaterThan(85);
  expect(days?.sales).toBeGreaterThan(30);
  expect(days?.reviews).toBeGreaterThan(15);
  expect(days?.payouts).toBeGreaterThan(3);
  expect(days?.credits).toBeGreaterThan(0);
}

test("a seed that is killed again and again is continued to the whole demo, within no limits, and then never again", async () => {
  await killAt(() => prisma().account.count(), 3);
  await killAt(() => prisma().skill.count(), 20);
  await killAt(() => prisma().usageRecord.count(), 10);
  const last = begin();
  const [output, [code]] = await Promise.all([text(last.stdout), once(last, "exit")]);
  expect(code).toBe(0);
  expect(output).toMatch(/Demo API key: skm_/);

  const perStatus = await prisma().skill.groupBy({
    by: ["status"],
    _count: true,
    orderBy: { status: "asc" },
  });
  const total = perStatus.reduce((sum, { _count }) => sum + _count, 0);
  expect(await prisma().listing.count()).toBe(perStatus.find(({ status }) => status === "approved")?._count);
  expect(perStatus.map(({ status }) => status)).toEqual(["approved", "draft", "pending", "rejected"]);
  expect(total).toBe(SKILLS.length);
  const calls = CALLS.reduce((sum, { times }) => sum + times, 0);
  const today = { gt: new Date(Date.now() - DAY_MS) };
  expect(await prisma().usageRecord.count({ where: { kind: "execute", createdAt: today } })).toBe(calls);
  expect(await prisma().skillReview.count()).toBe(REVIEWS.length);
  expect(await prisma().ledgerTransaction.count({ where: { kind: "grant" } })).toBe(
    Object.keys({ ...REVIEWERS, ...BUYERS }).length + 1,
  );
  await expectSound();
  await expectHistory();

  const again = begin();
  expect(await text(again.stdout)).toContain("nothing was seeded");
});
