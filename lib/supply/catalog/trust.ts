/**
 * The trust metrics and the popularity of listings, computed by a job from daily rollups, so that no page sums calls. Both count those
 * who paid and are not related to the developer (`account_counts`); for popularity, accounts with one card are one. Invariant: calls
 * stay pending until the listing shows them; while a counted day is in the window, the metrics are computed anew every
 * day.
 */

import { query } from "@/lib/platform/core/db";
import { percentileMs } from "@/lib/platform/core/percentile";
import { isRunEnding } from "@/lib/platform/jobs/isolated";
import { MIN_CALLS, TRUST_DAYS, type Trust } from "@/lib/supply/skills/trust-schemas";

/** Skills per step. A step is one statement, which has a timeout and locks as many listings. */
const STEP_SKILLS = 200;
/** Most steps of one run. The next run continues. */
const MAX_STEPS = 2_000;

type SumsRow = {
  skill_id: string;
  changes: string;
  until: string;
  calls: string;
  failures: string;
  caller_errors: string;
  latency: string[];
  failed_at: Date | null;
  purchases: string;
  refunds: string;
  callers: number;
  week_callers: number;
  daily_calls: string[];
  daily_failures: string[];
};

const SUMS = `
  SELECT t.skill_id, t.changes, to_char(utc_day(now()), 'YYYY-MM-DD') AS until, d.*, c.callers, c.week_callers
    FROM skill_trust t JOIN skill s ON s.id = t.skill_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(d.calls), 0) AS calls, coalesce(sum(d.failures), 0) AS failures,
            coalesce(sum(d.caller_errors), 0) AS caller_errors,
            latency_sum(coalesce(d.customer_latency, '{}')) AS latency,
            max(d.failed_at) AS failed_at, coalesce(sum(d.purchases), 0) AS purchases,
            coalesce(sum(d.refunds), 0) AS refunds,
            array_agg(coalesce(d.calls, 0) ORDER BY day.day) AS daily_calls,
            array_agg(coalesce(d.failures, 0) ORDER BY day.day) AS daily_failures
          FROM (SELECT i::date AS day
            FROM generate_series(utc_day(now()) - ($1::int - 1), utc_day(now()), interval '1 day') AS i) AS day
            -- Days that an earlier release counted have customers' calls only.
            LEFT JOIN LATERAL (SELECT coalesce(n.counted_calls, n.customer_calls) AS calls,
                coalesce(n.counted_failures, n.customer_failures) AS failures, n.caller_errors, n.customer_latency,
                n.failed_at, n.purchases, n.refunds
              FROM skill_stats_day n WHERE n.skill_id = t.skill_id AND n.day = day.day) AS d ON true) AS d
      CROSS JOIN LATERAL (SELECT related_accounts(s.owner_id) AS ids) AS k
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT a.payer)::int AS callers,
            count(DISTINCT a.payer) FILTER (WHERE a.last > utc_day(now()) - 7)::int AS week_callers FROM (
          SELECT u.account_id, coalesce((cards_of(u.account_id))[1], u.account_id::text) AS payer,
              max(u.day) AS last FROM (
            SELECT c.account_id, c.day FROM skill_caller_day c WHERE c.skill_id = t.skill_id
            UNION ALL SELECT p.buyer_id, utc_day(p.anchor_at) FROM purchase p
             WHERE p.skill_id = t.skill_id AND p.term > 0) AS u
           WHERE u.day > utc_day(now()) - $1::int GROUP BY 1) AS a
         WHERE account_counts(a.account_id, k.ids)) AS c
   WHERE t.skill_id = ANY (ARRAY(
     (SELECT skill_id FROM skill_trust WHERE changes <> shown ORDER BY skill_id LIMIT $2)
     UNION (SELECT skill_id FROM skill_trust WHERE stale_on <= utc_day(now()) ORDER BY stale_on LIMIT $2)))`;

const WRITE = `
  WITH made AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1) AS m (skill_id uuid, changes bigint, trust jsonb, popularity bigint,
      week_uses bigint, is_used boolean)),
  -- By skill, as whatever locks more than one listing.
  locked AS MATERIALIZED (
    SELECT m.* FROM listing l JOIN made m USING (skill_id)
     WHERE (l.trust, l.popularity, l.week_uses) IS DISTINCT FROM (m.trust, m.popularity, m.week_uses)
     ORDER BY l.skill_id FOR NO KEY UPDATE OF l),
  changed AS (
    UPDATE listing l SET trust = m.trust, popularity = m.popularity, week_uses = m.week_uses FROM locked m
      WHERE l.skill_id = m.skill_id RETURNING 1),
  seen AS (
    UPDATE skill_trust t SET shown = m.changes, stale_on = CASE WHEN m.is_used THEN utc_day(now()) + 1 END FROM made m
     WHERE t.skill_id = m.skill_id)
  SELECT count(*)::int AS changed FROM changed`;

const rateOf = (part: number, all: number) => Math.round((part / all) * 10_000) / 10_000;

function toTrust(row: SumsRow): Trust {
  const [succeeded, failed] = [Number(row.calls), Number(row.failures)];
  const [purchases, refunds] = [Number(row.purchases), Number(row.refunds)];
  const calls = succeeded + failed;
  const isMeasured = calls >= MIN_CALLS;
  const latency = row.latency.map(Number);
  return {
    days: TRUST_DAYS,
    calls,
    callers: row.callers,
    purchases,
    caller_errors: Number(row.caller_errors),
    success_rate: isMeasured ? rateOf(succeeded, calls) : null,
    p50_ms: isMeasured ? percentileMs(latency, 0.5) : null,
    p95_ms: isMeasured ? percentileMs(latency, 0.95) : null,
    last_failure_at: row.failed_at?.toISOString() ?? null,
    refund_rate: purchases > 0 ? Math.min(1, rateOf(refunds, purchases)) : null,
    daily: {
      until: row.until,
      calls: row.daily_calls.map(Number),
      failures: row.daily_failures.map(Number),
    },
  };
}

const isUsed = ({ calls, callers, caller_errors, purchases, refund_rate }: Trust) =>
  calls + callers + caller_errors + purchases > 0 || refund_rate !== null;

/** Updates the trust metrics of every listing. Returns how many changed. */
export async function updateTrust(): Promise<number> {
  let sum = 0;
  for (let step = 0; step < MAX_STEPS && !isRunEnding(); step++) {
    const rows = await query<SumsRow>("trust.sums", SUMS, [TRUST_DAYS, STEP_SKILLS]);
    if (rows.length === 0) break;
    const made = rows.map((row) => {
      const trust = toTrust(row);
      const { skill_id, changes, callers: popularity, week_callers: week_uses } = row;
      return { skill_id, changes, trust, popularity, week_uses, is_used: isUsed(trust) };
    });
    const [written] = await query<{ changed: number }>("trust.write", WRITE, [JSON.stringify(made)]);
    sum += written?.changed ?? 0;
  }
  return sum;
}
