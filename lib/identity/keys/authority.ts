/** What a key may do with other keys: none may make, or turn into, one that may do more than itself. */

import { isLimited } from "@/lib/identity/budgets/service";
import { ROLE_SCOPES } from "@/lib/identity/keys/permissions";
import type { KeyInput } from "@/lib/identity/keys/schemas";
import { type Caller, SCOPES, type Scope } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { ApiKey } from "@/lib/platform/core/generated/client";

const DAY_MS = 24 * 60 * 60 * 1000;

/** All that an account may do now. When its role changes, keys that are limited in nothing change with it. */
export function allOf({ isAdmin, organization }: Pick<Caller, "isAdmin" | "organization">): readonly Scope[] {
  if (organization) return ROLE_SCOPES[organization.role];
  return SCOPES.filter((scope) => scope !== "admin" || isAdmin);
}

/** The keys of the account that a caller may see and change: in an organization their own, and all for an owner. */
export function withinReach({
  accountId,
  personId,
  organization,
}: Pick<Caller, "accountId" | "personId" | "organization">) {
  return {
    accountId,
    revokedAt: null,
    releasesSkillId: null,
    ...(organization && organization.role !== "owner" && { personId }),
  };
}

/**
 * A key that is limited to skills or credits could lift its limits, or make a key without them, so it manages none. A key
 * that may do less, or ends earlier, must not rename, change or end a stronger one. Returns the caller's own key; null for a
 * session.
 */
export async function requireMayManage(
  caller: Pick<Caller, "accountId" | "personId" | "organization" | "key">,
  targetId: string | null,
): Promise<ApiKey | null> {
  const { key } = caller;
  if (!key) return null;
  const rows = await prisma().apiKey.findMany({
    where: { id: { in: [key.id, targetId ?? key.id] }, ...withinReach(caller) },
  });
  const own = rows.find(({ id }) => id === key.id);
  // Revoked since this request was authenticated.
  if (!own) throw notFound();
  if (own.skills.length > 0 || own.askAboveMicros !== null || (await isLimited(own.id))) {
    throw new AppError(
      "key_scope",
      "A key that is limited to skills or credits, or needs approvals, cannot manage keys. Use another key, or sign in.",
    );
  }
  const held: readonly string[] = key.scopes;
  const beyond = rows.flatMap(({ scopes }) => scopes).find((scope) => !held.includes(scope));
  if (beyond) {
    throw new AppError(
      "key_scope",
      `This key may not ${beyond}, so it cannot change a key that may. Use another key.`,
      { details: { required_scope: beyond, scopes: held } },
    );
  }
  if (rows.some(({ expiresAt }) => endsLater(expiresAt, own.expiresAt))) {
    throw new AppError(
      "key_scope",
      "This key expires earlier than the key that you want to change. Use a key that lasts as long, or sign in.",
      { details: { expires_at: own.expiresAt } },
    );
  }
  return own;
}

/** When a new key ends: as asked for, or else with the key that makes it. */
export function expiryOf({ expires_in_days: days }: KeyInput, maker: ApiKey | null): Date | null {
  const latest = maker?.expiresAt ?? null;
  const expiresAt = days === undefined ? latest : new Date(Date.now() + days * DAY_MS);
  if (!endsLater(expiresAt, latest)) return expiresAt;
  const message = `this key expires at ${latest?.toISOString()}, so it cannot make a key that expires later`;
  throw invalid([{ param: "expires_in_days", message }]);
}

/** Whether something ends after something else; null is never. */
function endsLater(end: Date | null, other: Date | null): boolean {
  return other !== null && (end === null || end > other);
}

/** A key must not make, or turn into, a key that may do more than itself; and none may do what its owner may not. */
export function requireNoEscalation(
  { isAdmin, organization, key }: Pick<Caller, "isAdmin" | "organization" | "key">,
  asked: readonly Scope[] | undefined,
): void {
  const own = key?.scopes ?? allOf({ isAdmin, ...(organization && { organization }) });
  const beyond = asked?.find((scope) => !own.includes(scope) || (scope === "admin" && !isAdmin));
  if (!beyond) return;
  const who = key?.scopes.includes(beyond) === false ? "this key" : "this account";
  throw invalid([{ param: "scopes", message: `${who} may not ${beyond}, so it cannot grant it` }]);
}
