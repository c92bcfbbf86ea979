/** Rotation: a key gets a successor. Invariant: all keys of one succession spend no more together than each alone may. */

import { requireMayManage } from "@/lib/identity/keys/authority";
import { issueAndNotify } from "@/lib/identity/keys/service";
import { toKeyViews } from "@/lib/identity/keys/views";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import type { ApiKey } from "@/lib/platform/core/generated/client";
import { lockWallet } from "@/lib/platform/core/locks";

/** How long a key that has been replaced still works. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/**
 * Replaces a key: a new one has the same name, permissions, limit and end, and the former one works for another 24
 * hours. Both count what they spend as one, and what the former one bought renews by the new one.
 */
export async function rotate(caller: Caller, id: string) {
  await requireMayManage(caller, id);
  return transaction(async (db) => {
    // It guards what keys have spent and bought, and makes rotations wait for each other.
    await lockWallet(db, caller.accountId);
    // Not even an owner learns the secret of another member's key.
    const own = caller.organization && { personId: caller.personId };
    const where = { id, accountId: caller.accountId, revokedAt: null, clientId: null, ...own };
    const former = await prisma(db).apiKey.findFirst({ where });
    if (!former) throw notFound();
    await requireNoSuccessor(db, former);
    const issued = await succeed(db, caller, former);
    await endSoon(db, former, issued.key.id);
    await prisma(db).purchase.updateMany({
      where: { buyerId: caller.accountId, keyId: id, status: "active" },
      data: { keyId: issued.key.id },
    });
    return issued;
  });
}

async function requireNoSuccessor(db: Queryable, { replacedById }: ApiKey): Promise<void> {
  if (replacedById === null) return;
  const successor = await prisma(db).apiKey.findFirst({ where: { id: replacedById, revokedAt: null } });
  if (!successor) return;
  const message = `this key has been replaced already, by ${successor.prefix} (${successor.id}); if you do not have that key's secret, rotate that key`;
  throw invalid([{ param: "id", message }]);
}

async function succeed(db: Queryable, caller: Caller, former: ApiKey) {
  const [view] = await toKeyViews([former], db);
  if (!view) throw notFound();
  const input = {
    ...(view.name !== null && { name: view.name }),
    skills: view.skills,
    credit_limit: view.credit_limit,
    credit_limit_interval: view.credit_limit_interval,
    ask_above: view.ask_above,
  };
  const spendKeyId = former.spendKeyId ?? former.id;
  return issueAndNotify(caller, input, { scopes: view.scopes, expiresAt: former.expiresAt, spendKeyId }, db);
}

async function endSoon(db: Queryable, { id, expiresAt }: ApiKey, replacedById: string): Promise<void> {
  const end = new Date(Date.now() + GRACE_MS);
  const isLater = expiresAt === null || expiresAt > end;
  await prisma(db).apiKey.update({
    where: { id },
    data: { replacedById, ...(isLater && { expiresAt: end }) },
  });
}
