/** Monthly statements of a wallet. Invariant: what they show is what the ledger has, to the micro-credit. */
import type { BillingStatement } from "@/lib/money/billing/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { type Micros, toCredits } from "@/lib/platform/core/money";
import { wholeList } from "@/lib/platform/core/page";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";

const MONTH_CHARS = "2026-11".length;
const MAX_LINES = 1_000;
/** Kinds of entries by the line of the summary that adds them; any other kind is added to `other`. */
const SUMS = {
  topped_up: ["topup", "grant"],
  purchases: ["purchase", "renewal"],
  calls: ["execute", "download"],
  refunds: ["purchase_refund"],
  payments_returned: ["refund", "refund_reversed"],
} as const;
const CALLS: readonly string[] = SUMS.calls;

type Owner = Pick<Caller, "accountId">;
type MovedRow = { kind: string; subject: string | null; at: Date; count: number; sum: string };
type UnitRow = { skill: string; name: string; quantity: string; free: string };
type UsedRow = { key_prefix: string | null; name: string | null; calls: number; cost: string };

/** The caller's entries of a month: each by itself, but all calls of a skill as one. */
const MOVED = `SELECT t.kind, t.subject, min(e.created_at) AS at, count(*)::int AS count,
  sum(e.amount_micros)::bigint AS sum
  FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
  WHERE e.account = 'wallet' AND e.owner_id = $1 AND e.created_at >= $2 AND e.created_at < $3
  GROUP BY t.kind, t.subject, CASE WHEN t.kind NOT IN ('execute', 'download') THEN e.id END ORDER BY 3, 2`;
const OPENING = `SELECT e.balance_after_micros AS balance FROM ledger_entry e
  WHERE e.account = 'wallet' AND e.owner_id = $1 AND e.created_at < $2 ORDER BY e.id DESC LIMIT 1`;
const BY_KEY = `SELECT u.key_prefix, max(k.name) AS name, count(*)::int AS calls, sum(u.cost_micros)::bigint AS cost
  FROM usage_record u LEFT JOIN api_key k ON k.id = u.key_id
  WHERE u.account_id = $1 AND u.created_at >= $2 AND u.created_at < $3 AND u.status = 'succeeded'
  GROUP BY u.key_prefix ORDER BY 4 DESC, 1`;

const BY_UNIT = `SELECT u.skill_slug AS skill, x ->> 'name' AS name, sum((x ->> 'quantity')::bigint)::text AS quantity,
  sum(least((x ->> 'quantity')::bigint, (x ->> 'free')::bigint))::text AS free
  FROM usage_record u CROSS JOIN LATERAL jsonb_array_elements(u.units) AS x
  WHERE u.account_id = $1 AND u.created_at >= $2 AND u.created_at < $3 AND u.status = 'succeeded'
    AND u.units IS NOT NULL
  GROUP BY 1, 2 ORDER BY 1, 2`;

/** The months since the caller's account exists, newest first; the current one, too. */
export async function months({ accountId }: Owner) {
  const account = await prisma().account.findUniqueOrThrow({
    where: { id: accountId },
    select: { createdAt: true },
  });
  const data: { month: string }[] = [];
  const at = startOf(account.createdAt.toISOString());
  for (; at <= new Date(); at.setUTCMonth(at.getUTCMonth() + 1))
    data.unshift({ month: at.toISOString().slice(0, MONTH_CHARS) });
  return wholeList(data);
}

const startOf = (month: string) => new Date(`${month.slice(0, MONTH_CHARS)}-01T00:00:00.000Z`);

/** The statement of a month. */
export async function get({ accountId }: Owner, month: string): Promise<BillingStatement> {
  const from = startOf(month);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  if (from > new Date()) throw notFound();
  const [moved, [before], used, units] = await heavyRead(accountId, () =>
    Promise.all([
      query<MovedRow>("billing.moved", MOVED, [accountId, from, until]),
      query<{ balance: string }>("billing.opening", OPENING, [accountId, from]),
      query<UsedRow>("billing.keys", BY_KEY, [accountId, from, until]),
      query<UnitRow>("billing.units", BY_UNIT, [accountId, from, until]),
    ]),
  );
  const opening = BigInt(before?.balance ?? 0);
  const summed = new Set<string>(Object.values(SUMS).flat());
  const sumOf = (isWanted: (kind: string) => boolean) =>
    moved.reduce((sum, row) => (isWanted(row.kind) ? sum + BigInt(row.sum) : sum), 0n);
  const sums = Object.entries(SUMS).map(([name, kinds]: [string, readonly string[]]) => [
    name,
    toCredits(sumOf((kind) => kinds.includes(kind))),
  ]);
  return {
    month,
    opening: toCredits(opening),
    ...(Object.fromEntries(sums) as Record<keyof typeof SUMS, number>),
    other: toCredits(sumOf((kind) => !summed.has(kind))),
    closing: toCredits(opening + sumOf(() => true)),
    lines: moved
      .filter(({ kind }) => !CALLS.includes(kind))
      .slice(0, MAX_LINES)
      .map(({ kind, subject, at, sum }) => ({ kind, subject, at, amount: toCredits(BigInt(sum)) })),
    skills: bySkill(moved.filter(({ kind }) => CALLS.includes(kind))),
    units: units.map(({ quantity, free, ...unit }) => ({ ...unit, quantity: Number(quantity), free: Number(free) })),
    keys: used.map(({ key_prefix, name, calls, cost }) => ({
      key_prefix,
      name,
      calls,
      amount: toCredits(BigInt(cost)),
    })),
  };
}

/** Paid calls and downloads of each skill, dearest first. */
function bySkill(moved: MovedRow[]): BillingStatement["skills"] {
  const sums = new Map<string, { calls: number; cost: Micros }>();
  for (const { subject, count, sum } of moved) {
    const { calls, cost } = sums.get(subject ?? "") ?? { calls: 0, cost: 0n };
    sums.set(subject ?? "", { calls: calls + count, cost: cost - BigInt(sum) });
  }
  return [...sums]
    .toSorted(([, a], [, b]) => Number(b.cost - a.cost))
    .map(([skill, { calls, cost }]) => ({ skill, calls, amount: toCredits(cost) }));
}
