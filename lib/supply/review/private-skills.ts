/**
 * Approvals of private skills by members. Invariant: a member decides in a signed-in session, once, and where two people are needed not
 * about their own submission.
 */
import * as sessions from "@/lib/identity/accounts/sessions";
import type { Caller } from "@/lib/platform/core/caller";
import { transaction } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Finding } from "@/lib/supply/packages/finding";
import * as privates from "@/lib/supply/publishing/private-skills";
import { findSkill } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";
import type { PrivateDecision } from "@/lib/supply/review/lifecycle-schemas";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

/**
 * Approves or rejects the version of a private skill that waits. Throws session_required, role_required, not_found for any other skill,
 * not_pending, revision_changed, and forbidden for the caller's own where another member has to look.
 */
export async function decide(
  caller: Caller,
  id: string,
  { revision, action, reason }: PrivateDecision,
): Promise<OwnedSkill> {
  sessions.requireSession(caller);
  await transaction(async (db) => {
    const row = await publishing.lock(db, id, caller);
    if (row.visibility === "public") throw notFound();
    await privates.requireJudge(db, caller, row, revision);
    await privates.decide(db, caller, row, { isApproved: action === "approve", reason: reason || null });
  });
  return publishing.get(caller, id);
}

/** What checks found in the newest version of a private skill that can do harm. Throws not_found. */
export async function findings({ accountId }: Caller, id: string): Promise<Finding[]> {
  const row = await findSkill(undefined, id, accountId);
  if (!row) throw notFound();
  return privates.severeFindings(undefined, row);
}
