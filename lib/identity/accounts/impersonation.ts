/**
 * Administrators view the marketplace as an account sees it, in the browser session in which they start. Invariants: the account
 * is notified with the reason; start and end are in the audit log; administrators cannot be viewed. What such a session may
 * not do is refused by `requireReadOnly`.
 */

import { act } from "@/lib/identity/accounts/admin";
import type { ImpersonationEnded, ImpersonationStarted } from "@/lib/identity/accounts/impersonation-schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import * as site from "@/lib/platform/site/service";

/** How long one view lasts at most. */
const MAX_MINUTES = 15;
const MINUTE_MS = 60_000;

type Ended = { account_id: string; administrator_id: string; reason: string };

/**
 * Shows the caller's browser session the marketplace as an account sees it, for 15 minutes, and notifies the account.
 */
export async function start(caller: Caller, id: string, reason: string): Promise<ImpersonationStarted> {
  const session = sessions.requireSession(caller);
  if (id === caller.accountId) throw new AppError("own_account", "This is your own account.");
  return act(caller, async (db) => {
    const account = await prisma(db).account.findUnique({ where: { id, closedAt: null } });
    if (!account) throw notFound();
    if (account.role === "admin")
      throw new AppError("forbidden", "Administrators can't view the marketplace as another administrator.");
    if (account.kind === "organization")
      throw new AppError("forbidden", "An organization sees no pages. View one of its members.");
    if (account.suspendedAt)
      throw new AppError("forbidden", "A suspended account sees no pages. End its suspension first.");
    // One that ran out in this session and was not swept yet.
    await noteEnd(db, await remove(db, session.id), "time ran out");
    const now = new Date();
    const endsAt = new Date(now.getTime() + MAX_MINUTES * MINUTE_MS);
    await prisma(db).impersonation.create({
      data: {
        sessionId: session.id,
        administratorId: caller.accountId,
        accountId: id,
        reason,
        startedAt: now,
        endsAt,
      },
    });
    const about = { type: "account", id };
    await audit.write(db, caller.accountId, "account.view_start", about, { reason, minutes: MAX_MINUTES });
    const { settings } = await site.current(db);
    await notify(db, id, newId(), {
      kind: "account_viewed",
      data: { by: settings.operator_name, reason, minutes: MAX_MINUTES },
    });
    return { account_id: id, ends_at: endsAt };
  });
}

/** Ends the view in the caller's browser session. */
export async function end(caller: Caller): Promise<ImpersonationEnded> {
  const { id } = sessions.requireSession(caller);
  return transaction(async (db) => {
    const ended = await remove(db, id);
    await noteEnd(db, ended, "by the administrator");
    return { account_id: ended[0]?.account_id ?? null };
  });
}

/** Deletes views whose time ran out, and notes their end. Safe to run twice concurrently. Returns how many. */
export async function expireImpersonations(): Promise<number> {
  return transaction(async (db) => {
    const ended = await query<Ended>(
      "impersonation.expire",
      "DELETE FROM impersonation WHERE ends_at <= now() RETURNING account_id, administrator_id, reason",
      [],
      db,
    );
    await noteEnd(db, ended, "time ran out");
    return ended.length;
  });
}

const remove = (db: Queryable, sessionId: string) =>
  query<Ended>(
    "impersonation.end",
    "DELETE FROM impersonation WHERE session_id = $1 RETURNING account_id, administrator_id, reason",
    [sessionId],
    db,
  );

async function noteEnd(db: Queryable, ended: Ended[], how: string): Promise<void> {
  for (const { account_id: id, administrator_id: actor, reason } of ended)
    await audit.write(db, actor, "account.view_end", { type: "account", id }, { reason, ended: how });
}
