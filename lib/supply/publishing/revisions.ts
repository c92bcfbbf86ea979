/**
 * Revisions: what reviewers judge. Invariants: a submitted one never changes, and at most one of a skill waits.
 * Everything here happens inside the caller's transaction, under the lock of the skill's row.
 */
import type { PoolClient } from "pg";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { unknownCategory } from "@/lib/supply/catalog/categories";
import { hasChanged } from "@/lib/supply/publishing/content";
import * as history from "@/lib/supply/publishing/history";
import { contentOfRow, type SkillRow } from "@/lib/supply/publishing/rows";
import { statusAfter } from "@/lib/supply/publishing/submission";
import { judge } from "@/lib/supply/publishing/submission-risk";
import { termsText } from "@/lib/supply/publishing/terms-text";
import { CONTENT_COLUMNS } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import { toNextTerms } from "@/lib/supply/skills/price-change";
import type { Terms } from "@/lib/supply/skills/terms";

/**
 * Changes the content of a locked skill: in place for a draft, else as a new revision. The new revision waits for
 * review, or is a draft beside the approved one if `submit` is false. Throws trusted_publisher_required.
 */
export async function revise(
  db: PoolClient,
  caller: Caller,
  row: SkillRow,
  { content, submit, note }: { content: Content; submit?: boolean | undefined; note?: string | undefined },
): Promise<void> {
  const isChanged = hasChanged(contentOfRow(row), content);
  if (isChanged || submit) await requireReleaser(db, caller, row.id);
  if (row.status === "draft") {
    if (isChanged) await overwriteDraft(db, row.revision_id, content);
    if (submit) {
      await prisma(db).skillRevision.update({
        where: { id: row.revision_id },
        data: { status: "pending", submittedAt: new Date() },
      });
      await prisma(db).skill.update({ where: { id: row.id }, data: { status: "pending" } });
      await noteSubmission(db, caller, { skillId: row.id, revisionId: row.revision_id, note });
    }
    return;
  }
  if (!isChanged && (!submit || row.status === "pending")) return;
  const isSubmitted = statusAfter(row, content, submit) === "pending";
  const revisionId = await replaceRevision(db, row, content, isSubmitted);
  if (isSubmitted) await noteSubmission(db, caller, { skillId: row.id, revisionId, note });
}

/** A skill may demand that only runs of its trusted publisher change its content. Throws trusted_publisher_required. */
export async function requireReleaser(
  db: Queryable | undefined,
  { key }: Pick<Caller, "key">,
  skillId: string,
): Promise<void> {
  if (key?.releases === skillId) return;
  const demanded = await prisma(db).trustedPublisher.findFirst({ where: { skillId, isRequired: true } });
  if (!demanded) return;
  const { repository, workflow } = demanded;
  throw new AppError(
    "trusted_publisher_required",
    `Only runs of ${workflow} in ${repository} may change this skill. Release from there, or ask an owner to turn that off.`,
    { details: { repository, workflow } },
  );
}

/** Makes a new revision the newest of a locked skill, pending or as a draft. Returns its id. */
export async function replaceRevision(
  db: Queryable,
  row: SkillRow,
  content: Content,
  isSubmitted: boolean,
): Promise<string> {
  await supersede(db, row.id);
  const last = await prisma(db).skillRevision.aggregate({
    where: { skillId: row.id },
    _max: { number: true },
  });
  const revisionId = newId();
  const number = (last._max.number ?? row.revision) + 1;
  await insertRevision(db, { id: revisionId, skillId: row.id, number, isSubmitted }, content);
  await prisma(db).skill.update({
    where: { id: row.id },
    data: { status: isSubmitted ? "pending" : "draft", currentRevisionId: revisionId },
  });
  return revisionId;
}

/** Supersedes the undecided revision. */
export async function supersede(db: Queryable, skillId: string): Promise<void> {
  await prisma(db).skillRevision.updateMany({
    where: { skillId, status: { in: ["pending", "draft"] } },
    data: { status: "superseded" },
  });
}

// SQL, because a schema is reviewed and compared as the text that was sent, and Prisma would reformat the JSON.
const COLUMNS = CONTENT_COLUMNS.join(", ");
const PARAMETERS = CONTENT_COLUMNS.map((column) => `$${column}`).join(", ");
const INSERT_REVISION = `INSERT INTO skill_revision (id, skill_id, number, status, submitted_at, ${COLUMNS})
  VALUES ($id, $skill, $number, $status, CASE WHEN $status = 'pending' THEN now() END, ${PARAMETERS})`;
const OVERWRITE_DRAFT = `UPDATE skill_revision SET (${COLUMNS}) = (${PARAMETERS}) WHERE id = $id`;

/** Writes a revision, waiting for review when it is submitted. */
export async function insertRevision(
  db: Queryable,
  { id, skillId, number, isSubmitted }: { id: string; skillId: string; number: number; isSubmitted: boolean },
  content: Content,
): Promise<void> {
  const status = isSubmitted ? "pending" : "draft";
  const values = { ...contentValues(content), id, skill: skillId, number, status };
  await query("publishing.revision", INSERT_REVISION, values, db).catch(refuseUnknownCategory);
}

async function overwriteDraft(db: Queryable, revisionId: string, content: Content): Promise<void> {
  const values = { ...contentValues(content), id: revisionId };
  await query("publishing.draft", OVERWRITE_DRAFT, values, db).catch(refuseUnknownCategory);
}

/** The foreign key decides, so that a category that is merged away at this moment counts as unknown, too. */
function refuseUnknownCategory(cause: unknown): never {
  throw violates(cause, "skill_revision_category_fkey") ? unknownCategory() : cause;
}

/** Moves all revisions of a category into another one, inside the transaction that merges them. */
export async function moveCategory(db: Queryable, from: string, into: string): Promise<void> {
  // Judged revisions change in this transaction only.
  await query("publishing.merges-category", "SELECT set_config('marketplace.merges_category', 'on', true)", [], db);
  await prisma(db).skillRevision.updateMany({ where: { category: from }, data: { category: into } });
}

/** Writes a submission into the review history, with the developer's note to reviewers, and judges its risk. */
export async function noteSubmission(
  db: Queryable,
  { personId: actorId }: Caller,
  { note, ...about }: { skillId: string; revisionId: string; note?: string | undefined },
): Promise<void> {
  await history.write(db, { ...about, actorId, action: "submit", reason: note ?? null });
  await judge(db, about.skillId);
}

/**
 * Records changed terms of a once submitted skill in its history, where reviewers see them. Its newest revision may be
 * a draft beside the live one.
 */
export async function noteTerms(
  db: Queryable,
  actorId: string,
  row: SkillRow,
  { before, after }: { before: Terms; after: Terms },
): Promise<void> {
  const wasSubmitted = row.status !== "draft" || row.revision > 1;
  if (!wasSubmitted || termsText(before) === termsText(after)) return;
  await history.write(db, {
    skillId: row.id,
    revisionId: row.revision_id,
    actorId,
    action: "reprice",
    termsBefore: toNextTerms(before),
    termsAfter: toNextTerms(after),
  });
  await judge(db, row.id);
}

function contentValues(content: Content): Record<string, unknown> {
  const values = CONTENT_COLUMNS.map((column) => {
    const value = content[column];
    return [column, typeof value === "object" && value !== null ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(values);
}
