/**
 * Developers' actions on a submission or published skill: withdraw, unlist, relist, or delete one that was never
 * approved. Invariants: each holds the lock of the skill's row, so that a withdrawal and a decision are serialized; an
 * unlisted skill still serves active purchases, which do not renew.
 */
import type { PoolClient } from "pg";
import { isClaimed } from "@/lib/identity/accounts/claimed-names";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as listings from "@/lib/supply/catalog/listings";
import * as revisions from "@/lib/supply/publishing/revisions";
import { contentOfRow, type SkillRow, termsOfRow, toOwnedView, touch } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";
import { requirePriced } from "@/lib/supply/publishing/submission";
import type { Unlisting, Withdrawal } from "@/lib/supply/review/lifecycle-schemas";
import { record } from "@/lib/supply/review/service";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

/** Withdraws a submission: its content becomes a draft, or with `discard` the skill returns to the approved version. */
export async function withdraw(caller: Caller, id: string, { discard }: Withdrawal): Promise<OwnedSkill> {
  return change(caller, id, async (db, row) => {
    if (discard ? row.status === "approved" : row.status !== "pending")
      throw new AppError("not_pending", `This skill does not wait for review: it is ${row.status}.`, {
        details: { status: row.status, revision: row.revision },
      });
    if (row.status === "pending") await record(db, caller, row, { action: "withdraw", reason: null });
    if (!discard) await revisions.replaceRevision(db, row, contentOfRow(row), false);
    else await restoreApproved(db, row);
  });
}

async function restoreApproved(db: PoolClient, row: SkillRow): Promise<void> {
  if (row.live_revision_id === null)
    throw new AppError("not_approved", "No revision was approved yet, so there is none to go back to.");
  await revisions.supersede(db, row.id);
  await prisma(db).skill.update({
    where: { id: row.id },
    data: { status: "approved", currentRevisionId: row.live_revision_id },
  });
}

/**
 * Takes a skill off the marketplace. Active purchases work until their period ends and do not renew; new purchases and
 * calls are refused. Does nothing if it is unlisted.
 */
export async function unlist(caller: Caller, id: string, { reason }: Unlisting): Promise<OwnedSkill> {
  return change(caller, id, async (db, row) => {
    requireApproved(row);
    if (row.visibility === "organization") return retire(db, caller, row, reason || null);
    if (row.unlisted_at) return;
    await prisma(db).skill.update({ where: { id }, data: { unlistedAt: new Date() } });
    await listings.remove(db, id);
    await record(db, caller, row, { action: "unlist", reason: reason || null });
  });
}

/** Takes a private skill out of use. It is as a rejected one, which can be submitted again. */
async function retire(db: PoolClient, caller: Caller, row: SkillRow, reason: string | null): Promise<void> {
  const id = row.live_revision_id as string;
  await revisions.supersede(db, row.id);
  await prisma(db).skill.update({
    where: { id: row.id },
    data: { liveRevisionId: null, status: "rejected", currentRevisionId: id },
  });
  await prisma(db).skillRevision.update({
    where: { id },
    data: { rejectionReason: reason ?? "A member took it out of use." },
  });
  await record(db, caller, row, { action: "unlist", reason });
}

/** Relists an unlisted skill with its approved version. Does nothing if it is listed. Throws sales_paused. */
export async function relist(caller: Caller, id: string): Promise<OwnedSkill> {
  return change(caller, id, async (db, row) => {
    requireApproved(row);
    if (!row.unlisted_at || row.visibility === "organization") return;
    if (row.sales_pause_reason !== null)
      throw new AppError("sales_paused", "Sales of this skill are paused until an administrator has looked at it.", {
        details: { reason: row.sales_pause_reason },
      });
    requirePriced(termsOfRow(row));
    await prisma(db).skill.update({ where: { id }, data: { unlistedAt: null } });
    await listings.publish(db, id);
    await record(db, caller, row, { action: "relist", reason: null });
  });
}

/**
 * Deletes a skill that was never approved, with its revisions and packages, and frees its slug. Returns the deleted
 * skill.
 */
export async function remove(caller: Caller, id: string): Promise<OwnedSkill> {
  await requireFewSteps(caller);
  return transaction(async (db) => {
    const row = await publishing.lock(db, id, caller);
    const approved = { skillId: id, status: "approved" };
    if (row.suspended_at || row.live_revision_id || (await prisma(db).skillRevision.count({ where: approved })) > 0)
      throw new AppError(
        "not_deletable",
        row.suspended_at && !row.live_revision_id
          ? "An administrator has suspended this skill, so it can't be deleted."
          : "This skill was approved: unlist it instead, so that buyers and the books keep it.",
      );
    const { slugGivenAt } = await prisma(db).skill.findUniqueOrThrow({ where: { id }, select: { slugGivenAt: true } });
    if (slugGivenAt)
      throw new AppError("not_deletable", "Customers of another skill call its slug, which you claimed: it stays.");
    if (await isClaimed(db, { kind: "slug", name: row.slug }))
      throw new AppError("not_deletable", "Another account claims its slug: it stays until that is settled.");
    await prisma(db).skill.delete({ where: { id } });
    const isPublic = row.visibility === "public";
    await audit.writeIn(db, isPublic ? null : row.owner_id, {
      actorId: caller.personId,
      action: "skill.delete",
      subject: { type: "skill", id },
      details: { ...(isPublic && { slug: row.slug }), revision: row.revision },
    });
    return toOwnedView(row);
  });
}

function requireApproved(row: SkillRow): void {
  if (row.live_revision_id === null)
    throw new AppError("not_approved", "This skill has never been approved: it is not on the marketplace.");
}

/** Limited per account, because the history keeps every step forever. */
const requireFewSteps = ({ accountId }: Caller) => ratelimit.requireTaken("revise", accountId);

async function change(
  caller: Caller,
  id: string,
  step: (db: PoolClient, row: SkillRow) => Promise<void>,
): Promise<OwnedSkill> {
  await requireFewSteps(caller);
  await transaction(async (db) => {
    await step(db, await publishing.lock(db, id, caller));
    await touch(db, id);
  });
  return publishing.get(caller, id);
}
