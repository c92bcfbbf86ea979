/** What the operator sees first: money and people by day. Every amount is a sum of the ledger's journal (`ledger_day`). */
import type { AdminOverview } from "@/lib/operator/overview/schemas";
import { waiting } from "@/lib/operator/system/waiting";
import { type CsvColumns, csvFile } from "@/lib/platform/core/csv";
import { prisma, query } from "@/lib/platform/core/db";
import { formatCredits, toCredits } from "@/lib/platform/core/money";

const DAY_MS = 24 * 60 * 60 * 1000;
const TOP_SKILLS = 10;
/** Kinds of transactions by which a buyer pays for a skill. */
const SALES = ["execute", "download", "purchase", "renewal"];

type DayRow = {
  day: string;
  volume: string;
  fees: string;
  refunds: string;
  topups: string;
  payouts: string;
  calls: string;
  new_accounts: string;
  active_buyers: number;
  active_sellers: number;
};
type Money = Pick<DayRow, "volume" | "fees" | "refunds" | "topups" | "payouts">;

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The overview of the last `days` days, today (UTC) included, compared with as many days before. */
export async function overview({ days }: { days: number }): Promise<AdminOverview> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const from = dayText(today - (days - 1) * DAY_MS);
  const before = dayText(today - (2 * days - 1) * DAY_MS);
  const to = dayText(today);
  const [rows, people, peopleBefore, funnel, top, failing, owed, waits, cursor] = await Promise.all([
    daysOf(before, to),
    activeOf(from, to),
    activeOf(before, dayText(today - days * DAY_MS)),
    funnelOf(from),
    topSkills(from),
    failingSkills(),
    liabilities(),
    waiting(),
    prisma().rollupCursor.findUnique({ where: { name: "journal" } }),
  ]);
  const [previous, current] = [rows.slice(0, days), rows.slice(days)];
  const review = waits.find(({ kind }) => kind === "review");
  return {
    from,
    to,
    totals: { ...sumOf(current), ...people },
    previous: { ...sumOf(previous), ...peopleBefore },
    days: current.map(toDay),
    funnel,
    top_skills: top,
    failing_skills: failing,
    liabilities: owed,
    queue: { pending: review?.count ?? 0, oldest_seconds: review?.oldest_seconds ?? 0 },
    updated_at: cursor?.completeUntil ?? null,
  };
}

/** A day of the overview; active accounts are those of that day, which do not add up over days. */
function toDay(row: DayRow) {
  const { day, active_buyers, active_sellers } = row;
  return { day, ...sumOf([row]), active_buyers, active_sellers };
}

function sumOf(rows: DayRow[]) {
  const credits = (name: keyof Money) => toCredits(rows.reduce((sum, row) => sum + BigInt(row[name]), 0n));
  const count = (name: "calls" | "new_accounts") => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  return {
    volume: credits("volume"),
    fees: credits("fees"),
    refunds: credits("refunds"),
    net: toCredits(rows.reduce((sum, { volume, refunds }) => sum + BigInt(volume) - BigInt(refunds), 0n)),
    topups: credits("topups"),
    payouts: credits("payouts"),
    calls: count("calls"),
    new_accounts: count("new_accounts"),
  };
}

function daysOf(from: string, to: string): Promise<DayRow[]> {
  return query<DayRow>(
    "overview.days",
    `SELECT d::date::text AS day, coalesce(l.volume, 0) AS volume, coalesce(l.fees, 0) AS fees,
         coalesce(l.refunds, 0) AS refunds,
         coalesce(l.topups, 0) AS topups, coalesce(l.payouts, 0) AS payouts, coalesce(s.calls, 0) AS calls,
         coalesce(a.new_accounts, 0) AS new_accounts, coalesce(p.buyers, 0) AS active_buyers,
         coalesce(p.sellers, 0) AS active_sellers
       FROM generate_series($1::date, $2::date, interval '1 day') AS d
       LEFT JOIN (SELECT day,
           sum(debit_micros) FILTER (WHERE account = 'wallet' AND kind = ANY ($3)) AS volume,
           sum(credit_micros - debit_micros) FILTER (WHERE account = 'fees') AS fees,
           sum(credit_micros) FILTER (WHERE account = 'wallet' AND kind = 'purchase_refund') AS refunds,
           sum(debit_micros - credit_micros) FILTER (WHERE account = 'processor'
           AND kind NOT IN ('payout', 'payout_returned')) AS topups,
           sum(credit_micros - debit_micros) FILTER (WHERE account = 'processor'
           AND kind IN ('payout', 'payout_returned')) AS payouts
         FROM ledger_day WHERE day BETWEEN $1::date AND $2::date GROUP BY day) l ON l.day = d::date
       LEFT JOIN call_day s ON s.day = d::date
       LEFT JOIN (SELECT utc_day(created_at) AS day, count(*) AS new_accounts FROM account
         WHERE created_at >= $1::date AND created_at < $2::date + 1 GROUP BY 1) a ON a.day = d::date
       LEFT JOIN (SELECT day, sum(buyers)::int AS buyers, sum(sellers)::int AS sellers FROM activity_day
         WHERE day BETWEEN $1::date AND $2::date GROUP BY day) p ON p.day = d::date
      ORDER BY d`,
    [from, to, SALES],
  );
}

/** Counts each account on its first active day of the period: its previous one lies before the period. */
async function activeOf(from: string, to: string) {
  const [row] = await query<{ buyers: number; sellers: number }>(
    "overview.active",
    `SELECT coalesce(sum(buyers), 0)::int AS buyers, coalesce(sum(sellers), 0)::int AS sellers FROM activity_day
      WHERE day BETWEEN $1::date AND $2::date AND day - days_since < $1::date`,
    [from, to],
  );
  return { active_buyers: row?.buyers ?? 0, active_sellers: row?.sellers ?? 0 };
}

type FunnelRow = { visits: string; registered: number; topped_up: number; used: number; paid: number };

async function funnelOf(from: string) {
  const [row] = await query<FunnelRow>(
    "overview.funnel",
    `SELECT (SELECT coalesce(sum(visits), 0) FROM visit_day WHERE day >= $1::date) AS visits,
         count(*)::int AS registered,
         count(*) FILTER (WHERE EXISTS (SELECT 1 FROM topup_order o WHERE o.account_id = a.id
         AND o.state = 'paid'))::int AS topped_up,
         count(*) FILTER (WHERE EXISTS (SELECT 1 FROM account_usage_hour u WHERE u.account_id = a.id))::int AS used,
         count(*) FILTER (WHERE EXISTS (SELECT 1 FROM account_usage_hour u WHERE u.account_id = a.id
           AND u.cost_micros > 0)
           OR EXISTS (SELECT 1 FROM purchase p WHERE p.buyer_id = a.id AND p.price_micros > 0
           AND p.term > 0))::int AS paid
       FROM account a WHERE a.created_at >= $1::date`,
    [from],
  );
  return { registered: 0, topped_up: 0, used: 0, paid: 0, ...row, visits: Number(row?.visits ?? 0) };
}

async function topSkills(from: string) {
  const rows = await query<{ slug: string; name: string; calls: string; revenue: string }>(
    "overview.top",
    `SELECT s.slug, r.name, d.calls, d.revenue
       FROM (SELECT skill_id, sum(calls + downloads)::bigint AS calls, sum(call_micros + sale_micros)::bigint AS revenue
           FROM skill_stats_day WHERE day >= $1::date
             AND skill_id NOT IN (SELECT id FROM skill WHERE visibility = 'organization') GROUP BY skill_id
          ORDER BY revenue DESC, calls DESC, skill_id LIMIT ${TOP_SKILLS}) d JOIN skill s ON s.id = d.skill_id
         JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
      ORDER BY d.revenue DESC, d.calls DESC, s.slug`,
    [from],
  );
  return rows.map(({ slug, name, calls, revenue }) => ({
    slug,
    name,
    calls: Number(calls),
    revenue: toCredits(BigInt(revenue)),
  }));
}

/** Skills of which half of the calls fail, over yesterday and today. */
async function failingSkills() {
  const rows = await query<{ slug: string; name: string; calls: string; failed: string }>(
    "overview.failing",
    `SELECT s.slug, l.name, d.calls, d.failed
       FROM (SELECT skill_id, sum(calls + failures)::bigint AS calls, sum(failures)::bigint AS failed
           FROM skill_stats_day WHERE day >= (now() AT TIME ZONE 'UTC')::date - 1 GROUP BY skill_id
         HAVING sum(calls + failures) >= 20 AND 2 * sum(failures) >= sum(calls + failures)) d
         JOIN skill s ON s.id = d.skill_id JOIN listing l ON l.skill_id = s.id
      ORDER BY d.failed DESC, s.slug LIMIT ${TOP_SKILLS}`,
    [],
  );
  return rows.map(({ slug, name, calls, failed }) => ({
    slug,
    name,
    calls: Number(calls),
    failed: Number(failed),
  }));
}

async function liabilities() {
  const sums = await prisma().ledgerDay.groupBy({
    by: "account",
    _sum: { debitMicros: true, creditMicros: true },
  });
  const owedTo = (account: string) => {
    const sum = sums.find((row) => row.account === account)?._sum;
    return (sum?.creditMicros ?? 0n) - (sum?.debitMicros ?? 0n);
  };
  return {
    credits: toCredits(owedTo("wallet")),
    earnings: toCredits(owedTo("earnings")),
    receivable: toCredits(-owedTo("receivable")),
  };
}

type Day = ReturnType<typeof toDay>;
const DAYS: CsvColumns<Day> = [
  ["date", ({ day }) => day],
  ["volume", ({ volume }) => volume],
  ["refunds", ({ refunds }) => refunds],
  ["net", ({ net }) => net],
  ["fees", ({ fees }) => fees],
  ["topups", ({ topups }) => topups],
  ["payouts", ({ payouts }) => payouts],
  ["calls", ({ calls }) => calls],
  ["active_buyers", ({ active_buyers }) => active_buyers],
  ["active_sellers", ({ active_sellers }) => active_sellers],
  ["new_accounts", ({ new_accounts }) => new_accounts],
];

/** The overview's metrics by day as CSV, with the period before, so that both can be compared. Amounts in credits. */
export async function daysCsv({ days }: { days: number }): Promise<Response> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const from = dayText(today - (2 * days - 1) * DAY_MS);
  const rows = await daysOf(from, dayText(today));
  return csvFile(`overview-${from}-to-${dayText(today)}.csv`, DAYS, [rows.map(toDay)]);
}

type JournalRow = {
  day: Date;
  account: string;
  kind: string;
  debitMicros: bigint;
  creditMicros: bigint;
  entries: bigint;
};
const JOURNAL: CsvColumns<JournalRow> = [
  ["date", ({ day }) => day.toISOString().slice(0, 10)],
  ["account", ({ account }) => account],
  ["kind", ({ kind }) => kind],
  ["debit", ({ debitMicros }) => formatCredits(debitMicros)],
  ["credit", ({ creditMicros }) => formatCredits(creditMicros)],
  ["entries", ({ entries }) => Number(entries)],
];

/**
 * The journal of some days for accounting, as CSV: for each day, account and kind of transaction what was debited and credited.
 * Debits and credits of a day are equal, since every transaction balances.
 */
export async function journal({ from, to }: { from: string; to: string }): Promise<Response> {
  const rows = await prisma().ledgerDay.findMany({
    where: { day: { gte: new Date(from), lte: new Date(to) } },
    orderBy: [{ day: "asc" }, { account: "asc" }, { kind: "asc" }],
  });
  return csvFile(`journal-${from}-to-${to}.csv`, JOURNAL, [rows]);
}
