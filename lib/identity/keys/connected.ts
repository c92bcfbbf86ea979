/** The keys that connected programs act as. Invariant: a person's consent makes each, and a program keeps the newest one. */

import { allOf, expiryOf, requireNoEscalation } from "@/lib/identity/keys/authority";
import type { KeyInput, KeyRecord } from "@/lib/identity/keys/schemas";
import { issueAndNotify, type Maker } from "@/lib/identity/keys/service";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { lockWallet } from "@/lib/platform/core/locks";

/** A program that is not used for this long has to be connected again: its refresh tokens live no longer either. */
const UNUSED_DAYS = 30;

/** A consent: the id that the program's tokens refer to, and whether the program's former keys end. */
export type Grant = { id: string; clientId: string; askAboveMicros: bigint | null; replaces: boolean };

/**
 * Makes the key that a connected program acts as; its secret is thrown away. A consent that replaces the program's
 * former keys revokes them, and what they bought renews by the new one. Returns null when this consent has made its key
 * already.
 */
export async function issueConnected(
  caller: Maker & Pick<Caller, "isAdmin">,
  input: KeyInput,
  { replaces, ...grant }: Grant,
): Promise<KeyRecord | null> {
  requireNoEscalation(caller, input.scopes);
  const made = { scopes: allOf(caller), expiresAt: expiryOf(input, null), grant };
  return transaction(async (db) => {
    // Consents to one program wait for each other, and for what its keys are buying.
    await lockWallet(db, caller.accountId);
    if ((await prisma(db).apiKey.count({ where: { id: grant.id } })) > 0) return null;
    const formerIds = replaces ? await endFormer(db, caller, grant.clientId) : [];
    const { key } = await issueAndNotify(caller, input, made, db);
    await prisma(db).purchase.updateMany({
      where: { buyerId: caller.accountId, keyId: { in: formerIds }, status: "active" },
      data: { keyId: key.id },
    });
    return key;
  });
}

async function endFormer(
  db: Queryable,
  { accountId, personId, organization }: Maker,
  clientId: string,
): Promise<string[]> {
  const ended = await prisma(db).apiKey.updateManyAndReturn({
    where: { accountId, clientId, revokedAt: null, ...(organization && { personId }) },
    data: { active: false, revokedAt: new Date() },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

/** The newest key that a program acts as for an account and its member, or null when it is not connected. */
export function connectedKey(
  { accountId, personId, organization }: Pick<Caller, "accountId" | "personId" | "organization">,
  clientId: string,
) {
  return prisma().apiKey.findFirst({
    where: {
      accountId,
      clientId,
      revokedAt: null,
      ...(organization && { personId }),
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    orderBy: { createdAt: "desc" },
    select: { lastUsedAt: true, createdAt: true },
  });
}

/** Ends the keys of programs that have not been used for 30 days. Returns how many. */
export async function endUnusedConnections(): Promise<number> {
  const ended = await query(
    "keys.connected.end",
    `UPDATE api_key SET active = false, revoked_at = now()
      WHERE client_id IS NOT NULL AND revoked_at IS NULL
        AND coalesce(last_used_at, created_at) < now() - make_interval(days => $1)
      RETURNING 1 AS gone`,
    [UNUSED_DAYS],
  );
  return ended.length;
}
