/**
 * Who was removed from an organization, or left it, and so can't come back by its sign-in. Invariant: an identity is recognized by a hash
 * of issuer and subject that outlives its account and its link.
 */
import { createHash } from "node:crypto";
import type { Claims } from "@/lib/identity/organizations/company-provider";
import { prisma, type Queryable } from "@/lib/platform/core/db";

type Identity = Pick<Claims, "issuer" | "subject">;

const subjectOf = (organizationId: string, { issuer, subject }: Identity) => ({
  organizationId,
  subjectHash: createHash("sha256").update(`${issuer}\n${subject}`).digest("hex"),
});

/** Stores whose identity signed in, so that it is recognized after a removal. */
export async function recognize(db: Queryable, organizationId: string, personId: string, claims: Identity) {
  const key = subjectOf(organizationId, claims);
  await prisma(db).companySubject.upsert({
    where: { organizationId_subjectHash: key },
    create: { ...key, personId },
    update: { personId, removedAt: null },
  });
}

/** Whether the person of an identity was removed or left. */
export async function wasRemoved(
  db: Queryable,
  { organizationId }: { organizationId: string },
  claims: Identity,
): Promise<boolean> {
  const where = { organizationId_subjectHash: subjectOf(organizationId, claims) };
  const found = await prisma(db).companySubject.findUnique({ where });
  return found !== null && found.removedAt !== null;
}

/** Remembers that a member was removed or left, where they could join again by signing in. */
export async function rememberRemoved(db: Queryable, organizationId: string, accountId: string): Promise<void> {
  if ((await prisma(db).organizationSignIn.count({ where: { organizationId } })) === 0) return;
  const where = { organizationId_accountId: { organizationId, accountId } };
  const data = { removedAt: new Date() };
  await prisma(db).companySubject.updateMany({ where: { organizationId, personId: accountId }, data });
  await prisma(db).companyIdentity.upsert({ where, create: { organizationId, accountId, ...data }, update: data });
}

/** Lets somebody sign in again who has accepted a new invitation. */
export async function forgetRemoved(db: Queryable, organizationId: string, accountId: string): Promise<void> {
  const where = { organizationId, accountId, removedAt: { not: null } };
  await prisma(db).companyIdentity.deleteMany({ where: { ...where, issuer: null } });
  await prisma(db).companyIdentity.updateMany({ where, data: { removedAt: null } });
  const subjects = { organizationId, personId: accountId, removedAt: { not: null } };
  await prisma(db).companySubject.updateMany({ where: subjects, data: { removedAt: null } });
}
