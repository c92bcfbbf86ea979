/**
 * Usage: every call and download, what it cost and how it went. Rows are written by the transaction that settles or
 * releases the call, and never changed.
 */

import {
  type SpanQuery,
  type StoredUnit,
  type SummaryQuery,
  toUsedUnits,
  type UsageQuery,
  type UsageRecord,
} from "@/lib/demand/usage/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import type { ReadAfter } from "@/lib/platform/core/csv";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { isLockTimeout } from "@/lib/platform/core/db-errors";
import { invalid } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { toCredits } from "@/lib/platform/core/money";
import { unknownCursor } from "@/lib/platform/core/page";
import { readPage } from "@/lib/platform/core/page-query";
import { spanOf } from "@/lib/platform/core/span";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The span of a summary that names none, and the longest one. */
const DEFAULT_SUMMARY_DAYS = 30;
const MAX_SUMMARY_DAYS = 366;
const MAX_HOURLY_DAYS = 7;
/** How many of the newest calls are looked through for the skills that an account used last. */
const LAST_CALLS = 50;
/** Most keys of which a span is summed. */
const MOST_KEYS = 50;
/** How PostgreSQL writes the period that a call belongs to. */
const PERIODS = { day: "YYYY-MM-DD", hour: 'YYYY-MM-DD"T"HH24:00:00"Z"' };
/** How far ahead partitions are made. */
const PARTITION_MONTHS_AHEAD = 3;

/** The last of all ids. */
const MAX_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What comes after a place in the list, newest first; everything for two nulls. */
const AFTER = `(created_at, id) < (coalesce($after_time::timestamptz, 'infinity'), coalesce($after_id::uuid, '${MAX_UUID}'))`;

type UsageRow = Omit<UsageRecord, "cost" | "created_at" | "units"> & {
  cost_micros: string;
  units: StoredUnit[] | null;
  created_at: Date;
};

// Bounds that are always there keep one plan good for all values, and partitions out of it that they leave empty.
const IN_SPAN = `account_id = $account AND created_at >= coalesce($from::timestamptz, '-infinity')
  AND created_at < coalesce($until::timestamptz, 'infinity')`;
const WHERE = `${IN_SPAN} AND ($skill::text IS NULL OR skill_slug = $skill) AND ($key::uuid IS NULL OR key_id = $key)
  AND ($status::text IS NULL OR status = $status)`;
/** The parameters of WHERE after the account and the span. */
const filterValues = ({ skill, key_id, status }: Pick<SpanQuery, "skill" | "key_id" | "status">) => ({
  skill: skill ?? null,
  key: key_id ?? null,
  status: status ?? null,
});

/** The calls of a page of ids and times, newest first. */
const callsOf = (ids: string) => `SELECT u.id, u.skill_slug AS skill, u.skill_version AS version, u.operation AS tool,
  u.kind, u.status, u.cost_micros, u.units, u.free,
  u.error_code, u.duration_ms, u.key_prefix, u.created_at
  FROM (${ids}) AS page JOIN LATERAL (
    SELECT * FROM usage_record u WHERE u.account_id = $account AND u.created_at = page.created_at AND u.id = page.id
    OFFSET 0) AS u ON true
  ORDER BY u.created_at DESC, u.id DESC`;

const toCall = ({ cost_micros, units, ...row }: UsageRow) => ({
  ...row,
  cost: toCredits(BigInt(cost_micros)),
  units: toUsedUnits(units),
});

/**
 * The caller's calls and downloads, newest first. A filter makes the database look for matches in the account's history.
 * Throws rate_limited when too many such reads run concurrently.
 */
export async function list(caller: Caller, filters: UsageQuery) {
  const isFiltered = Object.values(filterValues(filters)).some((value) => value !== null);
  return isFiltered ? heavyRead(caller.accountId, () => pageOf(caller, filters)) : pageOf(caller, filters);
}

/** Without a filter, the ids come from an index alone; only the page's own rows are read, however many come before. */
async function pageOf(caller: Caller, filters: UsageQuery) {
  const { skill, key_id, status } = filters;
  const { from, until } = spanOf(filters);
  const matches = `usage_record WHERE ${IN_SPAN} AND ${skill ? "skill_slug = $skill" : "true"}
    AND ${key_id ? "key_id = $key" : "true"} AND ${status ? "status = $status" : "true"}`;
  const after = filters.starting_after
    ? await placeOf(caller, filters.starting_after)
    : { after_time: null, after_id: null };
  const statement = {
    name: `usage.list.${[skill && "skill", key_id && "key", status && "status"].filter(Boolean).join("-") || "all"}`,
    text: callsOf(
      `SELECT id, created_at FROM ${matches} AND ${AFTER}
        ORDER BY created_at DESC, id DESC LIMIT $limit OFFSET $offset`,
    ),
    matches,
    after,
    values: { account: caller.accountId, from, until, ...filterValues(filters) },
  };
  return readPage(statement, filters, toCall);
}

/** The slugs of the skills that the caller used last, newest first, of the newest calls and downloads. */
export async function lastUsed({ accountId }: Caller, limit: number): Promise<string[]> {
  const rows = await query<{ slug: string }>(
    "usage.last",
    `SELECT skill_slug AS slug FROM (SELECT skill_slug, created_at FROM usage_record WHERE account_id = $1
       ORDER BY created_at DESC, id DESC LIMIT ${LAST_CALLS}) AS newest
      GROUP BY skill_slug ORDER BY max(created_at) DESC, skill_slug LIMIT $2`,
    [accountId, limit],
  );
  return rows.map(({ slug }) => slug);
}

/** The place of one of the caller's calls in the list. Throws invalid_request when there is none of this id. */
async function placeOf({ accountId }: Caller, id: string) {
  const row = isUuid(id) ? await prisma().usageRecord.findFirst({ where: { id, accountId } }) : null;
  if (!row) throw unknownCursor();
  return { after_time: row.createdAt, after_id: id };
}

/** Reads the caller's calls and downloads of a span in parts, newest first, all of them at one place. */
export function reader(caller: Caller, filters: SpanQuery): ReadAfter<ReturnType<typeof toCall>> {
  const { from, until } = spanOf(filters);
  return async (after, limit) => {
    const rows = await query<UsageRow>(
      "usage.part",
      callsOf(`SELECT id, created_at FROM usage_record WHERE ${WHERE} AND ${AFTER}
        ORDER BY created_at DESC, id DESC LIMIT $limit`),
      {
        account: caller.accountId,
        from,
        until,
        ...filterValues(filters),
        after_time: after?.created_at ?? null,
        after_id: after?.id ?? null,
        limit,
      },
    );
    return rows.map(toCall);
  };
}

type SummaryRow = { date: string; skill: string; calls: number; failed: number; cost: string };

/** The rollup does not know keys: what was done with one of them is counted from its rows. */
const SUMMARY_OF_KEY = `
  SELECT to_char(created_at AT TIME ZONE 'UTC', $period) AS date, skill_slug AS skill, count(*)::int AS calls,
      count(*) FILTER (WHERE status = 'failed')::int AS failed, sum(cost_micros)::bigint AS cost
    FROM usage_record WHERE ${WHERE} GROUP BY 1, 2 ORDER BY 1, 2`;

/** What is left of a sum when only calls that ended in one way count. Failed calls cost nothing. */
function ofStatus(row: SummaryRow, status: SpanQuery["status"]): SummaryRow {
  if (status === "failed") return { ...row, calls: row.failed, cost: "0" };
  return status === "succeeded" ? { ...row, calls: row.calls - row.failed, failed: 0 } : row;
}

/** The whole UTC hours of a span; an empty span at its end when there is none. */
function wholeHours(from: Date, until: Date): { start: Date; end: Date } {
  const start = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const end = new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS);
  return start <= end ? { start, end } : { start: until, end: until };
}

/**
 * Whole hours ($start to $end) come from the rollup, and calls that it has not counted yet from their rows, as do the parts of
 * hours at both ends of the span ($from to $until). A call's time lies at most some seconds before the row was written, so
 * uncounted calls are looked for only from a little before the rollup's last run.
 */
const SUMMARY = `
  WITH cursor AS MATERIALIZED (
    SELECT event_seq, coalesce(complete_until, '-infinity') - interval '10 minutes' AS since FROM rollup_cursor
      WHERE name = 'analytics'),
  counted AS (
    SELECT hour, skill_slug, calls, failed, cost_micros FROM account_usage_hour
     WHERE account_id = $account AND hour >= $start AND hour < $end
    UNION ALL
    SELECT created_at, skill_slug, 1, (status = 'failed')::int, cost_micros FROM usage_record
     WHERE account_id = $account AND created_at >= greatest($start::timestamptz, (SELECT since FROM cursor))
       AND created_at < $end
       AND event_seq > (SELECT event_seq FROM cursor)
    UNION ALL
    SELECT created_at, skill_slug, 1, (status = 'failed')::int, cost_micros FROM usage_record
     WHERE account_id = $account AND created_at >= $from AND created_at < $start
    UNION ALL
    SELECT created_at, skill_slug, 1, (status = 'failed')::int, cost_micros FROM usage_record
     WHERE account_id = $account AND created_at >= $end AND created_at < $until)
  SELECT to_char(hour AT TIME ZONE 'UTC', $period) AS date, skill_slug AS skill, sum(calls)::int AS calls,
      sum(failed)::int AS failed,
      sum(cost_micros)::bigint AS cost
    FROM counted WHERE $skill::text IS NULL OR skill_slug = $skill GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * The caller's calls per UTC day, or per UTC hour, and skill; by default the last 30 days, or the last 24 hours by the hour.
 * Throws invalid_request for more than 366 days and for more than 7 by the hour, and rate_limited.
 */
export async function summarise(caller: Caller, filters: Partial<SummaryQuery>) {
  const interval = filters.interval ?? "day";
  const span = spanOf(filters);
  const until = span.until ?? new Date();
  const isHourly = interval === "hour";
  const from = span.from ?? new Date(until.getTime() - (isHourly ? 1 : DEFAULT_SUMMARY_DAYS) * DAY_MS);
  const most = isHourly ? MAX_HOURLY_DAYS : MAX_SUMMARY_DAYS;
  if (until.getTime() - from.getTime() > most * DAY_MS) {
    const message = `a summary${isHourly ? " by the hour" : ""} spans at most ${most} days`;
    throw invalid([{ param: isHourly ? "interval" : "start_date", message }]);
  }
  const all = await heavyRead(caller.accountId, () => sumsOf(caller, { ...filters, from, until, interval }));
  const rows = all.map((row) => ofStatus(row, filters.status)).filter(({ calls }) => calls > 0);
  const total = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
  return {
    data: rows.map((row) => ({ ...row, cost: toCredits(BigInt(row.cost)) })),
    totals: {
      calls: total((row) => row.calls),
      failed: total((row) => row.failed),
      cost: toCredits(rows.reduce((sum, row) => sum + BigInt(row.cost), 0n)),
    },
    interval,
    start_date: from,
    end_date: until,
  };
}

type Summing = Partial<SpanQuery> & { from: Date; until: Date; interval: keyof typeof PERIODS };

function sumsOf({ accountId }: Caller, { from, until, interval, skill, key_id }: Summing): Promise<SummaryRow[]> {
  const period = PERIODS[interval];
  if (key_id) {
    const values = { account: accountId, from, until, skill: skill ?? null, key: key_id, status: null, period };
    return query<SummaryRow>("usage.summary.key", SUMMARY_OF_KEY, values);
  }
  const { start, end } = wholeHours(from, until);
  const values = { account: accountId, from, start, end, until, skill: skill ?? null, period };
  return query<SummaryRow>("usage.summary", SUMMARY, values);
}

const BY_KEY = `SELECT key_id, max(key_prefix) AS key_prefix, count(*)::int AS calls,
    count(*) FILTER (WHERE status = 'failed')::int AS failed, sum(cost_micros)::bigint AS cost
  FROM usage_record WHERE ${WHERE} GROUP BY key_id ORDER BY 5 DESC, 3 DESC LIMIT ${MOST_KEYS}`;
type KeyRow = { key_id: string | null; key_prefix: string | null; calls: number; failed: number; cost: string };

/** What the caller did in a span with each key, the most expensive first; with a null key in browsers. Throws rate_limited. */
export async function byKey(caller: Caller, filters: SpanQuery) {
  const { from, until } = spanOf(filters);
  const values = { account: caller.accountId, from, until, ...filterValues(filters) };
  const rows = await heavyRead(caller.accountId, () => query<KeyRow>("usage.keys", BY_KEY, values));
  return rows.map(({ cost, ...row }) => ({ ...row, cost: toCredits(BigInt(cost)) }));
}

/**
 * Makes the partitions of this month and the next ones. Returns how many were missing. When a long read
 * holds the table, they wait for the next run: they are made months ahead, and calls must not queue behind this lock.
 */
export async function ensurePartitions(): Promise<number> {
  try {
    const [row] = await query<{ made: number }>(
      "usage.partitions",
      "SELECT usage_partitions_ensure(now(), $1) AS made",
      [PARTITION_MONTHS_AHEAD],
    );
    return row?.made ?? 0;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    log.warn({ err: error }, "the partitions of coming months were not created; the next run tries again");
    return 0;
  }
}

/** Accounts, other than its developer's, that have downloaded a skill's package, as far back as usage is stored. */
export async function downloadersOf(db: Queryable, skill: { id: string; ownerId: string }): Promise<string[]> {
  const rows = await query<{ account_id: string }>(
    "usage.downloaders",
    `SELECT DISTINCT account_id FROM usage_record
      WHERE skill_id = $1 AND account_id <> $2 AND kind = 'download' AND status = 'succeeded'`,
    [skill.id, skill.ownerId],
    db,
  );
  return rows.map(({ account_id }) => account_id);
}
