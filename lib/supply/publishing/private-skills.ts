/**
 * Private skills: those of an organization that only its members find and use. Invariants: one is never listed, and stays private for
 * good; what it runs was approved by a member, another than its author where the organization or a severe finding says so. Everything
 * here happens inside the caller's transaction, under the lock of the skill's row.
 */
import { requirePermission } from "@/lib/identity/keys/permissions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { AppError, invalid } from "@/lib/platform/core/errors";
import * as packages from "@/lib/supply/packages/service";
import * as history from "@/lib/supply/publishing/history";
import { findSkill, type SkillRow } from "@/lib/supply/publishing/rows";
import type { SkillInput } from "@/lib/supply/publishing/schemas";
import { TERM_FIELDS } from "@/lib/supply/skills/schemas";
import type { Terms } from "@/lib/supply/skills/terms";

/** Members use a private skill free of charge. */
const NO_TERMS: Terms = {
  pricingType: "usage",
  priceMicros: null,
  subscriptionInterval: null,
  pricePerCallMicros: 0n,
  freeCalls: 0,
  operationPrices: {},
};

type Where = {
  slug: string;
  terms: Terms;
  columns: { visibility: "public" | "organization"; unlistedAt: Date | null };
};

/** Where a new skill is found: on the marketplace, or under its organization's handle. Throws invalid_request. */
export function whereOf(
  { organization }: Pick<Caller, "organization">,
  input: Pick<SkillInput, "slug" | "visibility" | "price" | "price_per_call" | "free_calls">,
  terms: Terms,
): Where {
  if (input.visibility === "public")
    return { slug: input.slug, terms, columns: { visibility: "public", unlistedAt: null } };
  if (!organization)
    throw invalid([{ param: "visibility", message: "only an organization has private skills: act for one first" }]);
  const priced = (["price", "price_per_call"] as const).find((name) => input[name]);
  if (priced) throw noPrice(priced);
  return {
    slug: `@${organization.handle}/${input.slug}`,
    terms: NO_TERMS,
    columns: { visibility: "organization", unlistedAt: new Date() },
  };
}

/** A private skill has no terms to change. Throws invalid_request. */
export function requireNoTerms({ visibility }: Pick<SkillRow, "visibility">, change: object): void {
  if (visibility === "public") return;
  const named = Object.keys(TERM_FIELDS).find((name) => name in change);
  if (named !== undefined) throw noPrice(named);
}

const noPrice = (param: string) => invalid([{ param, message: "members use a private skill free of charge" }]);

/** Approves what was just submitted, unless it is public or waits for another member. */
export async function settle(db: Queryable, caller: Caller, skillId: string): Promise<void> {
  const row = await findSkill(db, skillId, caller.accountId);
  if (!row || row.visibility === "public" || row.status !== "pending" || (await needsAnother(db, row))) return;
  await decide(db, caller, row, { isApproved: true, reason: null });
}

/** Whether another member has to look: the organization wants it, or the package has findings that can do harm. */
async function needsAnother(db: Queryable, { owner_id: id, package_id: packageId }: SkillRow): Promise<boolean> {
  const { twoPeople } = await prisma(db).account.findUniqueOrThrow({ where: { id }, select: { twoPeople: true } });
  const findings = packageId === null ? [] : await packages.findingsOf(packageId, db);
  return twoPeople || findings.some(({ severity }) => severity === "high" || severity === "error");
}

type Decided = { isApproved: boolean; reason: string | null };

/** Decides about a pending revision, with its line in the history and in the organization's audit log. */
export async function decide(
  db: Queryable,
  caller: Caller,
  row: SkillRow,
  { isApproved, reason }: Decided,
): Promise<void> {
  const now = new Date();
  const status = isApproved ? "approved" : "rejected";
  await prisma(db).skillRevision.update({
    where: { id: row.revision_id },
    data: { status, reviewedAt: now, reviewedBy: caller.personId, rejectionReason: isApproved ? null : reason },
  });
  await prisma(db).skill.update({
    where: { id: row.id },
    data: { status, updatedAt: now, ...(isApproved && { liveRevisionId: row.revision_id }) },
  });
  const action = isApproved ? "approve" : "reject";
  const about = { skillId: row.id, revisionId: row.revision_id, actorId: caller.personId };
  await history.write(db, { ...about, action, reason });
  await audit.writeFor(db, caller, {
    action: `private_skill.${action}`,
    subject: { type: "skill", id: row.id },
    details: { revision: row.revision },
  });
}

/** Checks that a member may decide about a submission. Throws role_required, not_pending, revision_changed and forbidden. */
export async function requireJudge(db: Queryable, caller: Caller, row: SkillRow, revision: number): Promise<void> {
  requirePermission(caller, "publish");
  if (row.status !== "pending")
    throw new AppError("not_pending", `This skill does not wait for approval: it is ${row.status}.`, {
      details: { status: row.status, revision: row.revision },
    });
  if (row.revision !== revision)
    throw new AppError("revision_changed", `This skill has changed: look at revision ${row.revision}.`, {
      param: "revision",
      details: { current_revision: row.revision, status: row.status },
    });
  const author = await prisma(db).reviewEvent.findFirst({
    where: { skillId: row.id, revisionId: row.revision_id, action: "submit" },
    orderBy: { createdAt: "desc" },
    select: { actorId: true },
  });
  if (author?.actorId === caller.personId && (await needsAnother(db, row)))
    throw new AppError("forbidden", "You submitted this version, so another owner or developer approves it.");
}
