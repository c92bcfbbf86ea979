/**
 * What developers learn about their skills: analytics from the rollup, and calls without anything that tells who called.
 * Invariants: everything is of the caller's own skills; consumers appear as pseudonyms only.
 */

import { percentileMs } from "@/lib/analytics/percentile";
import type { AnalyticsQuery, CallLogQuery, OverviewQuery } from "@/lib/analytics/schemas";
import type { Caller } from "@/lib/core/caller";
import { query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { toCredits } from "@/lib/core/money";
import { MAX_TOTAL, toPage } from "@/lib/core/page";
import { prune } from "@/lib/jobs/pruning";
import { heavyRead } from "@/lib/ratelimit/heavy-reads";
import type { SkillStatus } from "@/lib/skills/schemas";
import { callerPseudonym } from "@/lib/skills/signing";

/** How far back the call log reaches. */
const LOG_DAYS = 90;
/** How long it is stored who called on which day. Analytics reach back 90 days. */
const CALLER_DAYS = 100;

type AnalyticsRow = {
  calls: string;
  downloads: string;
  failures: string;
  errors: Record<string, number>;
  latency: string[];
  sales: string;
  paid: string;
  fee: string;
};

const SUMS = `coalesce(sum(d.calls), 0) AS calls, coalesce(sum(d.downloads), 0) AS downloads, coalesce(sum(d.failures), 0) AS failures,
  errors_sum(coalesce(d.errors, '{}')) AS errors, latency_sum(coalesce(d.latency, '{}')) AS latency, coalesce(sum(d.sales), 0) AS sales,
  coalesce(sum(d.call_micros + d.sale_micros), 0) AS paid, coalesce(sum(d.call_fee_micros + d.sale_fee_micros), 0) AS fee`;
const SINCE = "d.day > (now() AT TIME ZONE 'UTC')::date - $2::int";

function toTotals(row: AnalyticsRow) {
  const [calls, downloads, failures] = [Number(row.calls), Number(row.downloads), Number(row.failures)];
  const all = calls + downloads + failures;
  const [paid, fee] = [BigInt(row.paid), BigInt(row.fee)];
  return {
    calls,
    downloads,
    failures,
    success_rate: all === 0 ? null : Math.round(((calls + downloads) / all) * 10_000) / 10_000,
    sales: Number(row.sales),
    revenue: toCredits(paid),
    fees: toCredits(fee),
    earned: toCredits(paid - fee),
  };
}

const latencyOf = ({ latency }: AnalyticsRow, share: number) => percentileMs(latency.map(Number), share);

/** Analytics of one of the caller's skills over some UTC days, with each day. Throws not_found. */
export async function ofSkill(caller: Caller, id: string, { days }: AnalyticsQuery) {
  await requireOwned(caller, id);
  const [rows, [total], [counted]] = await Promise.all([
    query<AnalyticsRow & { date: string }>(
      "analytics.daily",
      `SELECT to_char(t.day, 'YYYY-MM-DD') AS date, ${SUMS} FROM generate_series((now() AT TIME ZONE 'UTC')::date - ($2::int - 1),
         (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS t (day)
         LEFT JOIN skill_stats_day d ON d.skill_id = $1 AND d.day = t.day::date GROUP BY t.day ORDER BY t.day`,
      [id, days],
    ),
    query<AnalyticsRow>(
      "analytics.total",
      `SELECT ${SUMS} FROM skill_stats_day d WHERE d.skill_id = $1 AND ${SINCE}`,
      [id, days],
    ),
    query<{ callers: number; updated_at: Date | null }>(
      "analytics.callers",
      `SELECT (SELECT count(DISTINCT d.account_id)::int FROM skill_caller_day d WHERE d.skill_id = $1 AND ${SINCE}) AS callers,
         (SELECT complete_until FROM rollup_cursor WHERE name = 'analytics') AS updated_at`,
      [id, days],
    ),
  ]);
  if (!total) throw notFound();
  return {
    days,
    totals: {
      ...toTotals(total),
      callers: counted?.callers ?? 0,
      p50_ms: latencyOf(total, 0.5),
      p95_ms: latencyOf(total, 0.95),
    },
    errors: Object.entries(total.errors)
      .map(([code, count]) => ({ code, count: Number(count) }))
      .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    daily: rows.map((row) => ({ date: row.date, ...toTotals(row), p95_ms: latencyOf(row, 0.95) })),
    updated_at: counted?.updated_at ?? null,
  };
}

type OverviewRow = AnalyticsRow & {
  id: string;
  slug: string;
  name: string;
  status: SkillStatus;
  live: boolean;
};

/** Analytics of a page of the caller's skills over some UTC days, in the order of `GET /v1/developer/skills`. */
export async function overview(caller: Caller, { days, ...page }: OverviewQuery) {
  const [rows, [counted]] = await Promise.all([
    query<OverviewRow>(
      "analytics.overview",
      `SELECT s.id, s.slug, r.name, s.status, EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live, f.*
         FROM (SELECT * FROM skill WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4) AS s
           JOIN skill_revision r ON r.id = s.current_revision_id
           CROSS JOIN LATERAL (SELECT ${SUMS} FROM skill_stats_day d WHERE d.skill_id = s.id AND ${SINCE}) AS f
        ORDER BY s.created_at DESC, s.id DESC`,
      [caller.accountId, days, page.limit, page.offset],
    ),
    query<{ count: number }>(
      "analytics.overview.count",
      "SELECT count(*)::int AS count FROM skill WHERE owner_id = $1",
      [caller.accountId],
    ),
  ]);
  const data = rows.map((row) => ({
    skill: { id: row.id, slug: row.slug, name: row.name },
    status: row.status,
    live: row.live,
    ...toTotals(row),
    p95_ms: latencyOf(row, 0.95),
  }));
  return toPage(data, counted?.count ?? 0, page);
}

type CallRow = {
  hold_id: string | null;
  account_id: string;
  kind: "execute" | "download";
  status: "succeeded" | "failed";
  cost_micros: string;
  free: boolean;
  error_code: string | null;
  duration_ms: number;
  created_at: Date;
};

/**
 * The calls and downloads of one of the caller's skills in the last 90 days, newest first. A filter makes the database look
 * for matches in all of them. Throws not_found, and rate_limited when too many such reads run at once.
 */
export async function calls(caller: Caller, id: string, filters: CallLogQuery) {
  const isFiltered = filters.status !== undefined || filters.error_code !== undefined;
  return isFiltered
    ? heavyRead(caller.accountId, () => callsPage(caller, id, filters))
    : callsPage(caller, id, filters);
}

async function callsPage(caller: Caller, id: string, { status, error_code, limit, offset }: CallLogQuery) {
  const { pseudonym_secret: secret } = await requireOwned(caller, id);
  // Failures have an index of their own.
  const isFailed = status === "failed" || error_code !== undefined;
  const name = isFailed ? "analytics.failures" : "analytics.calls";
  const where = `skill_id = $1 AND created_at > now() - make_interval(days => ${LOG_DAYS})
    AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR error_code = $3)${isFailed ? " AND status = 'failed'" : ""}`;
  const values = [id, status ?? null, error_code ?? null];
  const [rows, [counted]] = await Promise.all([
    query<CallRow>(
      name,
      `SELECT hold_id, account_id, kind, status, cost_micros, free, error_code, duration_ms, created_at
         FROM usage_record WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
      [...values, limit, offset],
    ),
    query<{ count: number }>(
      `${name}.count`,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM usage_record WHERE ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      values,
    ),
  ]);
  const data = rows.map(({ hold_id, account_id, cost_micros, ...row }) => ({
    ...row,
    call_id: hold_id,
    caller_id: callerPseudonym(secret, account_id),
    cost: toCredits(BigInt(cost_micros)),
  }));
  return toPage(data, counted?.count ?? 0, { limit, offset });
}

/** Deletes who called a skill on days that no analytics reach any more. Returns how many rows. */
export function expireCallers(): Promise<number> {
  return prune("analytics.callers.expire", "skill_caller_day", {
    where: "day < utc_day(now()) - $1::int",
    values: [CALLER_DAYS],
  });
}

async function requireOwned(caller: Caller, id: string): Promise<{ pseudonym_secret: string }> {
  const [row] = await query<{ pseudonym_secret: string }>(
    "analytics.owned",
    "SELECT pseudonym_secret FROM skill WHERE id = $1 AND owner_id = $2",
    [id, caller.accountId],
  );
  if (!row) throw notFound();
  return row;
}
