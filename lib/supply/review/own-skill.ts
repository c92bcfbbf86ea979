import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { daysAgo } from "@/lib/platform/jobs/pruning";

/** The administrator of the demo data: everybody knows their password, so they are no second pair of eyes. */
export const DEMO_ADMINISTRATOR = "admin@example.com";
/** An administrator who has not signed in for so long can't be asked. */
const ASKED_WITHIN_DAYS = 30;

/** Other administrators who can be asked. */
export const askableBeside = ({ accountId }: Pick<Caller, "accountId">) => ({
  role: "admin",
  suspendedAt: null,
  closedAt: null,
  lastSignedInAt: { gte: daysAgo(ASKED_WITHIN_DAYS) },
  id: { not: accountId },
  email: { not: DEMO_ADMINISTRATOR },
});

/**
 * Leaves what puts an administrator's own skill, or one of an organization that they are in, on the marketplace to another one, as long
 * as there is one who can be asked and is not in it. A marketplace of one person reviews itself, and the audit log marks it.
 */
export async function requireOtherReviewer(db: Queryable, caller: Caller, ownerId: string): Promise<void> {
  if (!(await isOwn(db, caller, ownerId))) return;
  const impartial = { memberships: { none: { organizationId: ownerId } } };
  const others = await prisma(db).account.count({ where: { AND: [askableBeside(caller), impartial] } });
  if (others > 0)
    throw new AppError(
      "own_skill_review",
      ownerId === caller.accountId
        ? "This is your own skill, so another administrator decides."
        : "This skill is of an organization that you are in, so another administrator decides.",
    );
}

/** Whether something is the caller's, or of an organization that they are in. */
export async function isOwn(db: Queryable, { accountId, personId }: Caller, ownerId: string): Promise<boolean> {
  if (ownerId === accountId) return true;
  return (await prisma(db).membership.count({ where: { personId, organizationId: ownerId } })) > 0;
}
