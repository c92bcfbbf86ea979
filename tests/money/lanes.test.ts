import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { query, transaction } from "@/lib/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, expectSound, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const CROWD = 12;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
let slug: string;
beforeAll(async () => {
  upstream = await startUpstream();
  developer = await person();
  slug = (await liveSkill(developer)).slug;
});
afterAll(() => upstream.close());
afterEach(expectSound);

const buyers = () => Promise.all(Array.from({ length: CROWD }, () => personWith(10)));

test("calls and purchases that arrive together are each charged by themselves", async () => {
  const shelf = await liveSkill(developer, subscription());
  const crowd = await buyers();
  const calls = await Promise.all(crowd.map(({ key }) => run(key, slug)));
  const purchases = await Promise.all(
    crowd.map(({ key }) => call("POST", `/v1/skills/${shelf.slug}/purchase`, { key, body: {} })),
  );
  expect([byStatus(calls), byStatus(purchases)]).toEqual([{ 200: CROWD }, { 200: CROWD }]);
  for (const someone of crowd) expect(await available(someone)).toBe(4.5);
});

test("a wallet that is locked elsewhere keeps its own calls waiting, and nobody else's", async () => {
  const crowd = await buyers();
  const [blocked, ...others] = crowd;
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const holder = transaction(async (db) => {
    await query("test.lock", "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [blocked?.id], db);
    isLocked();
    await unlocked;
  });
  await locked;
  const waiting = Promise.all([blocked, blocked, blocked].map((someone) => run(someone?.key ?? "", slug)));
  const answers = await Promise.all(others.map(({ key }) => run(key, slug)));
  expect(byStatus(answers)).toEqual({ 200: CROWD - 1 });
  const state = await Promise.race([waiting.then(() => "answered"), Promise.resolve("waiting")]);
  expect(state).toBe("waiting");
  unlock();
  await holder;
  expect(byStatus(await waiting)).toEqual({ 200: 3 });
});

test("one that fails in the database does not fail its neighbours", async () => {
  const crowd = await buyers();
  const cursed = crowd[3];
  await query(
    "test.curse",
    `CREATE FUNCTION cursed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cursed'; END $$`,
    [],
  );
  await query(
    "test.cursed",
    `CREATE TRIGGER cursed BEFORE INSERT ON hold FOR EACH ROW WHEN (NEW.account_id = '${cursed?.id}') EXECUTE FUNCTION cursed()`,
    [],
  );
  const answers = await Promise.all(crowd.map(({ key }) => run(key, slug)));
  await query("test.uncurse", "DROP FUNCTION cursed() CASCADE", []);
  expect(byStatus(answers)).toEqual({ 200: CROWD - 1, 500: 1 });
  expect(answers[3]?.status).toBe(500);
  for (const someone of crowd) expect(await available(someone)).toBe(someone === cursed ? 10 : 9.5);
});

test("callers short of credits, sellers and buyers in one crowd each get their own answer", async () => {
  const shelf = await liveSkill(developer, subscription());
  const [rich, poor] = [await personWith(10), await personWith(0.1)];
  const crowd = [rich, poor, developer, rich, poor];
  const answers = await Promise.all(
    crowd.map(({ key }) => call("POST", `/v1/skills/${shelf.slug}/purchase`, { key, body: {} })),
  );
  expect(answers.map(({ status, body }) => body.error?.code ?? body.already_owned ?? status)).toEqual([
    200,
    "insufficient_credits",
    "own_skill",
    true,
    "insufficient_credits",
  ]);
  expect(await available(rich)).toBe(5);
});
