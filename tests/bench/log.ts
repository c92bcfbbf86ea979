import { pool } from "@/lib/platform/core/db";
import { join } from "@/tests/bench/listings";
import { barePair, skillAt } from "@/tests/bench/money";
import { figure, type Result } from "@/tests/bench/results";

const CALLS = 200;
const CREDITS = 1_000_000_000n;
/** Nothing calls it: only the database works here. */
const ENDPOINT = "http://127.0.0.1:39471/";

/** What each table and index writes to the log, by its record's first block; `-` is of none. */
const BY_RELATION = `
  WITH block AS (SELECT DISTINCT ON (start_lsn) start_lsn, relfilenode, reldatabase
    FROM pg_get_wal_block_info($1, $2) ORDER BY start_lsn, block_id)
  SELECT coalesce(k.relname, '-') AS name, coalesce(m.amname = 'brin', false) AS "isRange",
      sum(r.record_length - r.fpi_length)::int AS bytes
    FROM pg_get_wal_records_info($1, $2) r LEFT JOIN block b USING (start_lsn)
      LEFT JOIN pg_class k ON pg_relation_filenode(k.oid) = b.relfilenode LEFT JOIN pg_am m ON m.oid = k.relam
   WHERE b.reldatabase IS NULL OR k.relname IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC`;
type Written = { name: string; isRange: boolean; bytes: number };

/**
 * What a paid call writes to PostgreSQL's log, without full-page images, by table and index. Ranges of BRIN indexes are counted apart:
 * they end with a table's first megabyte.
 */
export async function log(): Promise<Result[]> {
  const buyer = await join(CREDITS);
  const skill = await skillAt(ENDPOINT);
  await pool().query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
  const position = async () =>
    (await pool().query<{ at: string }>("SELECT pg_current_wal_insert_lsn()::text AS at")).rows[0]?.at;
  const from = await position();
  for (let call = 0; call < CALLS; call++) await barePair(skill.id, buyer);
  const until = await position();
  // Only what is on the disk can be read.
  await pool().query("SELECT pg_switch_wal()");
  const { rows } = await pool().query<Written>(BY_RELATION, [from, until]);
  const line = (name: string, of: Written[]) =>
    figure(name, {
      value: of.reduce((sum, { bytes }) => sum + bytes, 0) / CALLS,
      unit: "bytes",
      against: "nothing",
    });
  return [
    line(
      "log of a paid call",
      rows.filter(({ isRange }) => !isRange),
    ),
    line(
      "log of a paid call, ranges",
      rows.filter(({ isRange }) => isRange),
    ),
    ...rows.filter(({ bytes }) => bytes >= CALLS).map((row) => line(`log of a paid call, ${row.name}`, [row])),
  ];
}
