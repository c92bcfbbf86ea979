/**
 * Administration of accounts. Invariants: every action and its audit line are one transaction; a
 * suspended account is refused by its keys and sessions at their very next request, its skills have no listing,
 * nothing of it renews, and its saved card is not charged; credits are given through the ledger, once a request and below two ceilings.
 */

import type { PoolClient } from "pg";
import { act } from "@/lib/identity/accounts/admin";
import * as ledger from "@/lib/money/ledger/service";
import * as cards from "@/lib/money/payments/cards";
import {
  type AdminAccount,
  type CreditInput,
  type FeeInput,
  MAX_GRANT_CREDITS,
  type RoleInput,
} from "@/lib/operator/directory/schemas";
import { getSummary } from "@/lib/operator/directory/service";
import * as skills from "@/lib/operator/safety/skills";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { Account } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows, lockWallet } from "@/lib/platform/core/locks";
import { formatCredits, type Micros, parseCredits, priceToMicros } from "@/lib/platform/core/money";
import { daysAgo } from "@/lib/platform/jobs/pruning";
import { notify } from "@/lib/platform/notifications/service";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import * as site from "@/lib/platform/site/service";
import * as listings from "@/lib/supply/catalog/listings";

const MAX_GRANT_CREDITS_PER_DAY = 10 * MAX_GRANT_CREDITS;

type OpenAccount = Pick<Account, "kind" | "role" | "suspendedAt">;

/** The account, unless its owner has closed it. */
async function requireOpen(db: Queryable, id: string): Promise<OpenAccount> {
  const row = await prisma(db).account.findUnique({ where: { id } });
  if (!row) throw notFound();
  if (row.closedAt) throw new AppError("not_found", "The owner has closed this account.");
  return row;
}

/** An administrator's action on another account, with its audit line unless it changes nothing. */
async function actOn(
  caller: Caller,
  id: string,
  work: (db: PoolClient, row: OpenAccount) => Promise<{ action: string; details: object } | null>,
): Promise<AdminAccount> {
  if (id === caller.accountId)
    throw new AppError("own_account", "Administrators cannot do this to their own account: ask another one.");
  await act(caller, async (db) => {
    const done = await work(db, await requireOpen(db, id));
    if (done) await audit.write(db, caller.accountId, done.action, { type: "account", id }, { ...done.details });
  });
  return getSummary(id);
}

/**
 * Suspends an account: its keys and sessions end with their next request, its skills leave the marketplace and their
 * buyers are refunded, its own subscriptions do not renew and automatic top-ups stop. Suspending it again changes
 * nothing.
 */
export async function suspend(caller: Caller, id: string, reason: string): Promise<AdminAccount> {
  const account = await actOn(caller, id, async (db, row) => {
    if (row.suspendedAt) return null;
    // The lock order begins with the wallet.
    await lockWallet(db, id);
    await cards.pause(db, id, "The account was suspended.");
    await prisma(db).account.update({
      where: { id },
      data: { suspendedAt: new Date(), suspensionReason: reason },
    });
    const sessions = await endSessions(db, id);
    const { settings } = await site.current(db);
    const contact = settings.support_email ?? settings.operator_name;
    await notify(db, id, newId(), {
      kind: "account_suspended",
      data: { date: dayOf(new Date()), reason, contact },
    });
    await lockSkills(db, id);
    await listings.removeAllOf(db, id);
    await prisma(db).purchase.updateMany({
      where: { buyerId: id, status: "active", autoRenew: true },
      data: { autoRenew: false },
    });
    return { action: "account.suspend", details: { reason, sessions } };
  });
  await refundBuyers(caller, id);
  return account;
}

async function refundBuyers(caller: Caller, ownerId: string): Promise<void> {
  const owned = await prisma().skill.findMany({
    where: { ownerId, liveRevisionId: { not: null } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  for (const { id } of owned) await skills.refundBuyers(id, caller);
}

/** Ends a suspension: keys work again, approved skills are back. */
export async function unsuspend(caller: Caller, id: string, reason: string): Promise<AdminAccount> {
  return actOn(caller, id, async (db, row) => {
    if (!row.suspendedAt) return null;
    await prisma(db).account.update({ where: { id }, data: { suspendedAt: null, suspensionReason: null } });
    await lockSkills(db, id);
    await listings.publishAllOf(db, id);
    await notify(db, id, newId(), { kind: "account_restored", data: {} });
    return { action: "account.unsuspend", details: { reason } };
  });
}

const dayOf = (time: Date) => time.toISOString().slice(0, "2026-11-23".length);

/** Locks all skills of an owner, so that no approval or edit publishes one meanwhile. */
const lockSkills = (db: Queryable, ownerId: string) => lockRows(db, "skill", "owner_id", ownerId);

/** Ends every session of an account, in the transaction `db`. Returns how many there were. */
export async function endSessions(db: Queryable, id: string): Promise<number> {
  const { count } = await prisma(db).session.deleteMany({ where: { accountId: id } });
  return count;
}

/** Makes an account an administrator or a user. */
export async function setRole(caller: Caller, id: string, { role, reason }: RoleInput): Promise<AdminAccount> {
  return actOn(caller, id, async (db, row) => {
    if (row.role === role) return null;
    if (row.kind === "organization")
      throw invalid([{ param: "role", message: "an organization cannot become an administrator" }]);
    if (role === "admin" && row.suspendedAt)
      throw invalid([{ param: "role", message: "a suspended account cannot become an administrator" }]);
    await prisma(db).account.update({ where: { id }, data: { role } });
    return { action: role === "admin" ? "account.grant_admin" : "account.revoke_admin", details: { reason } };
  });
}

/** Gives a developer a fee of their own for sales from now on, or null for the marketplace's, and notifies them. */
export async function setFee(
  caller: Caller,
  id: string,
  { fee_percent: percent, reason }: FeeInput,
): Promise<AdminAccount> {
  return actOn(caller, id, async (db) => {
    const feeBps = percent === null ? null : Math.round(percent * 100);
    const before = await prisma(db).account.findUniqueOrThrow({ where: { id }, select: { feeBps: true } });
    if (before.feeBps === feeBps) return null;
    await prisma(db).account.update({ where: { id }, data: { feeBps } });
    const general = (await site.current(db)).settings.fee_percent;
    await notify(db, id, newId(), {
      kind: "fee_changed",
      data: { percent: percent ?? general, before: before.feeBps === null ? general : before.feeBps / 100 },
    });
    return {
      action: "account.fee",
      details: { before: before.feeBps === null ? null : before.feeBps / 100, after: percent, reason },
    };
  });
}

/** Ends every browser session of an account; its keys stay. */
export async function signOut(caller: Caller, id: string, reason: string): Promise<AdminAccount> {
  return actOn(caller, id, async (db) => ({
    action: "account.sign_out",
    details: { reason, sessions: await endSessions(db, id) },
  }));
}

/**
 * Gives an account credits of the marketplace's own. Under an Idempotency-Key the answer is stored in the same
 * transaction, so that not even a process that dies in between gives twice.
 */
export async function credit(caller: Caller, id: string, { amount, reason }: CreditInput, claimed: Claim | null) {
  if (id === caller.accountId)
    throw new AppError("own_account", "Administrators can't add to their own balance: ask another one.");
  return act(caller, async (db) => {
    await requireOpen(db, id);
    const micros = priceToMicros(amount);
    await requireBelowCeiling(db, caller, micros);
    const grantId = newId();
    await ledger.grant(db, grantId, { accountId: id, amount: micros, reason });
    await audit.write(
      db,
      caller.accountId,
      "account.credit",
      { type: "account", id },
      { credits: formatCredits(micros), reason, grant: grantId },
    );
    const result = { credited: amount, balance: await balanceIn(db, id) };
    await keepAnswer(db, claimed, result);
    return result;
  });
}

async function balanceIn(db: Queryable, id: string) {
  const wallet = await prisma(db).wallet.findUniqueOrThrow({ where: { accountId: id } });
  return ledger.toBalance(wallet.postedMicros, wallet.heldMicros);
}

async function requireBelowCeiling(db: Queryable, caller: Caller, amount: Micros): Promise<void> {
  const grants = await prisma(db).auditEvent.findMany({
    where: { actorId: caller.accountId, action: "account.credit", createdAt: { gt: daysAgo(1) } },
    select: { details: true },
  });
  const given = grants.reduce(
    (sum, { details }) => sum + (parseCredits((details as { credits: string }).credits) ?? 0n),
    0n,
  );
  const left = priceToMicros(MAX_GRANT_CREDITS_PER_DAY) - given;
  if (amount <= left) return;
  throw invalid([
    {
      param: "amount",
      message: `an administrator gives at most ${MAX_GRANT_CREDITS_PER_DAY} credits in 24 hours; you have ${formatCredits(left > 0n ? left : 0n)} left`,
    },
  ]);
}
