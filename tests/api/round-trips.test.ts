import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readShelves } from "@/app/(market)/skills/_components/shelves";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import { pool } from "@/lib/platform/core/db";
import { requireLease } from "@/lib/platform/jobs/leases";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";
import { call } from "@/tests/support/api";
import { CROSSING, CROSSING_FUNCTIONS } from "@/tests/support/crossing";
import { cutByAccount, type Explained } from "@/tests/support/explained";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person, unique } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { someoneSignedIn } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let buyer: Person;
let developer: Person;
let explained: Explained[];
beforeAll(async () => {
  explained = await cutByAccount();
  upstream = await startUpstream();
  buyer = await personWith(1000);
  developer = await person();
  await requireLease();
});
afterAll(() => upstream.close());

const statements = watchStatements();

type Request = () => Promise<{ status: number }>;

/** The statements that a request sends. */
async function statementsOfOne(request: Request): Promise<string[]> {
  statements.clear();
  expect((await request()).status).toBe(200);
  // Timers write the uses of keys and the details of calls for many requests at once, and renew the lease of this process.
  return statements.sent
    .map(({ name }) => name)
    .filter((name) => name !== "usage.details.add" && !/process_lease|UPDATE .*"last_used_at"/.test(name));
}

/** The statements that a request sends, once everything that is made on first use is there. */
async function statementsOf(request: Request): Promise<string[]> {
  await request();
  return statementsOfOne(request);
}

test("a browser session is checked in one round trip, and a page of listings that were read before needs none", async () => {
  await liveSkill(developer);
  const { visitor } = await someoneSignedIn();
  for (const path of ["/v1/skills", "/v1/skills?search=skill"])
    expect(await statementsOf(() => visitor.api("GET", path))).toEqual(["accounts.session"]);
});

test("the list of skills reads the collections, and what is the viewer's own", async () => {
  await liveSkill(developer);
  const { visitor } = await someoneSignedIn();
  const shown = async () => {
    const caller = await authenticateSession(new Headers({ cookie: visitor.cookie }));
    const [{ total }] = await Promise.all([catalog.browse(BrowseQuery.parse({}), caller), readShelves(caller)]);
    expect(total).not.toBe(0);
    return { status: 200 };
  };
  expect((await statementsOf(shown)).toSorted()).toEqual(["accounts.session", "collections.list", "usage.last"]);
});

test("a list and a search take one round trip, one more after a change of the catalogue, and one for listings that changed", async () => {
  await call("GET", "/v1/skills?limit=1", { key: buyer.key });
  const { slug } = await liveSkill(developer);
  for (const path of [
    "/v1/skills",
    "/v1/skills?pricing_type=usage&sort=newest&offset=40",
    `/v1/skills?search=skill+${slug}`,
    `/v1/skills?facets=true&search=${unique()}`,
  ]) {
    const look = () => call("GET", path, { key: buyer.key });
    const { body } = await look();
    expect(await statementsOfOne(look)).toEqual(["accounts.authenticate"]);
    await pool().query("UPDATE catalog_generation SET generation = generation + 1");
    expect(await statementsOfOne(look)).toEqual(["accounts.authenticate", "catalog.changes"]);
    const ids = body.data.map(({ id }) => String(id));
    if (ids.length === 0) continue;
    await pool().query("UPDATE listing SET call_count = call_count + 1 WHERE skill_id = ANY ($1::uuid[])", [ids]);
    expect(await statementsOfOne(look)).toEqual(["accounts.authenticate", "catalog.changes", "catalog.cards"]);
  }
});

test("the categories with the numbers of their skills are in memory", async () => {
  await call("GET", "/v1/categories", { key: buyer.key });
  expect(await statementsOfOne(() => call("GET", "/v1/categories", { key: buyer.key }))).toEqual([
    "accounts.authenticate",
  ]);
});

test("one skill with what the caller may do takes two round trips", async () => {
  const { slug } = await liveSkill(developer);
  expect(await statementsOf(() => call("GET", `/v1/skills/${slug}`, { key: buyer.key }))).toHaveLength(2);
});

test("a metered call takes three round trips of a cached skill, else four, and one more with an Idempotency-Key, whose answer is stored on the way", async () => {
  const { slug } = await liveSkill(developer);
  const metered = () => run(buyer.key, slug);
  expect(await statementsOf(metered)).toHaveLength(3);
  await pool().query("UPDATE listing SET call_count = call_count + 1 WHERE slug = $1", [slug]);
  expect(await statementsOfOne(metered)).toHaveLength(4);
  const claimed = () => run(buyer.key, slug, {}, { "idempotency-key": `trip-${unique()}` });
  expect(await statementsOf(claimed)).toHaveLength(4);
});

test("a metered call writes 24 rows and entries of indexes to the log of the database, and no lock but one of the wallet", async () => {
  const { slug } = await liveSkill(developer);
  await pool().query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
  const position = async () => (await pool().query("SELECT pg_current_wal_insert_lsn() AS at")).rows[0].at;
  await run(buyer.key, slug);
  // A slot keeps what is written meanwhile: other test files write so much that the log is recycled within seconds.
  const slot = `round_trips_${process.pid}`;
  await pool().query("SELECT pg_create_physical_replication_slot($1, true)", [slot]);
  onTestFinished(async () => void (await pool().query("SELECT pg_drop_replication_slot($1)", [slot])));
  const from = await position();
  await run(buyer.key, slug);
  const until = await position();
  await pool().query("SELECT pg_switch_wal()");
  const { rows } = await pool().query<{ records: string[] }>(
    `SELECT array_agg(split_part(k.relname, '__', 1) || ' ' || record_type ORDER BY start_lsn) AS records FROM (
       SELECT DISTINCT ON (start_lsn) * FROM pg_get_wal_block_info($1, $2) ORDER BY start_lsn, block_id) AS b
     JOIN pg_class k ON pg_relation_filenode(k.oid) = b.relfilenode
      WHERE b.reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND k.relname ~ '^(hold|wallet|ledger_|usage_record)' AND b.resource_manager IN ('Heap', 'Btree')`,
    [from, until],
  );
  const records = rows[0]?.records ?? [];
  expect(records.filter((record) => record.endsWith("LOCK"))).toEqual(["wallet LOCK"]);
  expect(records.length, records.join("\n")).toBeLessThanOrEqual(24);
});

test("a purchase takes two round trips", async () => {
  const skills = await Promise.all(
    [1, 2].map(() => liveSkill(developer, { pricing_type: "subscription", price: 1, price_per_call: null })),
  );
  const buy = () => call("POST", `/v1/skills/${skills.pop()?.slug}/purchase`, { key: buyer.key, body: {} });
  expect(await statementsOf(buy)).toHaveLength(2);
});

test("balance takes one round trip: the check of the key reads the wallet", async () => {
  expect(await statementsOf(() => call("GET", "/v1/balance", { key: buyer.key }))).toHaveLength(1);
});

test("calls, purchases and what is read for them touch the rows of one account, but for what is listed", async () => {
  const plain = await liveSkill(developer, { free_calls: 1 });
  const failing = await liveSkill(developer, { api_endpoint: upstreamUrl("5xx") });
  const terms = { pricing_type: "subscription", price: 1, price_per_call: null };
  const sold = await liveSkill(developer, { ...terms, subscription_interval: "day" });
  explained.length = 0;
  statements.clear();
  const { key } = buyer;
  await run(key, plain.slug);
  await run(key, plain.slug, {}, { "idempotency-key": `apart-${unique()}` });
  expect((await run(key, failing.slug)).status).toBe(502);
  const { body } = await call("POST", `/v1/skills/${sold.slug}/purchase`, { key, body: {} });
  const { id } = body.purchase as { id: string };
  await run(key, sold.slug);
  const due = "UPDATE purchase SET current_period_end = now() WHERE id = $1 AND buyer_id = $2";
  await pool().query(due, [id, buyer.id]);
  expect((await run(key, sold.slug)).status).toBe(200);
  for (const path of [
    `skills/${plain.slug}`,
    `skills/${sold.slug}`,
    "balance",
    "usage",
    "ledger",
    "usage?status=failed",
  ])
    expect((await call("GET", `/v1/${path}`, { key })).status).toBe(200);
  await pool().query("SELECT * FROM plan_quote($1, $2, 'other')", [id, buyer.id]);
  await pool().query("SELECT * FROM purchase_refund($1, new_id(), true, false, 'A test')", [id]);
  const found = new Set<string>();
  for (const { text, within, tables } of explained) {
    const name = statements.sent.find((sent) => sent.text === text)?.name ?? text;
    const names = within.length > 0 ? within : [name];
    for (const table of tables)
      if (within.length > 0 || !CROSSING[table]?.[name]) for (const each of names) found.add(`${table}: ${each}`);
  }
  expect([...found].toSorted()).toEqual(
    Object.entries(CROSSING_FUNCTIONS)
      .flatMap(([table, of]) => Object.keys(of).map((name) => `${table}: ${name}`))
      .toSorted(),
  );
  expect(new Set(explained.flatMap(({ within }) => within)).size).toBeGreaterThan(20);
});

test("however many ask for our health at once, the database is asked once", async () => {
  statements.clear();
  const answers = await Promise.all(Array.from({ length: 200 }, () => call("GET", "/v1/health")));
  expect(new Set(answers.map(({ body }) => body.database))).toEqual(new Set(["ok"]));
  expect(statements.sent.filter(({ text }) => text === "SELECT 1").length).toBeLessThan(10);
});
