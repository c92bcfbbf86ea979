/**
 * Cleanup of holds. Invariants: the holds of a killed process are released; closed holds are deleted once their usage is recorded.
 */

import { release } from "@/lib/demand/execution/holds";
import { prisma, query } from "@/lib/platform/core/db";
import { firstIdOf } from "@/lib/platform/core/ids";
import { isPunctual, requireLease } from "@/lib/platform/jobs/leases";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";

/** How long closed holds are stored, to be checked against the ledger. */
const CLOSED_DAYS = 30;
/** Expired holds per run of the sweeper. */
const SWEEP_BATCH = 500;

/**
 * Releases the holds of processes whose lease has lapsed, and those past their expiry. Safe to run twice concurrently: each hold is
 * released once. Returns how many.
 */
export async function sweepHolds(): Promise<number> {
  await requireLease();
  const expired = await query<{ id: string; account_id: string; age_ms: number }>(
    "execution.expired",
    `SELECT h.id, h.account_id, least(2147483647, extract(epoch FROM now() - h.created_at) * 1000)::int AS age_ms
       FROM hold h LEFT JOIN process_lease l ON l.id = h.process_id
      WHERE h.state = 'held' AND (h.expires_at < now() OR $1 AND l.expires_at < now()) ORDER BY h.expires_at
        LIMIT ${SWEEP_BATCH}`,
    [isPunctual()],
  );
  const closed = await Promise.all(
    expired.map(({ id, account_id, age_ms }) => release(account_id, id, { code: "abandoned", durationMs: age_ms })),
  );
  return closed.filter(Boolean).length;
}

/** Deletes holds that were closed long ago; their usage records and sales stay. Returns how many. */
export function expireHolds(): Promise<number> {
  // Ids sort by time, so the primary key finds the oldest.
  const closedAt = { lt: daysAgo(CLOSED_DAYS) };
  const id = { lt: firstIdOf(closedAt.lt) };
  return prune((limit) => prisma().hold.deleteMany({ where: { id, state: { not: "held" }, closedAt }, limit }));
}
