import { SKILL_FAILURES } from "@/lib/demand/analytics/skill-failures";
/**
 * Analytics for developers: sums from the rollup, and a call log without the callers' identities.
 * Invariants: everything is of the caller's own skills; consumers appear as pseudonyms only.
 */

import type { AnalyticsQuery, CallLogQuery, LoggedCall, OverviewQuery } from "@/lib/demand/analytics/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Skill } from "@/lib/platform/core/generated/client";
import { toCredits } from "@/lib/platform/core/money";
import { toPage } from "@/lib/platform/core/page";
import { readPage } from "@/lib/platform/core/page-query";
import { percentileMs } from "@/lib/platform/core/percentile";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";
import type { SkillStatus } from "@/lib/supply/skills/schemas";
import { callerPseudonym } from "@/lib/supply/skills/signing";

/** How far back the call log reaches. */
const LOG_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
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
  views: string;
  guest_calls: string;
};

const SUMS = `coalesce(sum(d.calls), 0) AS calls, coalesce(sum(d.downloads), 0) AS downloads,
  coalesce(sum(d.failures), 0) AS failures,
  errors_sum(coalesce(d.errors, '{}')) AS errors, latency_sum(coalesce(d.latency, '{}')) AS latency,
  coalesce(sum(d.sales), 0) AS sales,
  coalesce(sum(d.call_micros + d.sale_micros), 0) AS paid,
  coalesce(sum(d.call_fee_micros + d.sale_fee_micros), 0) AS fee,
  coalesce(sum(d.views), 0) AS views, coalesce(sum(d.guest_calls), 0) AS guest_calls`;
const SINCE = "d.day > (now() AT TIME ZONE 'UTC')::date - $2::int";

type PeopleRow = { tried: number; buyers: number };

/** Other accounts that used the skill `s` in the days `$2`, and those that paid. */
const PEOPLE = `SELECT count(DISTINCT u.account_id) FILTER (WHERE u.is_use)::int AS tried,
    count(DISTINCT u.account_id) FILTER (WHERE u.is_paying)::int AS buyers
  FROM (SELECT d.account_id, true AS is_use, d.is_paying FROM skill_caller_day d WHERE d.skill_id = s.id AND ${SINCE}
    UNION ALL SELECT p.buyer_id, false, p.price_micros > 0 AND p.term > 0 FROM purchase p
     WHERE p.skill_id = s.id AND utc_day(p.anchor_at) > utc_day(now()) - $2::int) AS u
 WHERE u.account_id <> s.owner_id`;

function toConversion({ tried, buyers }: PeopleRow, { views }: { views: number }) {
  // Agents buy without the page, so there can be more buyers than views: that is no rate.
  const isRate = views > 0 && buyers <= views;
  return { tried, buyers, conversion: isRate ? Math.round((buyers / views) * 10_000) / 10_000 : null };
}

function toTotals(row: AnalyticsRow) {
  const [calls, downloads, failures] = [Number(row.calls), Number(row.downloads), Number(row.failures)];
  const skillFailures = SKILL_FAILURES.reduce((sum, code) => sum + Number(row.errors[code] ?? 0), 0);
  const all = calls + downloads + skillFailures;
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
    views: Number(row.views),
    guest_calls: Number(row.guest_calls),
  };
}

const latencyOf = ({ latency }: AnalyticsRow, share: number) => percentileMs(latency.map(Number), share);

/** Analytics of one of the caller's skills over some UTC days, with each day. Throws not_found. */
export async function ofSkill(caller: Caller, id: string, { days }: AnalyticsQuery) {
  await requireOwned(caller, id);
  const [rows, [total], [counted], [people], units] = await Promise.all([
    query<AnalyticsRow & { date: string }>(
      "analytics.daily",
      `SELECT to_char(t.day, 'YYYY-MM-DD') AS date, ${SUMS}
         FROM generate_series((now() AT TIME ZONE 'UTC')::date - ($2::int - 1),
         (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS t (day)
         LEFT JOIN skill_stats_day d ON d.skill_id = $1 AND d.day = t.day::date GROUP BY t.day ORDER BY t.day`,
      [id, days],
    ),
    query<AnalyticsRow>("analytics.total", `SELECT ${SUMS} FROM skill_stats_day d WHERE d.skill_id = $1 AND ${SINCE}`, [
      id,
      days,
    ]),
    query<{ callers: number; updated_at: Date | null }>(
      "analytics.callers",
      `SELECT (SELECT count(DISTINCT d.account_id)::int FROM skill_caller_day d WHERE d.skill_id = $1
         AND ${SINCE}) AS callers,
         (SELECT complete_until FROM rollup_cursor WHERE name = 'analytics') AS updated_at`,
      [id, days],
    ),
    query<PeopleRow>(
      "analytics.people",
      `SELECT f.tried, f.buyers FROM skill s CROSS JOIN LATERAL (${PEOPLE}) AS f WHERE s.id = $1`,
      [id, days],
    ),
    unitsOf(id, days),
  ]);
  if (!total || !people) throw notFound();
  const totals = toTotals(total);
  return {
    days,
    totals: {
      ...totals,
      ...toConversion(people, totals),
      callers: counted?.callers ?? 0,
      p50_ms: latencyOf(total, 0.5),
      p95_ms: latencyOf(total, 0.95),
    },
    errors: Object.entries(total.errors)
      .map(([code, count]) => ({ code, count: Number(count) }))
      .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    units,
    daily: rows.map((row) => ({ date: row.date, ...toTotals(row), p95_ms: latencyOf(row, 0.95) })),
    updated_at: counted?.updated_at ?? null,
  };
}

/** What a skill's calls reported of each unit. A skill that has none reads no calls. */
async function unitsOf(id: string, days: number) {
  const rows = await query<{ name: string; quantity: string }>(
    "analytics.units",
    `SELECT u ->> 'name' AS name, sum((u ->> 'quantity')::bigint)::text AS quantity
       FROM usage_record r CROSS JOIN LATERAL jsonb_array_elements(r.units) AS u
       WHERE r.skill_id = $1 AND r.created_at >= (now() AT TIME ZONE 'UTC')::date - ($2::int - 1)
         AND r.units IS NOT NULL
         AND EXISTS (SELECT FROM skill s WHERE s.id = $1 AND (s.units <> '[]' OR s.operation_units <> '{}'
           OR jsonb_path_exists(s.plans, '$[*].included_units[*]')
           OR EXISTS (SELECT FROM plan_offer o WHERE o.skill_id = s.id AND o.plan ? 'included_units')
           OR EXISTS (SELECT FROM purchase p WHERE p.skill_id = s.id AND p.included_units <> '[]')))
       GROUP BY 1 ORDER BY 1`,
    [id, days],
  );
  return rows.map(({ name, quantity }) => ({ name, quantity: Number(quantity) }));
}

type OverviewRow = AnalyticsRow &
  PeopleRow & {
    id: string;
    slug: string;
    name: string;
    status: SkillStatus;
    live: boolean;
  };

/** Analytics of a page of the caller's skills over some UTC days, in the order of `GET /v1/developer/skills`. */
export async function overview(caller: Caller, { days, ...page }: OverviewQuery) {
  const [rows, count] = await Promise.all([
    query<OverviewRow>(
      "analytics.overview",
      `SELECT s.id, s.slug, r.name, s.status, EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live,
         f.*, u.tried, u.buyers
         FROM (SELECT * FROM skill WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4) AS s
           JOIN skill_revision r ON r.id = s.current_revision_id
           CROSS JOIN LATERAL (SELECT ${SUMS} FROM skill_stats_day d WHERE d.skill_id = s.id AND ${SINCE}) AS f
           CROSS JOIN LATERAL (${PEOPLE}) AS u
        ORDER BY s.created_at DESC, s.id DESC`,
      [caller.accountId, days, page.limit, page.offset],
    ),
    prisma().skill.count({ where: { ownerId: caller.accountId } }),
  ]);
  const data = rows.map((row) => {
    const totals = toTotals(row);
    return {
      skill: { id: row.id, slug: row.slug, name: row.name },
      status: row.status,
      live: row.live,
      ...totals,
      ...toConversion(row, totals),
      p95_ms: latencyOf(row, 0.95),
    };
  });
  return toPage(data, count, page);
}

/**
 * The calls and downloads of one of the caller's skills in the last 90 days, newest first. A filter makes the database look
 * for matches in all of them. Throws not_found, and rate_limited when too many such reads run concurrently.
 */
export async function calls(caller: Caller, id: string, filters: CallLogQuery) {
  const { status, error_code, flagged } = filters;
  const isFiltered = status !== undefined || error_code !== undefined || flagged !== undefined;
  return isFiltered
    ? heavyRead(caller.accountId, () => callsPage(caller, id, filters))
    : callsPage(caller, id, filters);
}

type CallRow = Omit<LoggedCall, "caller_id" | "cost" | "created_at"> & {
  account_id: string;
  cost_micros: string;
  created_at: Date;
};

/** Rows come in the order of their index, which has no ids: those of one millisecond are ordered within their page. */
async function callsPage(caller: Caller, id: string, { status, error_code, flagged, limit, offset }: CallLogQuery) {
  const { pseudonymSecret } = await requireOwned(caller, id);
  const conditions = [
    "skill_id = $1 AND created_at > $2",
    ...(status ? [`status = '${status}'`] : []),
    // Failures have partial indexes.
    ...(error_code === undefined ? [] : ["status = 'failed' AND error_code = $3"]),
    ...(flagged ? ["status = 'succeeded' AND error_code IN ('usage_invalid', 'usage_cut')"] : []),
  ];
  const matches = `usage_record WHERE ${conditions.join(" AND ")}`;
  const values = [id, new Date(Date.now() - LOG_DAYS * DAY_MS), ...(error_code === undefined ? [] : [error_code])];
  const statement = {
    name: `analytics.calls.${[status, error_code !== undefined && "code", flagged && "flagged"].filter(Boolean).join("-") || "all"}`,
    text: `SELECT id, hold_id AS call_id, account_id, skill_version AS version, operation AS tool,
      kind, status, cost_micros, free,
      error_code, duration_ms, created_at
      FROM (SELECT * FROM ${matches} ORDER BY created_at DESC
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}) AS page
      ORDER BY created_at DESC, id DESC`,
    matches,
    values,
  };
  return readPage(statement, { limit, offset }, ({ account_id, cost_micros, ...row }: CallRow) => ({
    ...row,
    caller_id: callerPseudonym(pseudonymSecret, account_id),
    cost: toCredits(BigInt(cost_micros)),
  }));
}

/** Deletes who called a skill on days that no analytics reach any more. Returns how many rows. */
export function expireCallers(): Promise<number> {
  const day = { lt: daysAgo(CALLER_DAYS) };
  return prune((limit) => prisma().skillCallerDay.deleteMany({ where: { day }, limit }));
}

async function requireOwned(caller: Caller, id: string): Promise<Pick<Skill, "pseudonymSecret">> {
  const skill = await prisma().skill.findUnique({
    where: { id, ownerId: caller.accountId },
    select: { pseudonymSecret: true },
  });
  if (!skill) throw notFound();
  return skill;
}
