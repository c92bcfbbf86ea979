/**
 * Checks the ledger's invariants. Each is checked separately, so that one that fails or times out hides no other. An incremental
 * check starts where the invariant last held, so that its work does not grow with the history, and a violation is reported until it
 * is repaired.
 */

import { INVARIANTS, type Invariant, type InvariantName } from "@/lib/money/ledger/invariants";
import { prisma, type Queryable, query, transaction, withLongTimeout } from "@/lib/platform/core/db";
import { log } from "@/lib/platform/core/log";
import { isRunEnding } from "@/lib/platform/jobs/isolated";
import { type RollupName, rollUp } from "@/lib/platform/jobs/rollup";

const CHECK_TIMEOUT_MS = 10 * 60_000;
/** Overlap with the last check, for transactions that were open then. */
const OVERLAP_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/**
 * After a span that took less, the next one is twice as long, up to so many days. A statement that finds nothing takes 80 ms on a busy
 * machine: with a limit of 50 ms, 3,400 days were checked one at a time there, in ten minutes.
 */
const QUICK_MS = 500;
const MAX_DAYS = 64;
/** Below this size the database fits into memory, and one statement for each invariant takes seconds; one for each span took minutes. */
const SMALL_BYTES = 2 ** 30;
/** Most violations that are counted per invariant, and most that are listed. */
const MAX_COUNTED = 10_000;
const MAX_NAMED = 5;

/** From this many rows on, a table without statistics gets bad plans. */
const MANY_ROWS = 1_000;

type Bound = Date | "-infinity" | "infinity";
type Span = readonly [from: Bound, until: Bound];
/** The findings of a check: violations per invariant, examples, and why some were not checked. */
export type Findings = {
  counts: Partial<Record<InvariantName, number>>;
  examples: Partial<Record<InvariantName, string[]>>;
  unchecked: Partial<Record<InvariantName, string>>;
};
type Found = { count: number; examples: string[] };
/** Whether all rows are checked, and from which size of the database, in bytes, days are checked separately. */
type Scale = { isWhole: boolean; smallBytes?: number };

const NAMES = Object.keys(INVARIANTS) as InvariantName[];

/**
 * Checks the invariants on the rows since each last held, or on all rows. Null when this process ends before. Throws only when the
 * database is down.
 */
export async function check({ isWhole, smallBytes = SMALL_BYTES }: Scale): Promise<Findings | null> {
  const findings: Findings = { counts: {}, examples: {}, unchecked: {} };
  const cursors = isWhole ? new Map<string, Date>() : await checkCursors();
  const [clock] = await query<{ now: Date; bytes: string }>(
    "ledger.check.clock",
    "SELECT now(), pg_database_size(current_database()) AS bytes",
    [],
  );
  if (!clock) throw new Error("the database returned no time");
  if (isWhole) await gatherStatistics();
  const summing = await sumWallets(isWhole).catch(reason);
  const beginning = await beginningOf(clock.now);
  const isSmall = Number(clock.bytes) < smallBytes;
  const held: InvariantName[] = [];
  try {
    for (const name of NAMES) {
      const { reach }: Invariant = INVARIANTS[name];
      if (isRunEnding()) return null;
      if (reach === "whole" && !isWhole) continue;
      const cursor = cursors.get(name);
      const since = cursor ? new Date(cursor.getTime() - OVERLAP_MS) : "-infinity";
      try {
        const isByDay = reach === "days" && !isSmall;
        const found = await checkSpans(name, { since, beginning, now: clock.now, isByDay });
        if (!found) return null;
        findings.counts[name] = found.count;
        if (found.count > 0) findings.examples[name] = found.examples;
        if (found.count === 0) held.push(name);
        else if (isWhole) await dropCursor(name);
      } catch (error) {
        log.error({ err: error, invariant: name }, "an invariant of the ledger was not checked");
        findings.unchecked[name] = reason(error);
      }
    }
  } finally {
    // Also when this process ends before: what held need not be checked again.
    await moveCursors(held, clock.now);
  }
  // Without the sums every entry is read: slow but correct. The failure of the rollup must still be reported.
  if (summing) findings.unchecked["wallets follow their entries and holds"] ??= summing;
  return findings;
}

/**
 * Analyzes tables that were just filled, such as from a backup, before autovacuum has: without statistics, a check would read all
 * calls for each call.
 */
async function gatherStatistics(): Promise<void> {
  const unknown = await query<{ name: string }>(
    "ledger.check.unknown",
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables WHERE schemaname = current_schema()
        AND last_analyze IS NULL AND last_autoanalyze IS NULL AND n_live_tup > $1`,
    [MANY_ROWS],
  );
  for (const { name } of unknown) await withLongTimeout(CHECK_TIMEOUT_MS, (db) => db.query(`ANALYZE ${name}`));
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Time up to which each invariant held when it was last checked. */
async function checkCursors(): Promise<Map<string, Date>> {
  const rows = await prisma().checkCursor.findMany();
  return new Map(rows.map(({ name, checkedUntil }) => [name, checkedUntil]));
}

async function moveCursors(names: InvariantName[], until: Date): Promise<void> {
  await query(
    "ledger.check.move",
    `INSERT INTO check_cursor AS c (name, checked_until) SELECT name, $2 FROM unnest($1::text[]) AS name ORDER BY name
     ON CONFLICT (name) DO UPDATE SET checked_until = greatest(c.checked_until, excluded.checked_until)`,
    [names, until],
  );
}

/** Damage may be older than the cursor: without one, each check reads everything until the damage is repaired. */
async function dropCursor(name: InvariantName): Promise<void> {
  await prisma().checkCursor.deleteMany({ where: { name } });
}

/** When the first account was created, before which there is nothing to check; now without one. */
async function beginningOf(now: Date): Promise<Date> {
  const { _min } = await prisma().account.aggregate({ _min: { createdAt: true } });
  return _min.createdAt ?? now;
}

/** The first midnight (UTC) so many days after a time. */
const midnightAfter = (time: Date, days: number) => new Date((Math.floor(time.getTime() / DAY_MS) + days) * DAY_MS);

type Scope = { since: Bound; beginning: Date; now: Date; isByDay: boolean };

/** Goes from span to span: one for everything, or a day at first, and twice as much after each quick one. Null when this process ends. */
async function checkSpans(name: InvariantName, { since, beginning, now, isByDay }: Scope): Promise<Found | null> {
  const sum: Found = { count: 0, examples: [] };
  let from = since;
  for (let days = 1; from !== "infinity"; ) {
    if (isRunEnding()) return null;
    const next = midnightAfter(from instanceof Date ? from : beginning, days);
    const span: Span = [from, isByDay && next <= now ? next : "infinity"];
    const startedAt = performance.now();
    const { count, examples } = await withLongTimeout(CHECK_TIMEOUT_MS, (db) => checkSpan(db, name, span));
    const isQuick = performance.now() - startedAt < QUICK_MS;
    days = isQuick ? Math.min(MAX_DAYS, days * 2) : Math.max(1, Math.floor(days / 2));
    sum.count = Math.min(MAX_COUNTED, sum.count + count);
    sum.examples = [...new Set([...sum.examples, ...examples])].slice(0, MAX_NAMED);
    from = span[1];
  }
  return sum;
}

/** One statement, and the cursors of the sums that it compares, if any. Both read the same snapshot. */
async function checkSpan(db: Queryable, name: InvariantName, [from, until]: Span): Promise<Found> {
  const { text } = INVARIANTS[name];
  const { rows: cursors } = /\$[34]/.test(text)
    ? await db.query<{ name: string; event_seq: string }>("SELECT name, event_seq FROM rollup_cursor")
    : { rows: [] };
  const cursorOf = (rollup: RollupName) => cursors.find((cursor) => cursor.name === rollup)?.event_seq ?? 0;
  const { rows } = await db.query<Found>(
    `WITH given AS (SELECT $1::timestamptz, $2::timestamptz, $3::bigint, $4::bigint),
       broken AS MATERIALIZED (SELECT * FROM (${text}) AS b LIMIT ${MAX_COUNTED})
     SELECT (SELECT count(*)::int FROM broken) AS count,
       ARRAY(SELECT btrim(broken::text, '()') FROM broken LIMIT ${MAX_NAMED}) AS examples`,
    [from, until, cursorOf("wallets"), cursorOf("earnings")],
  );
  return rows[0] ?? { count: 0, examples: [] };
}

/** Brings the sums of wallets up to date; from the first entry on when they are to be compared with all entries. */
async function sumWallets(isAnew: boolean): Promise<undefined> {
  if (isAnew) await transaction((db) => query("ledger.check.restart", "SELECT wallet_sums_restart()", [], db));
  await rollUp("wallets");
}
