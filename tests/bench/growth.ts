import { Pool } from "pg";
import { pool } from "@/lib/platform/core/db";
import { CATEGORY_SLUGS } from "@/prisma/seed/skills";
import { fillRecords, RARE_CODE } from "@/tests/bench/growth-records";
import { fillListings, forgetPages, readNames, wordsOf } from "@/tests/bench/listings";
import { startHost, startLoader, type Target } from "@/tests/bench/processes";
import { figure, percentile, type Result } from "@/tests/bench/results";
import { SEARCH_CASES } from "@/tests/bench/search-queries";

const PAGES = 100;
const PAGE = 20;
const ROUNDS = 5;
const MAX_GROWTH = 1.5;
const MAX_FIRST_SEARCH_MS = 80;
/** How often what has no hundred pages is read in a round. */
const TIMES = 20;
const EMAIL = "bench@example.com";
/** Hits of the words that are searched for, of the smallest marketplace. */
const [LEAST_HITS, MOST_HITS] = [10, 2_000];
const WORDS = 20;

type Size = { listings: number; records: number };
const SIZES: Size[] = [
  { listings: 10_000, records: 100_000 },
  { listings: 100_000, records: 1_000_000 },
  { listings: 1_000_000, records: 10_000_000 },
];
const QUICK_SIZES: Size[] = [
  { listings: 4_000, records: 10_000 },
  { listings: 20_000, records: 100_000 },
];

/** A marketplace of a size: its database, the product that serves it, the key of one of its accounts, and a skill of that one. */
type Stage = { size: Size; db: Pool; host: Target; key: string; skillId: string };

/**
 * The first hundred pages of every listing, in marketplaces whose sizes grow tenfold, and what a row takes on disk. All of them
 * are up at once and asked in turn, so that what else the machine does is the same for each.
 */
export async function growth(isQuick: boolean): Promise<Result[]> {
  const names = await readNames();
  const sizes = isQuick ? QUICK_SIZES : SIZES;
  const stages: Stage[] = [];
  for (const size of sizes) stages.push(await openStage(size, names));
  const smallest = sizes[0]?.listings ?? 0;
  const words = wordsOf(names, smallest, WORDS, LEAST_HITS, MOST_HITS);
  // A word that fills every page that is asked for, in the smallest as well.
  const [common = ""] = wordsOf(names, smallest, 1, PAGES * PAGE, smallest);
  const results = await compare(stages, readsOf(words, common, smallest));
  const last = stages.at(-1);
  if (last) results.push(...(await diskOf(last.db)));
  for (const { db, host } of stages) {
    await host.stop();
    await db.end();
  }
  return results;
}

async function openStage(size: Size, names: Awaited<ReturnType<typeof readNames>>): Promise<Stage> {
  console.log(`filling a marketplace of ${size.listings} listings and ${size.records} calls …`);
  const name = `bench_${size.listings}`;
  await pool().query(`CREATE DATABASE ${name} TEMPLATE bench_empty`);
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.pathname = `/${name}`;
  const db = new Pool({ connectionString: url.href, max: 1 });
  const host = await startHost({ DATABASE_URL: url.href, ADMIN_EMAILS: EMAIL });
  const answer = await fetch(`${host.origin}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: "a long password", name: "Bench" }),
  });
  const { account, api_key: key } = (await answer.json()) as { account: { id: string }; api_key: string };
  await fillListings(names, size.listings, { db, ownerId: account.id });
  await fillRecords(db, account.id, size.records);
  // What a job does every ten minutes.
  const { rows } = await db.query<{ id: string }>("SELECT id FROM skill WHERE slug = 'sold-0'");
  return { size, db, host, key, skillId: rows[0]?.id ?? "" };
}

/** Paths of a reading, which are asked one after the other; `isFirst` as if nobody had asked before. SKILL stands for the skill. */
type Reading = { name: string; paths: string[]; isFirst?: true };

function readsOf(words: string[], common: string, smallest: number): Reading[] {
  // Only pages that are full in the smallest marketplace, too: an empty one is answered faster than any.
  const pages = (path: string, rows = PAGES * PAGE) =>
    Array.from(
      { length: Math.min(PAGES, Math.floor(rows / PAGE)) },
      (_, i) => `${path}limit=${PAGE}&offset=${i * PAGE}`,
    );
  return [
    { name: "browse", paths: pages("/v1/skills?") },
    {
      name: "browse by price in a category",
      paths: pages("/v1/skills?category=data&sort=price_asc&", smallest / CATEGORY_SLUGS.length),
    },
    { name: "search", paths: pages(`/v1/skills?search=${common}&`) },
    { name: "usage", paths: pages("/v1/usage?") },
    { name: "purchases", paths: pages("/v1/purchases?") },
    { name: "ledger", paths: pages("/v1/ledger?") },
    { name: "seller's log", paths: pages("/v1/developer/skills/SKILL/calls?") },
    {
      name: "seller's log, a rare error code",
      paths: Array(TIMES).fill(`/v1/developer/skills/SKILL/calls?limit=${PAGE}&error_code=${RARE_CODE}`),
    },
    { name: "operator's overview", paths: Array(TIMES).fill("/v1/admin/overview") },
    { name: "search, words", paths: words.map(searchOf), isFirst: true },
    ...[...new Set(SEARCH_CASES.map(({ group }) => group))].map(
      (group): Reading => ({
        name: `search, ${group}`,
        paths: SEARCH_CASES.filter((one) => one.group === group).map(({ search }) => searchOf(search)),
        isFirst: true,
      }),
    ),
  ];
}

const searchOf = (text: string) => `/v1/skills?search=${encodeURIComponent(text)}`;

async function compare(stages: Stage[], readings: Reading[]): Promise<Result[]> {
  const loader = startLoader();
  const results: Result[] = [];
  for (const { name, paths, isFirst } of readings) {
    const taken = stages.map(() => [] as number[]);
    for (let round = -1; round < ROUNDS; round++) {
      for (const [index, { db, host, key, skillId }] of stages.entries()) {
        await forgetPages(db);
        const requests = paths.map((path) => ({ path: path.replace("SKILL", skillId), key }));
        const spec = { origin: host.origin, requests, connections: 1, durationMs: 60_000, isOnce: true };
        const report = await loader.run(spec);
        if (report.failed > 0) throw new Error(`${report.failed} of ${paths[0]} were refused`);
        if (round >= 0) taken[index]?.push(...report.latenciesMs);
      }
    }
    results.push(
      ...growthOf(
        isFirst ? `${name}, the first time` : `${name}, ${paths.length} pages`,
        stages.map(({ size }) => size),
        taken,
        isFirst,
      ),
    );
  }
  loader.stop();
  return results;
}

function growthOf(name: string, sizes: Size[], taken: number[][], isFirst?: true): Result[] {
  const p95 = taken.map((times) => percentile(times, 0.95));
  return [
    figure(`${name}, p95`, {
      value: p95.at(-1) ?? 0,
      unit: "ms",
      against: `${sizes[0]?.listings} listings, ${sizes[0]?.records} records: ${p95.map((ms) => ms.toFixed(1)).join(" -> ")} ms`,
      floor: p95[0] ?? 0,
      // What a search costs that nobody has made before follows its hits.
      goal: isFirst
        ? { of: "value", is: "<=", than: MAX_FIRST_SEARCH_MS }
        : { of: "ratio", is: "<=", than: MAX_GROWTH },
    }),
    figure(`${name}, p50`, {
      value: percentile(taken.at(-1) ?? [], 0.5),
      unit: "ms",
      against: "the smallest",
      floor: percentile(taken[0] ?? [], 0.5),
    }),
  ];
}

/** Bytes on disk of a row with its indexes. */
async function diskOf(db: Pool): Promise<Result[]> {
  const { rows } = await db.query<{ name: string; bytes: number; bare: number }>(
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
