import { afterAll, beforeAll, expect, test } from "vitest";
import { query, transaction } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { isCluster } from "@/tests/support/cluster";
import { available, byStatus, personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const CROWD = 12;

/** Opened by a test when it has seen what it waited for: until then the endpoint `refusing` answers nobody. */
const gate = Promise.withResolvers<void>();

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let developer: Person;
let slug: string;
beforeAll(async () => {
  upstream = await startUpstream({
    refusing: (_, response) => gate.promise.then(() => response.writeHead(422).end()),
  });
  developer = await person();
  slug = (await liveSkill(developer)).slug;
});
afterAll(() => upstream.close());

const buyers = () => Promise.all(Array.from({ length: CROWD }, () => personWith(10)));

test("concurrent calls and purchases are each charged separately", async () => {
  const shelf = await liveSkill(developer, subscription());
  const crowd = await buyers();
  const calls = await Promise.all(crowd.map(({ key }) => run(key, slug)));
  const purchases = await Promise.all(
    crowd.map(({ key }) => call("POST", `/v1/skills/${shelf.slug}/purchase`, { key, body: {} })),
  );
  expect([byStatus(calls), byStatus(purchases)]).toEqual([{ 200: CROWD }, { 200: CROWD }]);
  for (const someone of crowd) expect(await available(someone)).toBe(4.5);
});

/** Locks somebody's wallet, as another host would. Returns how to let go of it. */
async function lockWallet(someone: Person): Promise<() => Promise<void>> {
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const holder = transaction(async (db) => {
    await query("test.lock", "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [someone.id], db);
    isLocked();
    await unlocked;
  });
  await locked;
  return () => {
    unlock();
    return holder;
  };
}

/** How many calls somebody has in flight. */
async function inFlight(someone: Person): Promise<number> {
  return (await query("test.holds", "SELECT 1 FROM hold WHERE account_id = $1 AND state = 'held'", [someone.id]))
    .length;
}

/** How many connections wait for a lock. */
async function stuck(): Promise<number> {
  const text = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  return (await query("test.stuck", text, [])).length;
}

test("a wallet locked elsewhere delays only its own calls", async () => {
  const [blocked, ...others] = await buyers();
  if (!blocked) throw new Error("nobody is there");
  const unlock = await lockWallet(blocked);
  let answered = 0;
  const waiting = Array.from({ length: 3 }, () => run(blocked.key, slug).finally(() => answered++));
  const answers = await Promise.all(others.map(({ key }) => run(key, slug)));
  expect(byStatus(answers)).toEqual({ 200: CROWD - 1 });
  expect([answered, await inFlight(blocked)]).toEqual([0, 0]);
  await unlock();
  expect(byStatus(await Promise.all(waiting))).toEqual({ 200: 3 });
});

test("calls that fail while their wallet is locked elsewhere leave the connections to the others", async () => {
  const refused = await liveSkill(developer, { api_endpoint: upstreamUrl("refusing") });
  const [blocked, other] = [await personWith(20), await personWith(10)];
  const failing = Array.from({ length: 20 }, () => run(blocked.key, refused.slug));
  await expect.poll(() => inFlight(blocked)).toBe(20);
  const unlock = await lockWallet(blocked);
  gate.resolve();
  await expect.poll(stuck).toBeGreaterThan(0);
  expect((await run(other.key, slug)).status).toBe(200);
  expect([await stuck(), await inFlight(blocked)]).toEqual([isCluster ? expect.any(Number) : 1, 20]);
  await unlock();
  expect(byStatus(await Promise.all(failing))).toEqual({ 502: 20 });
  expect([await inFlight(blocked), await available(blocked)]).toEqual([0, 20]);
  const usage = await call("GET", "/v1/usage/summary", { key: blocked.key });
  expect(usage.body.totals).toEqual({ calls: 20, failed: 20, cost: 0 });
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
  const [first, poorly, own, second, again] = answers.map(
    ({ status, body }) => body.error?.code ?? body.already_owned ?? status,
  );
  expect(new Set([first, second])).toEqual(new Set([200, true]));
  expect([poorly, own, again]).toEqual(["insufficient_credits", "own_skill", "insufficient_credits"]);
  expect(await available(rich)).toBe(5);
});

test("purchases whose wallet stays locked elsewhere are 429 and charge nothing", async () => {
  const shelf = await liveSkill(developer, subscription());
  const buyer = await personWith(10);
  const unlock = await lockWallet(buyer);
  const buy = () => call("POST", `/v1/skills/${shelf.slug}/purchase`, { key: buyer.key, body: {} });
  const answers = await Promise.all(Array.from({ length: 7 }, buy));
  await unlock();
  for (const { status, body, headers } of answers)
    expect([status, body.error.code, headers.get("retry-after")]).toEqual([429, "too_many_in_flight", "1"]);
  expect(await available(buyer)).toBe(10);
  expect((await buy()).status).toBe(200);
});
