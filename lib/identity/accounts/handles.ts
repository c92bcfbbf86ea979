/**
 * Handles of publishers' pages. Invariant: a handle belongs to one account; a former handle redirects to its account
 * and stays reserved for 90 days.
 */

import { prisma, type Queryable } from "@/lib/platform/core/db";
import { isUniqueViolation } from "@/lib/platform/core/db-errors";
import { invalid } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { LIMITS } from "@/lib/platform/core/limits";
import { lockRows } from "@/lib/platform/core/locks";
import { prune } from "@/lib/platform/jobs/pruning";

const FORMER_HANDLE_MS = 90 * 24 * 60 * 60 * 1000;
/** Longest part of a name that becomes a handle, so that a suffix still fits. */
const MAX_NAMED_CHARS = 40;
const SUFFIX_CHARS = 4;
/** The handle that the database generates by default. */
const UNCHOSEN = /^user-[0-9a-f]{16}$/;

/** A name as a handle: `Brandt & Söhne` is `brandt-sohne`; empty for names without Latin letters or digits. */
export function handleOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAMED_CHARS)
    .replace(/^-+|-+$/g, "");
}

/** Derives a handle from the account's name if it has only a generated one. A taken name gets a suffix. */
export async function ensureHandle(accountId: string): Promise<void> {
  const account = await prisma().account.findUnique({ where: { id: accountId } });
  const wanted = account && UNCHOSEN.test(account.handle) ? handleOf(account.name) : "";
  if (wanted.length < LIMITS.handle.minLength || RESERVED.has(wanted)) return;
  for (const handle of [wanted, `${wanted}-${newId().slice(-SUFFIX_CHARS)}`]) {
    if (await isHeld(handle, accountId)) continue;
    try {
      // Not `update`, which throws when a concurrent request has set the handle already.
      await prisma().account.updateMany({
        where: { id: accountId, handle: account?.handle },
        data: { handle },
      });
      return;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

/** Handles that could be mistaken for the marketplace itself. */
const RESERVED = new Set("admin administrator api marketplace official staff support system team".split(" "));

/** Makes sure that a chosen handle could not be mistaken for the marketplace itself. */
export function requireFree(handle: string): void {
  if (RESERVED.has(handle)) throw invalid([{ param: "handle", message: "is reserved; choose another" }]);
}

/** Whether another account gave the handle up within the last 90 days. */
async function isHeld(handle: string, accountId: string, db?: Queryable): Promise<boolean> {
  const former = await prisma(db).formerHandle.findFirst({
    where: { handle, accountId: { not: accountId }, expiresAt: { gt: new Date() } },
  });
  return former !== null;
}

/** Changes an account's handle inside a transaction, and keeps the former one for 90 days. */
export async function changeHandle(db: Queryable, accountId: string, handle: string): Promise<boolean> {
  const tx = prisma(db);
  const taken = () => invalid([{ param: "handle", message: "is taken; choose another" }]);
  const { handle: former } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (former === handle) return false;
  await tx.account.update({ where: { id: accountId }, data: { handle } }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  // After the update, so that a concurrent change that frees the handle has committed.
  if (await isHeld(handle, accountId, db)) throw taken();
  await tx.formerHandle.deleteMany({ where: { handle } });
  if (UNCHOSEN.test(former)) return true;
  const expiresAt = new Date(Date.now() + FORMER_HANDLE_MS);
  await tx.formerHandle.upsert({
    where: { handle: former },
    create: { handle: former, accountId, expiresAt },
    update: { accountId, expiresAt },
  });
  return true;
}

/** The account that has a handle, or gave it up within the last 90 days; null for a free one. */
export async function holderOf(db: Queryable, handle: string): Promise<string | null> {
  const account = await prisma(db).account.findUnique({ where: { handle }, select: { id: true } });
  if (account) return account.id;
  const former = await prisma(db).formerHandle.findUnique({ where: { handle, expiresAt: { gt: new Date() } } });
  return former?.accountId ?? null;
}

/**
 * Gives an account's current or former handle to another one, inside a transaction; `instead` is the holder's then, unless it has
 * another one already. Nothing leads from it.
 */
export async function giveHandle(
  db: Queryable,
  { from, to, handle, instead }: { from: string; to: string; handle: string; instead: string },
): Promise<void> {
  await lockRows(db, "account", "id", [from, to].toSorted());
  if (await prisma(db).account.count({ where: { id: from, handle } })) await changeHandle(db, from, instead);
  await prisma(db).formerHandle.deleteMany({ where: { handle } });
  await changeHandle(db, to, handle);
}

/** The open account of a current or former handle, or null. */
export async function findByHandle(handle: string) {
  const where = { suspendedAt: null, closedAt: null };
  const account = await prisma().account.findUnique({ where: { handle, ...where } });
  if (account) return account;
  const former = await prisma().formerHandle.findUnique({ where: { handle, expiresAt: { gt: new Date() } } });
  return former && prisma().account.findUnique({ where: { id: former.accountId, ...where } });
}

/** Deletes former handles that have expired. Returns how many. */
export function expireHandles(): Promise<number> {
  return prune((limit) => prisma().formerHandle.deleteMany({ where: { expiresAt: { lte: new Date() } }, limit }));
}
