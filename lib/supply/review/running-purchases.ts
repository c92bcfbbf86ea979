import { query } from "@/lib/platform/core/db";
import { toCredits } from "@/lib/platform/core/money";

/**
 * The active purchases of a skill, or of all skills of a developer: how many, and the credits that `purchase_refund` would give
 * back now. `id` is the skill's or the developer's.
 */
export async function runningPurchases(id: string): Promise<{ count: number; refund: number }> {
  const [row] = await query<{ count: number; refund: string }>(
    "review.running",
    `SELECT count(*)::int AS count, coalesce(sum(purchase_unused(p, p.price_micros)), 0)::bigint AS refund
       FROM purchase p
      WHERE p.skill_id IN (SELECT id FROM skill WHERE id = $1 OR owner_id = $1) AND p.status = 'active'
        AND p.current_period_end > now()`,
    [id],
  );
  return { count: row?.count ?? 0, refund: toCredits(BigInt(row?.refund ?? 0)) };
}
