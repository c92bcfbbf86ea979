import { query } from "@/lib/platform/core/db";
import { toCredits } from "@/lib/platform/core/money";

/**
 * The active purchases of a skill, or of all skills of a developer: how many, and the credits that `purchase_refund` would give
 * back now, with its rounding. `id` is the skill's or the developer's.
 */
export async function runningPurchases(id: string): Promise<{ count: number; refund: number }> {
  const [row] = await query<{ count: number; refund: string }>(
    "review.running",
    `SELECT count(*)::int AS count, coalesce(sum(div(p.price_micros * extract(epoch FROM p.current_period_end - greatest(now(), t.start)),
         extract(epoch FROM p.current_period_end - t.start))), 0)::bigint AS refund
       FROM purchase p CROSS JOIN LATERAL (SELECT term_end(p.anchor_at, p.interval, p.term - 1) AS start) AS t
      WHERE p.skill_id IN (SELECT id FROM skill WHERE id = $1 OR owner_id = $1) AND p.status = 'active' AND p.current_period_end > now()`,
    [id],
  );
  return { count: row?.count ?? 0, refund: toCredits(BigInt(row?.refund ?? 0)) };
}
