/**
 * What developers earn, read from the ledger. Invariant: every sum is made of entries, to the micro-credit; gross less fee is net.
 */

import type { EarningsQuery } from "@/lib/money/ledger/earnings-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { csvLine, csvOf } from "@/lib/platform/core/csv";
import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { type Micros, toCredits } from "@/lib/platform/core/money";
import { MAX_TOTAL, toPage, wholeList } from "@/lib/platform/core/page";

/** Entries that one round of a statement reads. */
const STATEMENT_BATCH = 2_000;
const CSV_HEAD = ["time", "entry", "kind", "skill", "gross", "fee", "net", "balance"];

/** SQL: the last entry that is in the sums by day. */
const CURSOR = "(SELECT event_seq FROM rollup_cursor WHERE name = 'earnings')";

type Developer = Pick<Caller, "accountId">;

/** Earnings in micro-credits: all, and the part that waits because its sales may still be refunded. */
export async function sums({ accountId }: Developer): Promise<{ balance: Micros; held: Micros }> {
  const [row] = await query<{ balance: string; held: string }>(
    "earnings.sums",
    "SELECT balance, held FROM earnings_sums($1, make_interval(hours => 24 * $2))",
    [accountId, env().EARNINGS_HOLD_DAYS],
  );
  return { balance: BigInt(row?.balance ?? 0), held: BigInt(row?.held ?? 0) };
}

/** When the next held earnings become free, or null when none are held. */
export async function nextRelease({ accountId }: Developer): Promise<Date | null> {
  const [row] = await query<{ at: Date | null }>(
    "earnings.release",
    `SELECT e.created_at + make_interval(hours => 24 * $2) AS at FROM ledger_entry e
      JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE e.account = 'earnings' AND e.owner_id = $1 AND e.created_at > now() - make_interval(hours => 24 * $2)
        AND t.source_type IN ('purchase', 'hold') ORDER BY e.created_at LIMIT 1`,
    [accountId, env().EARNINGS_HOLD_DAYS],
  );
  return row?.at ?? null;
}

type EntryRow = {
  id: string;
  kind: string;
  source_type: string;
  subject: string | null;
  net: string;
  fee: string;
  created_at: Date;
};

const SELECT_ENTRY = `SELECT e.id, t.kind, t.source_type, t.subject, e.amount_micros AS net, e.created_at,
    coalesce((SELECT sum(f.amount_micros) FROM ledger_entry f WHERE f.transaction_id = e.transaction_id
    AND f.account = 'fees'), 0) AS fee
  FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
  WHERE e.account = 'earnings' AND e.owner_id = $1`;

const isSale = ({ source_type }: Pick<EntryRow, "source_type">) => !source_type.startsWith("payout");

function toEntryView(row: EntryRow) {
  const [net, fee] = [BigInt(row.net), BigInt(row.fee)];
  return {
    id: row.id,
    kind: row.kind,
    skill: row.subject,
    gross: isSale(row) ? toCredits(net + fee) : null,
    fee: isSale(row) ? toCredits(fee) : null,
    net: toCredits(net),
    created_at: row.created_at,
  };
}

/** The entries of the caller's earnings, newest first. */
export async function list(caller: Developer, { month, skill, limit, offset }: EarningsQuery) {
  const filters = `AND ($2::date IS NULL OR (e.created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
      AND e.created_at < ($2::date + interval '1 month') AT TIME ZONE 'UTC')) AND ($3::text IS NULL OR t.subject = $3)`;
  const values = [caller.accountId, month ? `${month}-01` : null, skill ?? null];
  const [rows, [counted]] = await Promise.all([
    query<EntryRow>(
      "earnings.list",
      `${SELECT_ENTRY} ${filters} ORDER BY e.created_at DESC, e.id DESC LIMIT $4 OFFSET $5`,
      [...values, limit, offset],
    ),
    query<{ count: number }>(
      "earnings.count",
      `SELECT count(*)::int AS count
        FROM (SELECT 1 FROM ledger_entry e LEFT JOIN ledger_transaction t ON t.id = e.transaction_id
        WHERE e.account = 'earnings' AND e.owner_id = $1 ${filters} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      values,
    ),
  ]);
  return toPage(rows.map(toEntryView), counted?.count ?? 0, { limit, offset });
}

type MonthRow = Record<"sales" | "refunds" | "fees" | "payouts" | "net", string> & { month: string };

/** A statement a month in which anything moved, newest first. */
export async function statements(caller: Developer) {
  const months = await query<MonthRow>(
    "earnings.months",
    `SELECT to_char(day, 'YYYY-MM') AS month, sum(net) AS net, sum(sales) AS sales, sum(refunds) AS refunds,
       sum(fees) AS fees,
       sum(payouts) AS payouts
     FROM (
       SELECT day, net_micros AS net, sales_micros AS sales, refunds_micros AS refunds, fees_micros AS fees,
         payouts_micros AS payouts,
         net_micros <> 0 OR sales_micros <> 0 OR refunds_micros <> 0 OR payouts_micros <> 0 AS has_moved
         FROM earnings_day WHERE owner_id = $1
       UNION ALL
       SELECT utc_day(created_at), net, CASE WHEN source_type IN ('purchase', 'hold') THEN net + fee ELSE 0 END,
         CASE WHEN source_type NOT IN ('purchase', 'hold', 'payout', 'payout_return') THEN net + fee ELSE 0 END,
         CASE WHEN source_type NOT IN ('payout', 'payout_return') THEN fee ELSE 0 END,
         CASE WHEN source_type IN ('payout', 'payout_return') THEN net ELSE 0 END, true
         FROM (${SELECT_ENTRY} AND e.id > ${CURSOR}) AS fresh) AS moved
     WHERE has_moved GROUP BY 1 ORDER BY 1`,
    [caller.accountId],
  );
  let opening = 0n;
  const data = months.map(({ month, net, sales, refunds, fees, payouts }) => {
    const closing = opening + BigInt(net);
    const statement = {
      month,
      opening: toCredits(opening),
      sales: toCredits(BigInt(sales)),
      refunds: toCredits(BigInt(refunds)),
      fees: toCredits(-BigInt(fees)),
      payouts: toCredits(BigInt(payouts)),
      closing: toCredits(closing),
    };
    opening = closing;
    return statement;
  });
  return wholeList(data.toReversed());
}

/** Every entry of a month as CSV, oldest first, each with the earnings after it. Read and sent in parts. */
export function statementCsv({ accountId }: Developer, month: string): Response {
  return csvOf(`earnings-${month}.csv`, linesOf(accountId, `${month}-01`));
}

async function* linesOf(accountId: string, day: string): AsyncGenerator<string> {
  const [before] = await query<{ sum: string }>(
    "earnings.opening",
    `SELECT (SELECT coalesce(sum(net_micros), 0) FROM earnings_day WHERE owner_id = $1 AND day < $2::date)
       + (SELECT coalesce(sum(amount_micros), 0) FROM ledger_entry WHERE account = 'earnings' AND owner_id = $1
           AND id > ${CURSOR}
           AND created_at < ($2::date)::timestamp AT TIME ZONE 'UTC') AS sum`,
    [accountId, day],
  );
  let balance = BigInt(before?.sum ?? 0);
  let after: [Date | null, string] = [null, "0"];
  yield csvLine(CSV_HEAD);
  for (;;) {
    const rows = await query<EntryRow>(
      "earnings.statement",
      `${SELECT_ENTRY} AND e.created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
         AND e.created_at < ($2::date + interval '1 month') AT TIME ZONE 'UTC'
         AND ($3::timestamptz IS NULL OR (e.created_at, e.id) > ($3, $4::bigint)) ORDER BY e.created_at, e.id
           LIMIT ${STATEMENT_BATCH}`,
      [accountId, day, ...after],
    );
    const part = rows.map((row) => {
      balance += BigInt(row.net);
      return statementLine(row, balance);
    });
    if (part.length > 0) yield part.join("");
    const last = rows.at(-1);
    if (!last || rows.length < STATEMENT_BATCH) return;
    after = [last.created_at, last.id];
  }
}

function statementLine(row: EntryRow, balance: Micros): string {
  const [net, fee] = [BigInt(row.net), BigInt(row.fee)];
  return csvLine([
    row.created_at.toISOString(),
    row.id,
    row.kind,
    row.subject,
    isSale(row) ? toCredits(net + fee) : null,
    isSale(row) ? toCredits(fee) : null,
    toCredits(net),
    toCredits(balance),
  ]);
}
