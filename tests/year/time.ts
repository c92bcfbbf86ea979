/** Time passes: every moment in the database moves into the past, and the clocks stay as they are. */

import { flushCalls } from "@/lib/demand/usage/call-details";
import { flushTouches } from "@/lib/identity/keys/service";
import * as ledger from "@/lib/money/ledger/service";
import { query, transaction } from "@/lib/platform/core/db";
import { rollUp } from "@/lib/platform/jobs/rollup";
import { DAY } from "@/tests/year/model/calendar";

/** Not history: the lives of processes that run now, and the records of what was installed. */
const LEFT = ["process_lease", "_prisma_migrations", "sql_functions"];
/** Sums by calendar days and hours, which are made anew from what they sum when days are cut elsewhere. */
const SUMS = [
  "earnings_day",
  "ledger_day",
  "skill_stats_day",
  "skill_use",
  "skill_trust",
  "skill_caller_day",
  "account_activity",
  "activity_day",
  "call_day",
  "account_usage_hour",
];
/** Visitors' calls are counted nowhere else. */
const GUESTS_ASIDE = `CREATE TEMP TABLE guest_days ON COMMIT DROP AS
  SELECT skill_id, day, guest_calls FROM skill_stats_day WHERE guest_calls > 0`;
const GUESTS_BACK =
  "INSERT INTO skill_stats_day (skill_id, day, guest_calls) SELECT skill_id, day, guest_calls FROM guest_days";
/** Rows are moved by way of a time in which no others lie, where a unique rule looks at each row for itself. */
const DETOUR = "interval '4000 years'";

type Column = { table: string; name: string; isDate: boolean; isUnique: boolean };

/** Every column of every table that holds a moment or a day, so that a new one can't be forgotten. */
const columns = () =>
  query<Column>(
    "year.columns",
    `SELECT c.relname AS table, a.attname AS name, a.atttypid = 'date'::regtype AS "isDate",
       c.relkind = 'r' AND EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND (i.indisunique OR i.indisexclusion)
         AND (a.attnum = ANY (i.indkey) OR i.indexprs IS NOT NULL)) AS "isUnique"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
      AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
      AND a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
    ORDER BY 1, 2`,
    [LEFT],
  );

/** The statements that move a table's moments. Days move by whole days. */
function statementsFor(table: string, all: Column[]): string[] {
  const set = (move: (column: Column) => string) =>
    `UPDATE "${table}" SET ${all.map((column) => `"${column.name}" = ${move(column)}`).join(", ")}`;
  const by = ({ isDate }: Column) =>
    isDate ? `round($1::float8 / ${DAY}) * interval '1 day'` : "$1::float8 * interval '1 millisecond'";
  const cast = ({ isDate }: Column) => (isDate ? "::date" : "");
  if (!all.some(({ isUnique }) => isUnique))
    return [set((column) => `("${column.name}" - ${by(column)})${cast(column)}`)];
  return [
    set((column) => `("${column.name}" - ${by(column)} - ${DETOUR})${cast(column)}`),
    set((column) => `("${column.name}" + ${DETOUR})${cast(column)}`),
  ];
}

/** The start of a calendar period that lies where a former start lies now. `k` is the budget of the first key of a succession. */
const periodOf = (start: string) =>
  `date_trunc(CASE WHEN k.period IN ('week', 'month') THEN k.period ELSE 'day' END,
     (${start} - $1::float8 * interval '1 millisecond') AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
/** Whether `k` is the budget of what is counted under an id: a budget, or the first key of a succession. */
const IS_OF = (id: string) => `CASE k.kind WHEN 'key' THEN k.subject_id ELSE k.id END = ${id}`;
/** The same in the periods that a hold or a purchase is counted in. */
const movePeriods = (table: string) => `UPDATE ${table} AS c SET spend_periods = (
    SELECT array_agg(CASE WHEN t.start = 'epoch' THEN t.start ELSE ${periodOf("t.start")} END ORDER BY t.place)
      FROM unnest(c.spend_ids, c.spend_periods) WITH ORDINALITY AS t (id, start, place)
        LEFT JOIN budget k ON ${IS_OF("t.id")}) WHERE c.spend_ids <> '{}'`;
/**
 * What was spent of budgets is stored by the start of a calendar period, and belongs to the period in which that start lies now. Budgets in
 * `total` have one period, which never moves.
 */
const PERIODS: Record<string, { column: string; text: string }> = {
  budget_spend: {
    column: "period_start",
    text: `WITH gone AS (DELETE FROM budget_spend WHERE period_start > 'epoch' RETURNING *)
      INSERT INTO budget_spend (spend_id, period_start, spent_micros, alerted_level)
        SELECT g.spend_id, ${periodOf("g.period_start")}, sum(g.spent_micros), max(g.alerted_level) FROM gone g
          LEFT JOIN budget k ON ${IS_OF("g.spend_id")} GROUP BY 1, 2`,
  },
  hold: { column: "spend_periods", text: movePeriods("hold") },
  purchase: { column: "spend_periods", text: movePeriods("purchase") },
};

/** Jumps of time after which the database is tidied up: tests run without autovacuum, and every jump rewrites every row. */
const TIDY_EVERY = 6;
let jumps = 0;

/** Lets so many milliseconds pass. The books are checked before and after. */
export async function passTime(ms: number): Promise<void> {
  // What is written in batches happened before.
  await Promise.all([flushTouches(), flushCalls()]);
  await rollUpAll();
  await requireSound();
  const tables = Map.groupBy(await columns(), ({ table }) => table);
  await transaction(async (db) => {
    await db.query("SET LOCAL session_replication_role = replica");
    // It moves every row there is, on a busy machine, too.
    await db.query("SET LOCAL statement_timeout = 0");
    await db.query(
      "SELECT usage_partitions_ensure(coalesce(min(created_at), now()) - $1::float8 * interval '1 millisecond', 12) FROM usage_record",
      [ms],
    );
    for (const [table, all] of tables) {
      const period = PERIODS[table];
      if (period) await db.query(period.text, [ms]);
      const moved = all.filter(({ name }) => name !== period?.column);
      if (moved.length > 0)
        for (const statement of statementsFor(table, moved))
          await db.query(statement, statement.includes("$1") ? [ms] : []);
    }
    if (ms % DAY !== 0) {
      await db.query(GUESTS_ASIDE);
      for (const table of SUMS) await db.query(`DELETE FROM "${table}"`);
      await db.query(GUESTS_BACK);
      await db.query(
        "UPDATE rollup_cursor SET event_seq = 0, next_event_seq = NULL WHERE name IN ('analytics', 'earnings', 'journal')",
      );
    }
    // Processes cache what they read of the catalog for one generation.
    await db.query("UPDATE catalog_generation SET generation = generation + 1");
    await db.query("UPDATE listing_change SET generation = (SELECT generation FROM catalog_generation)");
  });
  jumps += 1;
  if (jumps % TIDY_EVERY === 0) await query("year.tidy", "VACUUM (ANALYZE)", []);
  await rollUpAll();
  await requireSound();
}

/** Sums up everything that has happened. */
export async function rollUpAll(): Promise<void> {
  // The first step only marks how far the next one may go.
  for (const name of ["analytics", "earnings", "journal"] as const)
    for (let step = 0; step < 3; step++) await rollUp(name);
}

/** Throws with the invariants of the books that do not hold. */
async function requireSound(): Promise<void> {
  const broken = Object.entries(await ledger.reconcile()).filter(([, count]) => count > 0);
  if (broken.length > 0) throw new Error(`the books are unsound: ${broken.map((each) => each.join(" ")).join(", ")}`);
}
