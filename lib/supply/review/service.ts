/**
 * Review decisions about submitted revisions. Consumers' reviews are in `ratings`. Invariants: a decision applies to
 * the newest revision, only while it is pending; it publishes and writes history and audit log in one transaction under
 * the skill's lock, so two concurrent administrators make one decision and one notification. The audit log marks decisions
 * about one's own skill.
 */

import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import type { Notice } from "@/lib/platform/notifications/notices";
import { notify, notifyAll } from "@/lib/platform/notifications/service";
import * as advisories from "@/lib/supply/advisories/service";
import * as follows from "@/lib/supply/catalog/follows";
import * as listings from "@/lib/supply/catalog/listings";
import { BEHAVIORS } from "@/lib/supply/packages/behavior-schemas";
import { countRules, type RuleCounts } from "@/lib/supply/packages/rules";
import * as packages from "@/lib/supply/packages/service";
import * as steps from "@/lib/supply/publishing/history";
import { supersede } from "@/lib/supply/publishing/older-versions";
import { followersOf, recentUsers } from "@/lib/supply/publishing/prices";
import { findRevision, findSkill, lockSkill, type SkillRow } from "@/lib/supply/publishing/rows";
import { requireApprovable } from "@/lib/supply/publishing/submission";
import { findingsOf } from "@/lib/supply/publishing/submission-findings";
import { newPermissions } from "@/lib/supply/publishing/version-changes";
import * as listedNames from "@/lib/supply/review/listed-names";
import { isOwn, requireOtherReviewer } from "@/lib/supply/review/own-skill";
import { toReviewedView } from "@/lib/supply/review/rows";
import type { Decision, ReviewAction, ReviewedSkill } from "@/lib/supply/review/schemas";
import { breakingChanges, breakingText } from "@/lib/supply/skills/breaking-changes";

const MAX_NAMED_CHANGES = 10;
/** Name shown to developers in place of an administrator. */
export const MARKETPLACE_NAME = "the marketplace";
/** Steps of a developer's members. */
export const BY_DEVELOPER: ReviewAction[] = ["submit", "withdraw", "unlist", "relist", "reprice", "appeal"];

/**
 * Locks a skill whose pending revision the caller may decide about. Throws not_found, not_pending when there is none, revision_changed
 * when a newer one is pending, not_submittable when it is incomplete, forbidden for an appeal against the caller's own rejection while
 * there is another administrator, and own_skill_review for an approval of the caller's own skill while another one can be asked.
 */
export async function requireDecidable(db: Queryable, caller: Caller, decision: Decision): Promise<SkillRow> {
  const row = await lock(db, decision.skill_id);
  if (decision.revision !== undefined && decision.revision !== row.revision) {
    throw new AppError("revision_changed", `The developer has changed this skill: look at revision ${row.revision}.`, {
      param: "revision",
      details: { current_revision: row.revision, status: row.status },
    });
  }
  if (row.status !== "pending") {
    throw new AppError("not_pending", `This skill does not wait for review: it is ${row.status}.`, {
      param: "skill_id",
      details: { status: row.status, revision: row.revision },
    });
  }
  if (row.appealed) await requireOther(db, caller, row);
  if (decision.action === "approve") {
    await requireOtherReviewer(db, caller, row.owner_id);
    requireApprovable(row);
  }
  return row;
}

/** Approves or rejects the pending revision, inside its transaction. Throws what `requireDecidable` throws. */
export async function decide(db: Queryable, caller: Caller, decision: Decision): Promise<ReviewedSkill> {
  const { skill_id: id, action } = decision;
  const reason = decision.reason || null;
  const row = await requireDecidable(db, caller, decision);
  const before = row.live_revision_id ? await findRevision(id, row.live_revision_id, db) : null;
  const status = action === "approve" ? "approved" : "rejected";
  await prisma(db).reviewAssignment.deleteMany({ where: { skillId: id } });
  await prisma(db).scheduledDecision.deleteMany({ where: { skillId: id } });
  await settle(db, row, caller, { status, reason, rules: status === "approved" ? await rulesOf(db, row) : null });
  // Before the listing, whose publication date comes from the history.
  const marks = (await isOwn(db, caller, row.owner_id)) ? { own: true as const } : {};
  await record(db, caller, row, { action, reason, marks });
  if (action === "approve") {
    await listings.publish(db, id);
    await listedNames.acknowledge(db, row);
    await advisories.followApproval(db, id);
  }
  const decided = await requireRow(db, id);
  const breaking = action === "approve" && before ? breakingChanges(before, decided).map(breakingText) : [];
  const callableUntil = before && breaking.length > 0 ? await supersede(db, before) : null;
  await notifyDeveloper(db, decided, action, reason);
  if (action === "approve" && before && decided.live)
    await notifyFollowers(db, decided, {
      breaking,
      before: before.revision,
      callableUntil,
      permissions: (await newPermissions(before.package_id, decided.package_id)).map(
        ({ kind, value }) => `${BEHAVIORS[kind]}: ${value}`,
      ),
    });
  else if (action === "approve" && decided.live) await announceSkill(db, decided);
  return toReviewedView(decided);
}

/** An appeal goes to another administrator than the one who rejected, as long as there is one. Throws forbidden. */
async function requireOther(db: Queryable, caller: Caller, row: SkillRow): Promise<void> {
  const rejection = await prisma(db).reviewEvent.findFirst({
    where: { skillId: row.id, revisionId: row.revision_id, action: "reject" },
    orderBy: { createdAt: "desc" },
  });
  if (rejection?.actorId !== caller.accountId) return;
  const others = await prisma(db).account.count({
    where: { role: "admin", suspendedAt: null, closedAt: null, id: { not: caller.accountId } },
  });
  if (others > 0)
    throw new AppError("forbidden", "You rejected this submission, so another administrator decides its appeal.");
}

/** Which rules ran, and how often each found something, as of now. */
async function rulesOf(db: Queryable, row: SkillRow): Promise<RuleCounts> {
  const inPackage = row.package_id ? await packages.rulesOf(row.package_id, db) : null;
  return countRules(await findingsOf(row, db), inPackage);
}

type Outcome = { status: "approved" | "rejected"; reason: string | null; rules: RuleCounts | null };

async function settle(db: Queryable, row: SkillRow, caller: Caller, { status, reason, rules }: Outcome) {
  const now = new Date();
  await prisma(db).skillRevision.update({
    where: { id: row.revision_id },
    data: {
      status,
      reviewedAt: now,
      reviewedBy: caller.accountId,
      rejectionReason: status === "rejected" ? reason : null,
      ...(rules && { ruleCounts: rules }),
    },
  });
  await prisma(db).skill.update({
    where: { id: row.id },
    data: {
      status,
      updatedAt: now,
      ...(status === "approved" && { liveRevisionId: row.revision_id }),
      // What is approved was looked at since its sales were paused.
      ...(status === "approved" && row.sales_pause_reason !== null && { unlistedAt: null, salesPauseReason: null }),
    },
  });
}

async function notifyDeveloper(db: Queryable, row: SkillRow, action: Decision["action"], reason: string | null) {
  const notice: Notice =
    action === "approve"
      ? { kind: "skill_approved", data: { skill: row.name, slug: row.slug, isLive: row.live } }
      : { kind: "skill_rejected", data: { skill: row.name, skillId: row.id, reason } };
  // A revision that was appealed is decided a second time, which is news.
  await notify(db, row.owner_id, row.appealed ? newId() : row.revision_id, notice);
}

/** Notifies those who follow its publisher of a new skill. */
async function announceSkill(db: Queryable, { id, name, slug, owner_id: ownerId }: SkillRow): Promise<void> {
  const { name: publisher } = await prisma(db).account.findUniqueOrThrow({
    where: { id: ownerId },
    select: { name: true },
  });
  const data = { publisher, skill: name, slug };
  await notifyAll(db, await follows.followersOf(db, ownerId), id, { kind: "publisher_skill", data });
}

type Update = {
  breaking: string[];
  before: number;
  callableUntil: Date | null;
  /** What its code does that it did not do before, in a sentence each. */
  permissions: string[];
};

/** Notifies accounts that use, bought or saved a skill of its new version, and recent users of what may break their calls. */
async function notifyFollowers(
  db: Queryable,
  row: SkillRow,
  { breaking, before, callableUntil, permissions }: Update,
): Promise<void> {
  if (breaking.length > 0) {
    await notifyAll(db, await recentUsers(db, row), row.revision_id, {
      kind: "breaking_version",
      data: {
        skill: row.name,
        slug: row.slug,
        version: row.revision,
        changes: breaking.slice(0, MAX_NAMED_CHANGES),
        more: Math.max(0, breaking.length - MAX_NAMED_CHANGES),
        ...(callableUntil && { before, until: callableUntil.toISOString().slice(0, 10) }),
      },
    });
  }
  const followers = await followersOf(db, row);
  if (permissions.length > 0)
    await notifyAll(db, followers, row.revision_id, {
      kind: "new_permissions",
      data: {
        skill: row.name,
        slug: row.slug,
        version: row.revision,
        permissions: permissions.slice(0, MAX_NAMED_CHANGES),
      },
    });
  await notifyAll(db, followers, row.revision_id, {
    kind: "new_version",
    data: { skill: row.name, slug: row.slug, version: row.revision },
  });
}

/** Audit details that mark an administrator's act on their own skill. */
export function marksOf(caller: Caller, ownerId: string): { own?: true } {
  return ownerId === caller.accountId ? { own: true } : {};
}

/** Records a review step in the history and the audit log, inside its transaction. */
export async function record(
  db: Queryable,
  caller: Caller,
  row: SkillRow,
  { action, reason, marks = {} }: { action: ReviewAction; reason: string | null; marks?: { own?: true } },
): Promise<void> {
  const about = { skillId: row.id, revisionId: row.revision_id, actorId: caller.personId };
  await steps.write(db, { ...about, action, reason });
  await audit.writeIn(db, row.visibility === "public" ? null : row.owner_id, {
    actorId: caller.personId,
    action: `skill.${action}`,
    subject: { type: "skill", id: row.id },
    details: { ...publicDetails(row, action, reason), revision: row.revision, ...marks },
  });
}

/** Administrators read the audit log: of a private skill it has neither the slug nor what its members say. */
function publicDetails({ visibility, slug }: SkillRow, action: ReviewAction, reason: string | null) {
  if (visibility === "public") return { slug, reason };
  return BY_DEVELOPER.includes(action) ? {} : { reason };
}

/** Locks a public skill, or with `any` also a private one, for this transaction and reads it. Throws not_found. */
export async function lock(db: Queryable, id: string, whose: "public" | "any" = "public"): Promise<SkillRow> {
  const row = await lockSkill(db, id, whose);
  if (!row) throw notFound();
  return row;
}

/** A skill with its newest revision and its developer, as `db` sees it. Throws not_found. */
export async function requireRow(
  db: Queryable | undefined,
  id: string,
  whose: "public" | "any" = "public",
): Promise<SkillRow> {
  const row = await findSkill(db, id, whose);
  if (!row) throw notFound();
  return row;
}
