/**
 * What developers do with a submission or a published skill: withdraw it, take it off the marketplace, put it back, or
 * delete what was never there.
 * Invariants: each step happens under the lock of the skill's row, so that a withdrawal and a decision have one order;
 * buyers keep what they have paid for, since an unlisted skill still serves running purchases, and none of them renews.
 */
import type { PoolClient } from "pg";
import * as audit from "@/lib/audit/service";
import * as listings from "@/lib/catalog/listings";
import type { Caller } from "@/lib/core/caller";
import { prisma, transaction } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import * as revisions from "@/lib/publishing/revisions";
import { contentOfRow, type SkillRow, termsOfRow, toOwnedView, touch } from "@/lib/publishing/rows";
import * as publishing from "@/lib/publishing/service";
import { requirePriced } from "@/lib/publishing/submission";
import * as ratelimit from "@/lib/ratelimit/service";
import type { Unlisting, Withdrawal } from "@/lib/review/lifecycle-schemas";
import { record } from "@/lib/review/service";
import type { OwnedSkill } from "@/lib/skills/schemas";

/**
 * Takes a submission back: its content becomes a draft, or with `discard` the skill is again what was approved.
 * Throws rate_limited, not_found, not_pending when nothing waits (any more), and not_approved when there is nothing to go back to.
 */
export async function withdraw(caller: Caller, id: string, { discard }: Withdrawal): Promise<OwnedSkill> {
  return change(caller, id, async (db, row) => {
    if (discard ? row.status === "approved" : row.status !== "pending")
      throw new AppError("not_pending", `This skill does not wait for review: it is ${row.status}.`, {
        details: { status: row.status, revision: row.revision },
      });
    if (row.status === "pending") await record(db, caller, row, "withdraw", null);
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
 * Takes a skill off the marketplace. Running purchases are served until their period ends and do not renew; nobody buys
 * or begins anew. Does nothing when it is off already. Throws rate_limited, not_found and not_approved.
 */
export async function unlist(caller: Caller, id: string, { reason }: Unlisting): Promise<OwnedSkill> {
  return change(caller, id, async (db, row) => {
    requireApproved(row);
    if (row.unlisted_at) return;
    await prisma(db).skill.update({ where: { id }, data: { unlistedAt: new Date() } });
    await listings.remove(db, id);
    await record(db, caller, row, "unlist", reason || null);
  });
}

/**
 * Puts an unlisted skill back, as it was approved last. Does nothing when it is there. Throws rate_limited, not_found,
 * not_approved, and not_submittable without a price.
 */
export async function relist(caller: Caller, id: string): Promise<OwnedSkill> {
  return change(caller, id, async (db, row) => {
    requireApproved(row);
    if (!row.unlisted_at) return;
    requirePriced(termsOfRow(row));
    await prisma(db).skill.update({ where: { id }, data: { unlistedAt: null } });
    await listings.publish(db, id);
    await record(db, caller, row, "relist", null);
  });
}

/**
 * Deletes a skill that was never approved, with its revisions and packages; its slug is free again. Returns what it was.
 * Throws rate_limited, not_found and not_deletable.
 */
export async function remove(caller: Caller, id: string): Promise<OwnedSkill> {
  await requireFewSteps(caller);
  return transaction(async (db) => {
    const row = await publishing.lock(db, id, caller);
    if (row.live_revision_id || row.suspended_at)
      throw new AppError(
        "not_deletable",
        row.live_revision_id
          ? "This skill was approved: unlist it instead, so that buyers and the books keep it."
          : "An administrator has suspended this skill: it is kept.",
      );
    await prisma(db).skill.delete({ where: { id } });
    const about = { type: "skill", id };
    await audit.write(db, caller.accountId, "skill.delete", about, {
      slug: row.slug,
      revision: row.revision,
    });
    return toOwnedView(row);
  });
}

function requireApproved(row: SkillRow): void {
  if (row.live_revision_id === null)
    throw new AppError("not_approved", "This skill has never been approved: it is not on the marketplace.");
}

/** Every step stays in the history or the audit log for good, so an account takes so many. Throws rate_limited. */
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
