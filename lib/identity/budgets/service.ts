/**
 * Budgets: the most that an account, each of its keys, connected programs and skills may be charged per day, week, month
 * or in total. Invariant: every charge counts in all of its budgets, in its own statement, or is refused by the first
 * that it exceeds (prisma/sql/budgets).
 */

import type { Budget, BudgetInput, BudgetKind, BudgetPeriod } from "@/lib/identity/budgets/schemas";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { lockWallet } from "@/lib/platform/core/locks";
import { type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { wholeList } from "@/lib/platform/core/page";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";

/** Most budgets of an account and its skills; each key has one more. */
const MAX_BUDGETS = 200;
/** How long the spending of past periods is stored. */
const SPEND_DAYS = 100;

type BudgetRow = {
  id: string;
  kind: BudgetKind;
  subject_id: string;
  name: string | null;
  skill: string | null;
  amount_micros: string;
  period: BudgetPeriod;
  spent_micros: string;
  resets_at: Date | null;
  created_at: Date;
};

/** Budgets as people read them; `b` is the table. */
const SHOWN = `SELECT b.id, CASE WHEN k.client_id IS NULL THEN b.kind ELSE 'program' END AS kind, b.subject_id,
    budget_name(b) AS name, s.slug AS skill, b.amount_micros, b.period, coalesce(d.spent_micros, 0) AS spent_micros,
    CASE WHEN b.period <> 'total' THEN (date_trunc(b.period, now() AT TIME ZONE 'UTC')
      + ('1 ' || b.period)::interval) AT TIME ZONE 'UTC' END AS resets_at, b.created_at
  FROM budget b LEFT JOIN api_key k ON b.kind = 'key' AND k.id = b.subject_id
    LEFT JOIN skill s ON b.kind = 'skill' AND s.id = b.subject_id
    LEFT JOIN budget_spend d ON d.spend_id = b.spend_id AND d.period_start = budget_period_start(b.period)`;

const toBudget = ({ amount_micros, spent_micros, ...row }: BudgetRow): Budget => ({
  ...row,
  amount: toCredits(BigInt(amount_micros)),
  spent: toCredits(BigInt(spent_micros)),
});

/** The caller's budgets: the account's first, then those of keys that are not revoked, then those of skills. */
export async function list({ accountId }: Pick<Caller, "accountId">) {
  const rows = await query<BudgetRow>(
    "budgets.list",
    `${SHOWN} WHERE b.account_id = $1 AND k.revoked_at IS NULL
      ORDER BY CASE b.kind WHEN 'account' THEN 1 WHEN 'member' THEN 2 WHEN 'key' THEN 3 ELSE 4 END, name, b.period,
        b.id`,
    [accountId],
  );
  return wholeList(rows.map(toBudget));
}

/** One budget, or null. */
export async function find(id: string, db?: Queryable): Promise<Budget | null> {
  const [row] = await query<BudgetRow>("budgets.find", `${SHOWN} WHERE b.id = $1`, [id], db);
  return row ? toBudget(row) : null;
}

/**
 * Sets a budget, or changes its amount; what is reserved already is unaffected. It counts what is charged from now on. Throws
 * session_required, and invalid_request for an unknown key or skill and beyond 200 budgets.
 */
export async function put(caller: Caller, input: BudgetInput): Promise<Budget> {
  requirePerson(caller);
  const id = await transaction(async (db) => {
    await lockWallet(db, caller.accountId);
    const stored = await store(db, caller.accountId, input);
    const { kind, amount, period } = input;
    await note(db, caller, "budget.set", { id: stored, kind, amount, period });
    return stored;
  });
  return requireFound(await find(id));
}

/** Stores a budget, in the caller's transaction. Returns its id. */
async function store(db: Queryable, accountId: string, input: BudgetInput): Promise<string> {
  const { kind, period } = input;
  const amountMicros = priceToMicros(input.amount);
  if (kind === "key") return putOfKey(db, accountId, input.key_id, { amountMicros, period });
  const subjectId = await subjectOf(db, accountId, input);
  const where = { accountId_subjectId_period: { accountId, subjectId, period } };
  const former = await prisma(db).budget.findUnique({ where });
  if (!former && (await prisma(db).budget.count({ where: { accountId, kind: { not: "key" } } })) >= MAX_BUDGETS)
    throw invalid([{ param: "kind", message: `an account has at most ${MAX_BUDGETS} budgets` }]);
  const id = newId();
  const created = { id, spendId: id, accountId, subjectId, kind, amountMicros, period };
  return (await prisma(db).budget.upsert({ where, update: { amountMicros }, create: created })).id;
}

/** Writes a change of an organization's budgets into its audit log. */
async function note(
  db: Queryable,
  caller: Caller,
  action: string,
  budget: Pick<Budget, "id" | "kind" | "amount" | "period">,
) {
  const { id, ...details } = budget;
  if (caller.organization) await audit.writeFor(db, caller, { action, subject: { type: "budget", id }, details });
}

function requireFound(budget: Budget | null): Budget {
  if (!budget) throw new Error("a budget that was just set is gone");
  return budget;
}

/** A key can't lift its own limits, nor those of its account: only a person changes them. */
function requirePerson({ session }: Caller): void {
  if (!session) throw new AppError("session_required", "Sign in to the marketplace to change budgets; a key may not.");
}

/** What a budget of an account is for. Throws invalid_request for an unknown member or skill. */
async function subjectOf(
  db: Queryable,
  accountId: string,
  input: Exclude<BudgetInput, { kind: "key" }>,
): Promise<string> {
  if (input.kind === "account") return accountId;
  if (input.kind === "skill") return requireSkill(accountId, input.skill);
  const where = { organizationId: accountId, personId: input.member_id };
  if ((await prisma(db).membership.count({ where })) === 0)
    throw invalid([{ param: "member_id", message: "is no member of this organization" }]);
  return input.member_id;
}

async function requireSkill(accountId: string, slug: string): Promise<string> {
  const skill = await prisma().skill.findFirst({
    where: { slug, liveRevisionId: { not: null }, OR: [{ visibility: "public" }, { ownerId: accountId }] },
    select: { id: true },
  });
  if (!skill) throw invalid([{ param: "skill", message: `${slug} is not on the marketplace` }]);
  return skill.id;
}

async function putOfKey(db: Queryable, accountId: string, keyId: string, limit: Limit): Promise<string> {
  const where = { id: keyId, accountId, revokedAt: null };
  const key = await prisma(db).apiKey.findFirst({ where, select: { spendKeyId: true } });
  if (!key) throw invalid([{ param: "key_id", message: "is no key of this account" }]);
  return limitKey(db, { accountId, keyId, spendId: key.spendKeyId ?? keyId }, limit);
}

/**
 * Removes a budget: nothing is refused by it from now on. Throws session_required, not_found for another's, and invalid_request for
 * that of a connected program, which always has one.
 */
export async function remove(caller: Caller, id: string): Promise<Budget> {
  requirePerson(caller);
  return transaction(async (db) => {
    await lockWallet(db, caller.accountId);
    const row = await prisma(db).budget.findFirst({ where: { id, accountId: caller.accountId } });
    const shown = row && (await find(id, db));
    if (!shown) throw notFound();
    if (shown.kind === "program")
      throw invalid([{ param: "id", message: "a connected program always has a budget; lower it, or disconnect it" }]);
    await prisma(db).budget.delete({ where: { id } });
    // A key's spending outlives its limit: its successors share it.
    if (row.kind !== "key") await prisma(db).budgetSpend.deleteMany({ where: { spendId: row.spendId } });
    await note(db, caller, "budget.remove", shown);
    return shown;
  });
}

export type Limit = { amountMicros: Micros; period: BudgetPeriod };
type KeyOf = { accountId: string; keyId: string; spendId: string };

/** Gives a key its budget, in the caller's transaction. Returns the budget's id. */
export async function limitKey(db: Queryable, { accountId, keyId, spendId }: KeyOf, limit: Limit): Promise<string> {
  const former = await prisma(db).budget.findFirst({ where: { kind: "key", subjectId: keyId }, select: { id: true } });
  if (former) {
    await prisma(db).budget.update({ where: { id: former.id }, data: limit });
    return former.id;
  }
  const { id } = await prisma(db).budget.create({
    data: { id: newId(), kind: "key", accountId, subjectId: keyId, spendId, ...limit },
  });
  return id;
}

/** Takes the budgets of a member away, who leaves, in the caller's transaction. */
export async function forgetMember(db: Queryable, accountId: string, personId: string): Promise<void> {
  const where = { accountId, kind: "member", subjectId: personId };
  const ended = await prisma(db).budget.findMany({ where, select: { spendId: true } });
  await prisma(db).budgetSpend.deleteMany({ where: { spendId: { in: ended.map(({ spendId }) => spendId) } } });
  await prisma(db).budget.deleteMany({ where });
}

/** Takes the budget of a key away, in the caller's transaction. */
export async function unlimitKey(db: Queryable, keyId: string): Promise<void> {
  await prisma(db).budget.deleteMany({ where: { kind: "key", subjectId: keyId } });
}

/** Whether a key has a budget. */
export async function isLimited(keyId: string): Promise<boolean> {
  return (await prisma().budget.count({ where: { kind: "key", subjectId: keyId } })) > 0;
}

/** The budgets of keys, with what each has spent in its running period. */
export function ofKeys(db: Queryable | undefined, keyIds: string[]) {
  return query<{ key_id: string; amount_micros: string; period: BudgetPeriod; spent_micros: string }>(
    "budgets.ofKeys",
    `SELECT b.subject_id AS key_id, b.amount_micros, b.period, coalesce(d.spent_micros, 0) AS spent_micros
       FROM budget b LEFT JOIN budget_spend d ON d.spend_id = b.spend_id
         AND d.period_start = budget_period_start(b.period)
      WHERE b.kind = 'key' AND b.subject_id = ANY($1::uuid[])`,
    [keyIds],
    db,
  );
}

/** Deletes the spending of periods that are long over, except of budgets in `total`. Returns how many rows. */
export function expireSpend(): Promise<number> {
  const periodStart = { gt: new Date(0), lt: daysAgo(SPEND_DAYS) };
  return prune((limit) => prisma().budgetSpend.deleteMany({ where: { periodStart }, limit }));
}
