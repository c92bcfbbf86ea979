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
import { notify } from "@/lib/platform/notifications/service";
import type { Finding } from "@/lib/supply/packages/finding";
import * as packages from "@/lib/supply/packages/service";
import * as history from "@/lib/supply/publishing/history";
import * as imitatedNames from "@/lib/supply/publishing/imitated-names";
import { findSkill, type SkillRow } from "@/lib/supply/publishing/rows";
import type { SkillInput } from "@/lib/supply/publishing/schemas";
import { checkTexts } from "@/lib/supply/publishing/text-findings";
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
  units: [],
  operationUnits: {},
  trialDays: 0,
  plans: [],
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
    throw invalid([{ param: "visibility", message: "only organizations have private skills; act for one first" }]);
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

const noPrice = (param: string) => invalid([{ param, message: "a private skill is free for its members" }]);

/** Approves what was just submitted, unless it is public or waits for another member. */
export async function settle(db: Queryable, caller: Caller, skillId: string): Promise<void> {
  const row = await findSkill(db, skillId, caller.accountId);
  if (!row || row.visibility === "public" || row.status !== "pending" || (await needsAnother(db, row))) return;
  await decide(db, caller, row, { isApproved: true, reason: null });
}

/** Whether another member has to look: the organization wants it, or a check found what can do harm. */
async function needsAnother(db: Queryable, row: SkillRow): Promise<boolean> {
  const { twoPeople } = await prisma(db).account.findUniqueOrThrow({
    where: { id: row.owner_id },
    select: { twoPeople: true },
  });
  return twoPeople || (await severeFindings(db, row)).length > 0;
}

/** What checks found in the texts and the package of a submission that can do harm. */
export async function severeFindings(db: Queryable | undefined, row: SkillRow): Promise<Finding[]> {
  const found = row.package_id === null ? [] : await packages.findingsOf(row.package_id, db);
  const names = (await imitatedNames.namesOf([row], db)).get(row.id) ?? [];
  const all = [...found, ...names, ...(await checkTexts(row))];
  return all.filter(({ severity }) => severity === "high" || severity === "error");
}

/** Who submitted a skill last, or that version of it. */
async function submitterOf(db: Queryable, where: { skillId: string; revisionId?: string }): Promise<string | null> {
  const submitted = await prisma(db).reviewEvent.findFirst({
    where: { ...where, action: "submit" },
    orderBy: { createdAt: "desc" },
    select: { actorId: true },
  });
  return submitted?.actorId ?? null;
}

/** The member who submitted a version last, or null for one who has left. */
export async function authorOf(db: Queryable, { id, owner_id: organizationId }: SkillRow) {
  const personId = await submitterOf(db, { skillId: id });
  if (personId === null) return null;
  return prisma(db).membership.findFirst({
    where: { organizationId, personId },
    select: { personId: true, role: true },
  });
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
  const author = isApproved ? null : await authorOf(db, row);
  if (author && author.personId !== caller.personId)
    await notify(db, author.personId, row.revision_id, {
      kind: "skill_rejected",
      data: { skill: row.name, skillId: row.id, reason },
    });
}

/** Checks that a member may decide about a submission. Throws role_required, not_pending, revision_changed and forbidden. */
export async function requireJudge(db: Queryable, caller: Caller, row: SkillRow, revision: number): Promise<void> {
  requirePermission(caller, "publish");
  if (row.status !== "pending")
    throw new AppError("not_pending", `No version is waiting for approval: this skill is ${row.status}.`, {
      details: { status: row.status, revision: row.revision },
    });
  if (row.revision !== revision)
    throw new AppError("revision_changed", `This skill has changed. Review version ${row.revision}.`, {
      param: "revision",
      details: { current_revision: row.revision, status: row.status },
    });
  const submitter = await submitterOf(db, { skillId: row.id, revisionId: row.revision_id });
  if (submitter === caller.personId && (await needsAnother(db, row)))
    throw new AppError("forbidden", "You submitted this version, so another owner or developer must approve it.");
}
