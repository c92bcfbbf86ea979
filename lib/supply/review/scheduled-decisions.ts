/**
 * Decisions that can be undone for some seconds. Invariants: a skill has at most one, which any decision ends; when it is due, everything
 * is checked again as for a decision made then. It takes effect whether or not its reviewer still has the page open.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import type { ScheduledDecision as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notify } from "@/lib/platform/notifications/service";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import * as listedNames from "@/lib/supply/review/listed-names";
import { isOwn } from "@/lib/supply/review/own-skill";
import { toReviewedView } from "@/lib/supply/review/rows";
import type { DecidedSkill, Decision, ScheduledDecision } from "@/lib/supply/review/schemas";
import * as review from "@/lib/supply/review/service";

const BATCH = 100;

/**
 * Decides about the pending revision, or with `hold_seconds` schedules that. Sending the same decision again changes nothing. Throws
 * not_found, not_pending also while another administrator's decision is scheduled, revision_changed, not_submittable, forbidden and
 * own_skill_review.
 */
export async function decide(caller: Caller, decision: Decision): Promise<DecidedSkill> {
  const { hold_seconds: seconds } = decision;
  return transaction(async (db) => {
    if (seconds === undefined) return { ...(await review.decide(db, caller, decision)), scheduled: null };
    const row = await review.requireDecidable(db, caller, decision);
    const planned = {
      accountId: caller.accountId,
      keyId: caller.key?.id ?? null,
      revision: row.revision,
      action: decision.action,
      reason: decision.reason || null,
    };
    const names = decision.action === "approve" ? await listedNames.causesShown(db, row) : [];
    const before = await prisma(db).scheduledDecision.findUnique({ where: { skillId: row.id } });
    if (before && before.accountId !== caller.accountId && before.revision === row.revision)
      throw new AppError("not_pending", "Another administrator's decision about this skill takes effect in seconds.", {
        param: "skill_id",
        details: { status: row.status, revision: row.revision },
      });
    const data = { ...planned, names, dueAt: new Date(Date.now() + seconds * 1000) };
    const scheduled =
      before && isSame(before, planned)
        ? before
        : await prisma(db).scheduledDecision.upsert({
            where: { skillId: row.id },
            create: { skillId: row.id, ...data },
            update: data,
          });
    return { ...toReviewedView(row), scheduled: toView(scheduled, caller.name) };
  });
}

type Planned = Pick<Row, "accountId" | "revision" | "action" | "reason">;

const isSame = (one: Planned, other: Planned) =>
  one.revision === other.revision && one.action === other.action && one.reason === other.reason;

function toView({ skillId, accountId, action, revision, dueAt }: Row, name: string): ScheduledDecision {
  return {
    action: action as ScheduledDecision["action"],
    revision,
    decided_by: { id: accountId, name },
    applies_at: dueAt,
    undo: `/v1/admin/skills/${skillId}/scheduled-decision`,
  };
}

/**
 * Undoes a scheduled decision: one's own, or another administrator's about a skill that is not one's own. Does nothing while there is
 * none. Throws not_found, own_skill_review, and not_pending once it has taken effect.
 */
export async function undo(caller: Caller, id: string): Promise<DecidedSkill> {
  return transaction(async (db) => {
    const row = await review.lock(db, id);
    const scheduled = await prisma(db).scheduledDecision.findUnique({ where: { skillId: id } });
    if (scheduled) await undoOne(db, caller, row, scheduled);
    else if (row.status !== "pending")
      throw new AppError("not_pending", `It is too late to undo the decision: the skill is ${row.status}.`, {
        details: { status: row.status, revision: row.revision },
      });
    return { ...toReviewedView(row), scheduled: null };
  });
}

async function undoOne(db: Queryable, caller: Caller, row: SkillRow, scheduled: Row): Promise<void> {
  const { accountId, action, revision } = scheduled;
  const isOther = accountId !== caller.accountId;
  if (isOther && (await isOwn(db, caller, row.owner_id)))
    throw new AppError("own_skill_review", "This is about your own skill, so another administrator undoes it.");
  await prisma(db).scheduledDecision.delete({ where: { skillId: row.id } });
  await audit.writeIn(db, null, {
    actorId: caller.personId,
    action: "skill.undo",
    subject: { type: "skill", id: row.id },
    details: { slug: row.slug, undone: action, revision, ...(isOther && { decided_by: accountId }) },
  });
  if (!isOther) return;
  const why = "Another administrator undid your decision before it took effect.";
  const data = { skill: row.name, skillId: row.id, action: action as Decision["action"], why };
  await notify(db, accountId, newId(), { kind: "decision_dropped", data });
}

/** The scheduled decisions about the newest revisions of some skills, by skill; one about an older revision never takes effect. */
export async function ofSkills(
  skills: readonly { id: string; revision: number }[],
): Promise<Map<string, ScheduledDecision>> {
  const found = await prisma().scheduledDecision.findMany({ where: { skillId: { in: skills.map(({ id }) => id) } } });
  const rows = found.filter((row) =>
    skills.some(({ id, revision }) => id === row.skillId && revision === row.revision),
  );
  const people = await prisma().account.findMany({
    where: { id: { in: rows.map(({ accountId }) => accountId) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return new Map(rows.map((row) => [row.skillId, toView(row, names.get(row.accountId) ?? "")]));
}

/** Puts the decisions into effect that are due. Returns how many. */
export async function applyDue(): Promise<number> {
  const due = await prisma().scheduledDecision.findMany({
    where: { dueAt: { lte: new Date() } },
    orderBy: { dueAt: "asc" },
    take: BATCH,
  });
  const applied = await forEachIsolated("apply-decisions", due, ({ skillId }) => skillId, applyOne);
  return applied.filter(Boolean).length;
}

async function applyOne(due: Row): Promise<boolean> {
  const { skillId, dueAt, action, revision, reason } = due;
  try {
    return await transaction(async (db) => {
      // Who undoes it holds the skill's lock; so does another process that puts it into effect.
      const row = await review.lock(db, skillId);
      const isThere = await prisma(db).scheduledDecision.count({ where: { skillId, dueAt } });
      if (isThere === 0) return false;
      if (action === "approve") await requireKnownNames(db, row, due);
      await review.decide(db, await requireReviewer(db, due), {
        skill_id: skillId,
        action: action as Decision["action"],
        revision,
        ...(reason !== null && { reason }),
      });
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await drop(due, error.message);
    return false;
  }
}

/** Names are checked again like the rest. Throws revision_changed when something is found in them that the reviewer hasn't seen. */
async function requireKnownNames(db: Queryable, row: SkillRow, { names }: Row): Promise<void> {
  if (!Array.isArray(names)) return;
  const fresh = (await listedNames.causesShown(db, row)).filter((cause) => !names.includes(cause));
  if (fresh.length > 0)
    throw new AppError(
      "revision_changed",
      "Its names were found to resemble others after you decided. Look at the new findings, then decide again.",
    );
}

/** The reviewer as of now. Throws forbidden without the rights that the decision was made with. */
async function requireReviewer(db: Queryable, { accountId, keyId }: Row): Promise<Caller> {
  const account = await prisma(db).account.findFirst({
    where: { id: accountId, role: "admin", suspendedAt: null, closedAt: null },
  });
  const now = new Date();
  const alive = { active: true, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const mayDecide =
    account !== null &&
    (keyId === null ||
      (await prisma(db).apiKey.count({ where: { id: keyId, ...alive, scopes: { has: "admin" } } })) === 1);
  if (!mayDecide)
    throw new AppError("forbidden", "You were an administrator no longer, or your key had ended, when it took effect.");
  const { email, name } = account;
  return { accountId, personId: accountId, email, name, isAdmin: true, key: null };
}

/** Ends a decision that can't be made any more, and notifies its reviewer. */
async function drop({ skillId, accountId, dueAt, action }: Row, why: string): Promise<void> {
  await transaction(async (db) => {
    const row = await review.lock(db, skillId);
    const { count } = await prisma(db).scheduledDecision.deleteMany({ where: { skillId, dueAt } });
    if (count === 0) return;
    const data = { skill: row.name, skillId, action: action as Decision["action"], why };
    await notify(db, accountId, newId(), { kind: "decision_dropped", data });
  });
}
