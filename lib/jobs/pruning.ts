/**
 * Deletes expired rows in batches. Invariant: no statement grows with the backlog, so later runs catch up after a pause of any
 * length.
 */
import { query } from "@/lib/core/db";
import { isRunEnding } from "@/lib/jobs/isolated";

/** Rows per statement, which has a timeout. */
const BATCH_ROWS = 2_000;
/** Most statements of one run; the next run continues. */
const MAX_BATCHES = 1_000;

/**
 * Deletes the rows of a table that match a condition, batch by batch; locked rows are left to the next run. With `set`, it updates
 * them instead, so that they no longer match. Returns how many rows.
 */
export async function prune(
  name: string,
  table: string,
  rows: { where: string; values: unknown[]; set?: string },
): Promise<number> {
  const some = `ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${rows.where} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED))`;
  const change = rows.set ? `UPDATE ${table} SET ${rows.set}` : `DELETE FROM ${table}`;
  let sum = 0;
  for (let batch = 0; batch < MAX_BATCHES && !isRunEnding(); batch++) {
    const [row] = await query<{ count: number }>(
      name,
      `WITH gone AS (${change} WHERE ${some} RETURNING 1) SELECT count(*)::int AS count FROM gone`,
      rows.values,
    );
    sum += row?.count ?? 0;
    if ((row?.count ?? 0) < BATCH_ROWS) break;
  }
  return sum;
}
