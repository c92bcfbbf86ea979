/**
 * Forgetting what is over, a few rows at a time. Invariant: no statement grows with what has gathered, so a pause of any
 * length is made good by the rounds after it.
 */
import { query } from "@/lib/core/db";
import { isRunEnding } from "@/lib/jobs/isolated";

/** Most rows of one statement, which has a deadline. */
const BATCH_ROWS = 2_000;
/** Most statements of one round; the next round goes on. */
const MAX_BATCHES = 1_000;

/**
 * Deletes the rows of a table that a condition names, batch by batch; rows that somebody holds are left to the next round.
 * With `set`, they are changed so that the condition names them no longer, and stay. Returns how many rows it was.
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
