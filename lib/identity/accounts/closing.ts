/**
 * Closing an account. Invariants: customers keep what they paid for, the ledger keeps every row, and no personal data
 * remains.
 */
import type { CloseInput } from "@/lib/identity/accounts/closing-schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { lockRows } from "@/lib/platform/core/locks";
import { inDollars, toCredits } from "@/lib/platform/core/money";

type Subscribers = { slug: string; count: number; until: string };
type ClosingRow = {
  calls: number;
  payments: number;
  checkouts: number;
  payouts: number;
  subscribers: Subscribers[];
  credits: string;
  earnings: string;
  /** Of a person: the organizations that have no other owner, and those where only they need no company sign-in. */
  organizations: string[];
  ways_in: string[];
};

/** Blockers of closing an account, as sentences, and the credits and earnings that would be forfeited. */
export type Closing = { blockers: string[]; credits: number; earnings: number };

/** What closing the caller's account would do now. */
export async function preview({ accountId }: Pick<Caller, "accountId">): Promise<Closing> {
  return toClosing(await look(accountId));
}

/**
 * Closes the caller's account for good: its skills leave the marketplace, its keys are revoked, its sessions end, and
 * its name and email are deleted. `endCheckouts` expires unpaid checkouts.
 */
export async function close(caller: Caller, input: CloseInput, endCheckouts: (caller: Caller) => Promise<void>) {
  await sessions.confirmPassword(caller, input.password);
  requireReady(await look(caller.accountId), input);
  // Before the checkouts, which a refusal must not end; and below, when it can't change any more.
  if (caller.isAdmin) await requireAnotherAdmin(caller.accountId);
  await endCheckouts(caller);
  return transaction(async (db) => {
    await query("closing.lock", "SELECT account_closing_lock($1)", [caller.accountId], db);
    // Two owners who close their accounts at once must not leave an organization without one.
    const owned = await prisma(db).membership.findMany({ where: { personId: caller.accountId, role: "owner" } });
    if (owned.length > 0)
      await lockRows(
        db,
        "account",
        "id",
        owned.map(({ organizationId }) => organizationId),
      );
    if (caller.isAdmin) await requireAnotherAdmin(caller.accountId, db);
    // From now on no organization can name them as the owner who needs no company sign-in; `sign-in.ts` locks in the same order.
    await lockRows(db, "account", "id", caller.accountId);
    const row = await look(caller.accountId, db);
    // A checkout that could not be expired has been paid, or was started just now.
    const { credits, earnings } = requireReady({ ...row, payments: row.payments + row.checkouts }, input);
    const [closed] = await query<{ is_closed: boolean }>(
      "closing.close",
      "SELECT account_close($1) AS is_closed",
      [caller.accountId],
      db,
    );
    if (!closed?.is_closed) throw new AppError("unauthorized", "This account is closed already.");
    const about = { type: "account", id: caller.accountId };
    const details = { credits, earnings };
    await audit.writeFor(db, caller, { action: "account.close", subject: about, details });
    return { id: caller.accountId, closed_at: new Date() };
  });
}

function requireReady(row: ClosingRow, input: CloseInput): Closing {
  const closing = toClosing(row);
  const { blockers, credits, earnings } = closing;
  if (blockers[0]) {
    throw new AppError("account_in_use", blockers[0], {
      details: { blockers, subscribers: row.subscribers },
    });
  }
  if (!input.give_up_credits && (credits > 0 || earnings > 0)) {
    const left = [
      ...(credits > 0 ? [inDollars(BigInt(row.credits))] : []),
      ...(earnings > 0 ? [`${inDollars(BigInt(row.earnings))} of earnings`] : []),
    ].join(" and ");
    throw new AppError("account_in_use", `You would give up ${left}. Agree to that, or use them first.`, {
      param: "give_up_credits",
      details: { credits, earnings },
    });
  }
  return closing;
}

/**
 * When two administrators close their accounts concurrently, the second waits here and is refused as the last one. FOR NO
 * KEY UPDATE does not block inserts of notifications for administrators.
 */
async function requireAnotherAdmin(accountId: string, db?: Queryable): Promise<void> {
  const admins = await query<{ id: string }>(
    "closing.admins",
    `SELECT id FROM account WHERE role = 'admin' AND suspended_at IS NULL AND closed_at IS NULL
     ORDER BY id FOR NO KEY UPDATE`,
    [],
    db,
  );
  if (admins.some(({ id }) => id !== accountId)) return;
  const message = "You are the only administrator. Make another account an administrator first.";
  throw new AppError("account_in_use", message, { details: { blockers: [message] } });
}

async function look(accountId: string, db?: Queryable): Promise<ClosingRow> {
  const [row] = await query<ClosingRow>(
    "closing.look",
    `SELECT calls, payments, checkouts, payouts, subscribers, credits, earnings,
        ARRAY(SELECT g.handle FROM membership m JOIN account g ON g.id = m.organization_id
          WHERE m.person_id = $1 AND m.role = 'owner' AND NOT EXISTS (SELECT 1 FROM membership o JOIN account p
            ON p.id = o.person_id AND p.suspended_at IS NULL
            WHERE o.organization_id = g.id AND o.role = 'owner' AND o.person_id <> $1) ORDER BY 1) AS organizations,
        ARRAY(SELECT g.handle FROM organization_sign_in c JOIN account g ON g.id = c.organization_id
          WHERE c.way_in_id = $1 AND c.obligatory ORDER BY 1) AS ways_in
      FROM account_closing($1)`,
    [accountId],
    db,
  );
  if (!row) throw new Error("account_closing answered nothing");
  return row;
}

function toClosing(row: ClosingRow): Closing {
  const { calls, payments: pending, payouts, subscribers, credits, earnings, organizations, ways_in } = row;
  const names = subscribers
    .map(({ slug, until }) => `${slug} (until ${new Date(until).toISOString().slice(0, 10)})`)
    .join(", ");
  return {
    blockers: [
      ...(organizations.length > 0
        ? [
            `You are the only owner of ${organizations.join(", ")}. Make another member an owner, or close the organization first.`,
          ]
        : []),
      ...(ways_in.length > 0
        ? [
            `You are the owner who needs no company sign-in in ${ways_in.join(", ")}. Name another owner for that first.`,
          ]
        : []),
      ...(subscribers.length > 0
        ? [
            `Others have paid for running purchases of your skills: ${names}. Unlist these, and close the account when the purchases have ended.`,
          ]
        : []),
      ...(pending > 0 ? ["A payment is still being processed. Wait until it is decided."] : []),
      ...(payouts > 0 ? ["A payout is still in transit. Wait until it arrives."] : []),
      ...(calls > 0 ? ["A call is still in progress. Try again in a minute."] : []),
    ],
    credits: toCredits(BigInt(credits)),
    earnings: toCredits(BigInt(earnings)),
  };
}
