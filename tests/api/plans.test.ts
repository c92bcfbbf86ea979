import { beforeAll, expect, test } from "vitest";
import { forgetOld } from "@/host/retention";
import * as orders from "@/lib/money/payments/orders";
import * as skills from "@/lib/operator/safety/skills";
import { pool, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { expireAnswers } from "@/lib/platform/ratelimit/idempotency";
import { updateCounters } from "@/lib/supply/catalog/counters";
import { SORTS } from "@/lib/supply/catalog/filters";
import * as catalog from "@/lib/supply/catalog/following";
import { fillListings } from "@/tests/bench/listings";
import { call } from "@/tests/support/api";
import { fillTables } from "@/tests/support/full-tables";
import { administrator, type Person, person } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";

/** Enough that reading a table from end to end costs more than its index. */
const ROWS = 20_000;
/** How often PostgreSQL plans a statement for its values before it compares with a plan for all. */
const PLANNED_ANEW = 5;
const LARGE = [
  "listing",
  "usage_record",
  "purchase",
  "ledger_entry",
  "ledger_transaction",
  "hold",
  "topup_order",
  "idempotency_record",
  "payment_event",
  "skill_use",
  "api_key",
  "account",
];

let reader: Person;
let admin: Person;
beforeAll(async () => {
  [reader, admin] = [await person(), await administrator()];
  const common = Array.from({ length: 49 }, () => ({
    name: "Ledger keeper",
    description: "Keeps a widespread ledger.",
  }));
  await fillListings([...common, { name: "Rare bird", description: "Watches." }], ROWS);
  await fillTables(reader.id, ROWS);
  await pool().query("VACUUM ANALYZE");
  // A process reads the whole catalogue once.
  await catalog.start();
});

const statements = watchStatements();
const PATHS = [
  ...SORTS.flatMap((sort) => [
    `/v1/skills?sort=${sort}`,
    `/v1/skills?sort=${sort}&category=data`,
    `/v1/skills?sort=${sort}&pricing_type=usage&offset=1980`,
  ]),
  "/v1/skills?offset=5000",
  "/v1/skills?free=true&min_rating=3",
  "/v1/skills?verified=true&category=data",
  "/v1/skills?publisher=nobody",
  "/v1/skills?facets=true",
  "/v1/skills?facets=true&search=widespread",
  "/v1/collections",
  "/v1/favorites",
  "/v1/skills?search=rare",
  "/v1/skills?search=widespread",
  "/v1/skills?search=widespread&offset=1980&pricing_type=usage",
  "/v1/skills?search=keeps+ledger&sort=price_asc",
  "/v1/skills?search=idesprea",
  "/v1/skills?search=bird+watches&category=data",
  "/v1/skills?search=rrarre",
  "/v1/usage",
  "/v1/usage?skill=a&offset=100",
  "/v1/purchases?limit=100",
  "/v1/ledger",
  "/v1/categories",
  "/v1/balance",
];

test.each(PATHS)("%s reads no large table from end to end", async (path) => {
  statements.clear();
  expect((await call("GET", path, { key: reader.key })).status).toBe(200);
  const sent = [...statements.sent];
  expect(sent.length).toBeGreaterThan(0);
  for (const { text, values } of sent) {
    if (!/^\s*(SELECT|WITH)/i.test(text)) continue;
    const scanned = await scansOf(text, values);
    expect(
      scanned.filter((table) => LARGE.includes(table) || table.startsWith("usage_record_")),
      text,
    ).toEqual([]);
  }
});

test.each([
  "accounts",
  "accounts?search=rare-name",
  "accounts?role=admin&state=active",
  "audit",
  "audit?actor=system",
  "audit?action=skill&limit=100",
  "audit?subject_type=skill&subject=77",
  "audit?subject=text-statistics&subject_type=skill",
  "audit?start_date=2020-01-01&offset=100",
])("/v1/admin/%s reads neither the accounts nor the audit log from end to end", async (path) => {
  statements.clear();
  expect((await call("GET", `/v1/admin/${path}`, { key: admin.key })).status).toBe(200);
  for (const { text, values } of [...statements.sent]) {
    if (!/^\s*SELECT/i.test(text)) continue;
    const scanned = await scansOf(text, values);
    expect(
      scanned.filter((table) => ["account", "api_key", "audit_event"].includes(table)),
      text,
    ).toEqual([]);
  }
});

test("skills are read by index, one or many at once", async () => {
  const { rows } = await pool().query<{ slug: string }>("SELECT slug FROM listing LIMIT 10");
  statements.clear();
  const looks = rows.map(({ slug }) => call("GET", `/v1/skills/${slug}`, { key: reader.key }));
  for (const { status } of await Promise.all(looks)) expect(status).toBe(200);
  const [detail] = statements.sent.filter(({ name }) => name === "purchases.detail");
  expect(detail?.values[0]).toHaveLength(10);
  expect(await scansOf(detail?.text ?? "", [...(detail?.values ?? [])])).toEqual([]);
});

test("what is asked for many requests at once is planned once, however many they are", async () => {
  const { rows } = await pool().query<{ slug: string }>("SELECT slug FROM listing LIMIT 1");
  for (let i = 0; i < PLANNED_ANEW * 3; i++) {
    await call("GET", `/v1/skills/${rows[0]?.slug}`, { key: reader.key });
  }
  const planned: { name: string; generic: number; anew: number }[] = [];
  const clients = await Promise.all(Array.from({ length: pool().totalCount }, () => pool().connect()));
  for (const client of clients) {
    const { rows } = await client.query(
      "SELECT name, generic_plans::int AS generic, custom_plans::int AS anew FROM pg_prepared_statements",
    );
    planned.push(...rows);
    client.release();
  }
  for (const name of ["purchases.detail", "accounts.authenticate"]) {
    const ofAll = planned.filter((one) => one.name === name);
    for (const { anew } of ofAll) expect(anew, name).toBeLessThanOrEqual(PLANNED_ANEW);
    expect(Math.max(...ofAll.map(({ generic }) => generic)), name).toBeGreaterThan(0);
  }
});

test("a run of the analytics rollup and of the counters reads no large table from end to end", async () => {
  await pool().query(
    "UPDATE rollup_cursor SET event_seq = (SELECT last_value - 60 FROM event_seq) WHERE name = 'analytics'",
  );
  await pool().query(
    "INSERT INTO skill_use (skill_id, calls, purchases, shown) SELECT gen_random_uuid(), 1, 1, (i > 20)::int FROM generate_series(1, 20000) AS i",
  );
  await pool().query("VACUUM ANALYZE skill_use");
  statements.clear();
  await rollUp("analytics");
  await updateCounters();
  expect(statements.sent.map(({ name }) => name)).toEqual(expect.arrayContaining(["rollup.step", "counters.step"]));
  const rollup = "SELECT rollup_analytics(event_seq, event_seq + 50) FROM rollup_cursor WHERE name = 'analytics'";
  await pool().query(
    "UPDATE rollup_cursor SET event_seq = (SELECT last_value - 60 FROM event_seq) WHERE name = 'analytics'",
  );
  await pool().query(
    "UPDATE skill_use SET changes = changes + 1 WHERE calls = 1 AND skill_id < '01000000-0000-0000-0000-000000000000'",
  );
  const step = statements.sent.find(({ name }) => name === "counters.step");
  for (const [text, values] of [
    [rollup, []],
    [step?.text ?? "", step?.values ?? []],
  ] as const)
    expect(
      (await scansOf(text, [...values])).filter((table) => LARGE.includes(table) || table.startsWith("usage_record_")),
      text,
    ).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ["forgetting", () => forgetOld()],
  ["the end of answers", () => expireAnswers()],
  ["refunds of what is suspended", () => skills.refundSuspended()],
  [
    "an event of the processor",
    () =>
      transaction((db) =>
        orders.applyFacts(
          db,
          { kind: "receipt", receiptUrl: null, card: null, orderId: newId(), paymentIntentId: "pi_unknown" },
          {
            livemode: false,
            created: 0,
          } as Parameters<typeof orders.applyFacts>[2],
        ),
      ),
  ],
])("%s reads no large table from end to end", async (_, work) => {
  statements.clear();
  await work();
  const sent = [...statements.sent];
  expect(sent.length).toBeGreaterThan(0);
  for (const { text, values } of sent)
    expect(
      (await scansOf(text, values)).filter((table) => LARGE.includes(table)),
      text,
    ).toEqual([]);
});

/** The tables with more than a few rows that a statement read from end to end, the functions that it calls included. */
async function scansOf(text: string, values: unknown[]): Promise<string[]> {
  const counts = `SELECT x.relname AS name, x.seq_scan::int AS n FROM pg_stat_xact_user_tables x JOIN pg_class c ON c.oid = x.relid
    WHERE c.reltuples < 0 OR c.reltuples >= 1000`;
  return [...(await raisedBy(counts, text, values))].filter(([, n]) => n > 0).map(([table]) => table);
}

/** By how much a statement raises its connection's own counts, which are not reported to the others yet. */
async function raisedBy(counts: string, text: string, values: unknown[]): Promise<Map<string, number>> {
  const client = await pool().connect();
  const read = async () => {
    const { rows } = await client.query<{ name: string; n: number }>(counts);
    return new Map(rows.map(({ name, n }) => [name, n]));
  };
  try {
    await client.query("BEGIN");
    const before = await read();
    await client.query(text, values);
    return new Map([...(await read())].map(([name, n]) => [name, n - (before.get(name) ?? 0)]));
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
