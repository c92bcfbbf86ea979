import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdmin, urlOf } from "@/tests/support/database";
import { migrations } from "@/tests/support/migrate";

const ROWS = 1_000_000;
const MAX_LOCK_MS = 1_000;
const PAUSE_MS = 5;

/** A value of each type; `i` is the row's number. */
const VALUES: Record<string, string> = {
  uuid: "gen_random_uuid()",
  text: "'t' || i",
  integer: "1",
  bigint: "1",
  "double precision": "1",
  boolean: "false",
  json: "'{}'",
  jsonb: "'[]'",
  "timestamp with time zone": "now()",
  date: "'2026-01-01'::date + i",
  tsvector: "''",
  bytea: "int4send(i)",
};
/** Tables of a few rows, whatever the marketplace's size. */
const SMALL = /^(?:rollup|catalog_generation)/;
/** What the constraints of a table ask for. */
const GIVEN: Record<string, Record<string, string>> = {
  hold: { kind: "'execute'" },
  ledger_entry: { account: "'fees'" },
  link_request: { purpose: "'verify-email'" },
  listing: {
    pricing_type: "'usage'",
    price_per_call_micros: "1",
    execution_type: "'api'",
    category: "'writing'",
  },
  purchase: { interval: "'month'", current_period_end: "now() + interval '1 month'" },
  skill: { pricing_type: "'usage'" },
  skill_revision: { execution_type: "'api'", status: "'draft'", category: "'writing'" },
  topup_order: { amount_cents: "1", credits_micros: "10000" },
};

const { applyMigrations, migrationFiles } = await migrations();
const [baseline, ...others] = migrationFiles();
/** Looks at the newest migrations only, from this one on: the others touch so many tables that filling them takes half an hour. */
const FROM = process.env.LOCKS_FROM ?? "";
const later = others.filter(({ name }) => name >= FROM);
const before = [baseline, ...others.filter(({ name }) => name < FROM)];
const DATABASE = `migration_locks_${process.pid}`;
let client: Client;
const connect = async () => {
  const opened = new Client({ connectionString: urlOf(DATABASE) });
  await opened.connect();
  return opened;
};

beforeAll(async () => {
  await asAdmin(`CREATE DATABASE ${DATABASE}`);
  client = await connect();
});
afterAll(async () => {
  await client.end();
  await asAdmin(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
});

/** The tables of the baseline that a later migration touches, and the large ones. */
async function touched(): Promise<string[]> {
  const named = /(?:ALTER TABLE|UPDATE|INTO|INDEX "?\w+"? ON)\s+"?(\w+)/gi;
  const names = new Set(later.flatMap(({ text }) => [...text.matchAll(named)].map(([, name]) => name)));
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const isTouched = (name: string) => names.has(name) || (!FROM && name in GIVEN);
  return rows.map(({ name }) => name).filter((name) => isTouched(name) && !SMALL.test(name));
}

async function fill(table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull AND NOT atthasdef AND NOT attisdropped`,
    [table],
  );
  const given: Record<string, string> = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, VALUES[type] ?? "'{}'"])),
    ...GIVEN[table],
  };
  await client.query(
    `INSERT INTO ${table} (${Object.keys(given).join(", ")})
     SELECT ${Object.values(given).join(", ")} FROM generate_series(1, ${ROWS}) AS i`,
  );
}

/** Writes to a table again and again; `longestMs` is the longest wait for it, `forget` begins anew. */
async function write(table: string) {
  const writer = await connect();
  let isOver = false;
  let longest = 0;
  const statement = `BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; SELECT FROM ${table} LIMIT 1 FOR UPDATE; ROLLBACK`;
  const working = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      // A table that is dropped has no writers.
      await writer.query(statement).catch(() => writer.query("ROLLBACK"));
      longest = Math.max(longest, performance.now() - startedAt);
      await wait(PAUSE_MS);
    }
    await writer.end();
  })();
  return {
    table,
    longestMs: () => longest,
    forget: () => {
      longest = 0;
    },
    end: () => {
      isOver = true;
      return working;
    },
  };
}

test("no migration after the baseline keeps writers from a table of a million rows for longer than a second", {
  timeout: 1_800_000,
}, async () => {
  await applyMigrations(
    client,
    () => {},
    before.map((migration) => migration?.name ?? ""),
  );
  const tables = await touched();
  expect(tables.length).toBeGreaterThan(FROM ? 0 : 5);
  await client.query("SET session_replication_role = replica");
  for (const table of tables) await fill(table);
  await client.query("SET session_replication_role = DEFAULT");
  const writers = await Promise.all(tables.map(write));
  const took: [string, string, number][] = [];
  const note = async (name: string) => {
    // The next round of each writer ends after whatever it waited for.
    await wait(PAUSE_MS * 20);
    for (const { table, longestMs, forget } of writers) {
      if (longestMs() > MAX_LOCK_MS / 5) took.push([name, table, Math.round(longestMs())]);
      forget();
    }
  };
  for (const { name } of later) {
    await applyMigrations(client, () => {}, [name]);
    await note(name);
  }
  await applyMigrations(client);
  await note("prisma/sql");
  await Promise.all(writers.map(({ end }) => end()));
  console.log(took.map(([name, table, ms]) => `${name} ${table} ${ms} ms`).join("\n"));
  expect(took.filter(([, , ms]) => ms > MAX_LOCK_MS)).toEqual([]);
});
