import type { PoolClient } from "pg";
import * as catalog from "@/lib/catalog/service";
import type { Caller } from "@/lib/core/caller";
import { pool } from "@/lib/core/db";
import * as ledger from "@/lib/ledger/service";
import * as purchases from "@/lib/purchases/service";
import * as usage from "@/lib/usage/service";
import { fillListings, join, readNames, wordsOf } from "@/tests/bench/listings";
import { figure, percentile, type Result, timed } from "@/tests/bench/results";

const PAGES = 100;
const PAGE = 20;
const ROUNDS = 5;
const MAX_GROWTH = 1.5;
/** Rows that the account that is looked at has of everything; all others belong to strangers. */
const OWN_ROWS = 1_000;
const STRANGERS = 1_000;
/** Hits of the word that is searched for, of the smallest marketplace. */
const [LEAST_HITS, MOST_HITS] = [100, 2_000];

type Size = { listings: number; rows: number };
const SIZES: Size[] = [
  { listings: 10_000, rows: 100_000 },
  { listings: 100_000, rows: 1_000_000 },
  { listings: 1_000_000, rows: 10_000_000 },
];
const QUICK_SIZES: Size[] = [
  { listings: 2_000, rows: 10_000 },
  { listings: 20_000, rows: 100_000 },
];

/** The first hundred pages of every listing, at sizes that grow tenfold; and what a row takes on disk. */
export async function growth(isQuick: boolean): Promise<Result[]> {
  const sizes = isQuick ? QUICK_SIZES : SIZES;
  const names = await readNames();
  await pool().query("DELETE FROM listing");
  const { caller } = await join();
  const word = wordsOf(names, sizes[0]?.listings ?? 0, 3, LEAST_HITS, MOST_HITS).at(-1) ?? "data";
  const figures = new Map<string, number[]>();
  let last: Size = { listings: 0, rows: 0 };
  for (const size of sizes) {
    await fillListings(names, size.listings, last.listings);
    await fillRecords(caller.accountId, last.rows, size.rows);
    last = size;
    for (const [name, read] of Object.entries(readsOf(caller, word)))
      figures.set(name, [...(figures.get(name) ?? []), await p95Of(read)]);
  }
  const results = [...figures].map(([name, values]) =>
    figure(`${name}, first ${PAGES} pages, p95`, {
      value: values.at(-1) ?? 0,
      unit: "ms",
      against: `${sizes[0]?.listings} listings, ${sizes[0]?.rows} records: ${values.map((ms) => ms.toFixed(1)).join(" -> ")} ms`,
      floor: values[0] ?? 0,
      goal: { of: "ratio", is: "<=", than: MAX_GROWTH },
    }),
  );
  return [...results, ...(await diskOf())];
}

type Read = (page: { limit: number; offset: number }) => Promise<unknown>;

const readsOf = (caller: Caller, word: string): Record<string, Read> => ({
  browse: (page) => catalog.browse(page),
  "browse by price in a category": (page) => catalog.browse({ ...page, sort: "price_asc", category: "data" }),
  search: (page) => catalog.browse({ ...page, search: word }),
  usage: (page) => usage.list(caller, page),
  purchases: (page) => purchases.list(caller, page),
  ledger: (page) => ledger.list(caller, page),
});

async function p95Of(read: Read): Promise<number> {
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    for (let page = 0; page < PAGES; page++) {
      const ms = await timed(() => read({ limit: PAGE, offset: page * PAGE }));
      if (round >= 0) times.push(ms);
    }
  }
  return percentile(times, 0.95);
}

/** Calls, ledger entries and purchases, spread over three months; triggers would take hours for what is known to be sound. */
async function fillRecords(accountId: string, from: number, to: number): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("SELECT usage_partitions_ensure(now() - interval '3 months', 6)");
    await client.query("SET statement_timeout = 0");
    await client.query("SET session_replication_role = replica");
    const owner = `CASE WHEN i < ${OWN_ROWS} THEN $1::uuid ELSE md5('stranger ' || i % ${STRANGERS})::uuid END`;
    const at = "now() - make_interval(secs => i % 7500000)";
    const range = `generate_series(${from}, ${to - 1}) AS i`;
    await client.query(
      `INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free, duration_ms, key_prefix, created_at)
       SELECT md5('call ' || i)::uuid, ${owner}, md5('skill ' || i % 5000)::uuid, 'skill-' || i % 5000, md5('dev ' || i % 500)::uuid,
         'execute', 'succeeded', 1000, false, 120, 'skm_abcdef', ${at} FROM ${range}`,
      [accountId],
    );
    await client.query(
      `INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject, created_at)
       SELECT md5('posting ' || i)::uuid, 'execute', 'bench', i::text, 'skill-' || i % 5000, ${at} FROM ${range}`,
    );
    await client.query(
      `INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros, balance_after_micros, created_at)
       SELECT md5('posting ' || i)::uuid, 'wallet', ${owner}, -1000, 1000000, ${at} FROM ${range}`,
      [accountId],
    );
    await fillPurchases(client, accountId, Math.ceil(from / 10), Math.ceil(to / 10));
  } finally {
    client.release(true);
  }
  for (const table of ["usage_record", "ledger_transaction", "ledger_entry", "purchase", "skill"])
    await pool().query(`VACUUM ANALYZE ${table}`);
}

/** Purchases of skills of their own, whose names come from revisions. */
async function fillPurchases(client: PoolClient, accountId: string, from: number, to: number): Promise<void> {
  const range = `generate_series(${from}, ${to - 1}) AS i`;
  await client.query(
    `INSERT INTO skill (id, slug, owner_id, current_revision_id, live_revision_id, signing_secret, pseudonym_secret)
     SELECT md5('sold ' || i)::uuid, 'sold-' || i, $1, md5('revision ' || i)::uuid, md5('revision ' || i)::uuid, 'x', 'x' FROM ${range}`,
    [accountId],
  );
  await client.query(
    `INSERT INTO skill_revision (id, skill_id, number, status, name, description, category, execution_type)
     SELECT md5('revision ' || i)::uuid, md5('sold ' || i)::uuid, 1, 'approved', 'Sold', 'Sold', 'data', 'api' FROM ${range}`,
  );
  await client.query(
    `INSERT INTO purchase (id, buyer_id, skill_id, developer_id, price_micros, interval, anchor_at, started_at, current_period_end)
     SELECT md5('purchase ' || i)::uuid, CASE WHEN i < ${OWN_ROWS} THEN $1::uuid ELSE md5('stranger ' || i % ${STRANGERS})::uuid END,
       md5('sold ' || i)::uuid, $1, 1000000, 'month', t, t, t + interval '1 month'
     FROM ${range}, LATERAL (SELECT now() - make_interval(secs => i % 2000000) AS t) AS began`,
    [accountId],
  );
}

/** Bytes on disk of a row with its indexes. */
async function diskOf(): Promise<Result[]> {
  const { rows } = await pool().query<{ name: string; bytes: number; bare: number }>(
    `SELECT name, sum(pg_total_relation_size(part)) / greatest(1, sum(n)) AS bytes, sum(pg_relation_size(part)) / greatest(1, sum(n)) AS bare
     FROM (SELECT coalesce(p.relname, c.relname) AS name, c.oid AS part, c.reltuples AS n
             FROM pg_class c LEFT JOIN pg_inherits h ON h.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = h.inhparent
            WHERE c.relkind = 'r' AND c.reltuples > 0) AS tables
     WHERE name = ANY($1) GROUP BY name ORDER BY name`,
    [["listing", "usage_record", "ledger_entry", "ledger_transaction", "purchase"]],
  );
  return rows.map(({ name, bytes, bare }) =>
    figure(`a row of ${name} on disk, with indexes`, {
      value: Number(bytes),
      unit: "bytes",
      against: "the row alone",
      floor: Number(bare),
    }),
  );
}
