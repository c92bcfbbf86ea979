import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepHolds } from "@/lib/demand/execution/sweeper";
import { pool, query, transaction } from "@/lib/platform/core/db";
import { available, expectSound, personWith } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startUpstream } from "@/tests/support/upstream";

const KILLS = 64;
const CLIENTS = 8;
const CALLS = 640;
const PURCHASES = 128;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let bundle: string;
beforeAll(async () => {
  upstream = await startUpstream();
  bundle = await bundleApiProcess();
});
afterAll(() => upstream.close());

/** A small generator of repeatable numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Work = { path: string; body: object; key: string; answer?: { status: number; text: string } };

/** Does everything on a list, as an agent would: again and again with the same Idempotency-Key until it is answered. */
async function workThrough(
  list: Work[],
  someone: Person,
  current: () => ApiProcess | null,
  isOver: () => boolean,
): Promise<void> {
  const queue = [...list];
  const worker = async () => {
    for (let work = queue.shift(); work && !isOver(); work = queue.shift()) {
      const answer = await attempt(work, someone, current()).catch(() => null);
      if (answer && answer.status === 200) work.answer = answer;
      else {
        queue.push(work);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, worker));
}

async function attempt(work: Work, someone: Person, target: ApiProcess | null) {
  if (!target) return null;
  const response = await fetch(target.url + work.path, {
    method: "POST",
    body: JSON.stringify(work.body),
    headers: {
      authorization: `Bearer ${someone.key}`,
      "content-type": "application/json",
      "idempotency-key": work.key,
    },
    signal: AbortSignal.timeout(5_000),
  });
  return { status: response.status, text: await response.text() };
}

async function expireWhatDied(): Promise<void> {
  await transaction(async (db) => {
    await db.query("ALTER TABLE hold DISABLE TRIGGER wallet_follow_hold");
    await db.query("UPDATE hold SET expires_at = now() - interval '1 second' WHERE state = 'held'");
    await db.query("ALTER TABLE hold ENABLE TRIGGER wallet_follow_hold");
  });
  await sweepHolds();
  await pool().query(
    "UPDATE idempotency_record SET created_at = now() - interval '10 minutes' WHERE completed_at IS NULL",
  );
}

test(`after ${KILLS} kills under load every effect happened once, and nothing stays held`, {
  timeout: 300_000,
}, async () => {
  const buyer = await personWith(10_000);
  const developer = await person();
  const called = await liveSkill(developer, { price_per_call: 1 });
  const bought: TestSkill[] = [];
  for (let i = 0; i < PURCHASES; i++)
    bought.push(await liveSkill(developer, { pricing_type: "subscription", price: 2, price_per_call: null }));
  const list: Work[] = [
    ...Array.from({ length: CALLS }, (_, i) => ({
      path: `/v1/skills/${called.slug}/execute`,
      body: { i },
      key: `call-${i}`,
    })),
    ...bought.map(({ slug }, i) => ({ path: `/v1/skills/${slug}/purchase`, body: {}, key: `buy-${i}` })),
  ];
  const random = seeded(42);
  list.sort(() => random() - 0.5);

  let target: ApiProcess | null = null;
  let isOver = false;
  const working = workThrough(
    list,
    buyer,
    () => target,
    () => isOver,
  );
  const acknowledged = () => list.filter(({ answer }) => answer).length;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged();
    target = await startApiProcess(bundle);
    // Most processes die with their first requests; every fourth lives until it has answered some, however slow the machine.
    while (kill % 4 === 3 && acknowledged() === before && before < list.length)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 20 + random() * 120));
    const dying: ApiProcess = target;
    target = null;
    await dying.kill();
  }
  const acknowledgedWhileKilling = acknowledged();
  await expireWhatDied();
  target = await startApiProcess(bundle);
  const last: ApiProcess = target;
  const patience = setTimeout(() => {
    isOver = true;
  }, 120_000);
  await working;
  clearTimeout(patience);
  await last.kill();

  expect(acknowledgedWhileKilling).toBeGreaterThanOrEqual(KILLS / 4);
  expect(list.filter(({ answer }) => !answer).map(({ key }) => key)).toEqual([]);
  const [counts] = await query<{ calls: number; purchases: number; open: number }>(
    "test.effects",
    `SELECT (SELECT count(*)::int FROM hold WHERE state = 'captured') AS calls, (SELECT count(*)::int FROM purchase) AS purchases,
       (SELECT count(*)::int FROM hold WHERE state = 'held') AS open`,
    [],
  );
  expect(counts).toEqual({ calls: CALLS, purchases: PURCHASES, open: 0 });
  expect(await available(buyer)).toBe(10_000 - CALLS - 2 * PURCHASES);
  for (const { path, answer } of list) {
    if (!path.endsWith("/execute") || !answer) continue;
    const { usage } = JSON.parse(answer.text) as { usage: { id: string } };
    const [row] = await query("test.usage", "SELECT 1 FROM usage_record WHERE id = $1 AND status = 'succeeded'", [
      usage.id,
    ]);
    expect(row).toBeDefined();
  }
  await expectSound();
});
