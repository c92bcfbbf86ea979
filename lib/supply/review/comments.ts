/**
 * The conversation about a submission: reviewers ask about a field or a line, the developer answers, and each side is
 * notified. Invariants: a comment never changes; developers do not learn which administrator wrote.
 */
import { type Caller, mayAdminister } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";
import type { Notice } from "@/lib/platform/notifications/notices";
import { notify, notifyAdministrators, notifyAll } from "@/lib/platform/notifications/service";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { findSkill, type SkillRow } from "@/lib/supply/publishing/rows";
import type { CommentInput, SubmissionComment } from "@/lib/supply/review/comment-schemas";
import { MARKETPLACE_NAME } from "@/lib/supply/review/service";

/** Most comments of a skill; far more than a conversation has. */
const MAX_COMMENTS = 500;

/** The comments on a skill's submissions, oldest first: of one's own, or of any for an administrator. */
export async function list(caller: Caller, id: string) {
  const skill = await requireSkill(caller, id);
  return wholeList(await read(caller, skill.id));
}

async function read(caller: Caller, skillId: string, db?: Queryable): Promise<SubmissionComment[]> {
  const rows = await prisma(db).submissionComment.findMany({
    where: { skillId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_COMMENTS,
  });
  const [revisions, authors] = await Promise.all([
    prisma(db).skillRevision.findMany({ where: { skillId }, select: { id: true, number: true } }),
    prisma(db).account.findMany({
      where: { id: { in: rows.map(({ authorId }) => authorId) } },
      select: { id: true, name: true },
    }),
  ]);
  const isAdmin = mayAdminister(caller);
  return rows.map((row) => {
    const author = authors.find(({ id }) => id === row.authorId);
    const mayKnow = isAdmin || !row.fromReviewer || row.authorId === caller.accountId;
    return {
      id: row.id,
      revision: revisions.find(({ id }) => id === row.revisionId)?.number ?? 1,
      from: row.fromReviewer ? ("reviewer" as const) : ("developer" as const),
      author: mayKnow ? { id: row.authorId, name: author?.name ?? "" } : { id: null, name: MARKETPLACE_NAME },
      field: row.field,
      file: row.file,
      line: row.line,
      text: row.text,
      created_at: row.createdAt,
    };
  });
}

/** Asks or answers as a reviewer; the developer is notified. */
export function ask(administrator: Caller, id: string, input: CommentInput, claimed: Claim | null) {
  return write({ caller: administrator, fromReviewer: true, claimed }, id, input);
}

/** Answers as the developer; the reviewers who take part are notified, or every administrator when none does yet. */
export async function answer(developer: Caller, id: string, input: CommentInput, claimed: Claim | null) {
  await ratelimit.requireTaken("revise", developer.accountId);
  return write({ caller: developer, fromReviewer: false, claimed }, id, input);
}

type Writer = { caller: Caller; fromReviewer: boolean; claimed: Claim | null };

async function write(
  { caller, fromReviewer, claimed }: Writer,
  id: string,
  { text, field, file, line }: CommentInput,
): Promise<SubmissionComment> {
  const skill = await requireSkill(fromReviewer ? caller : { ...caller, isAdmin: false }, id);
  await requireSubmitted(skill);
  return transaction(async (db) => {
    const row = await prisma(db).submissionComment.create({
      data: {
        id: newId(),
        skillId: id,
        revisionId: skill.revision_id,
        authorId: caller.accountId,
        fromReviewer,
        field: field ?? null,
        file: file ?? null,
        line: line ?? null,
        text,
      },
    });
    if (fromReviewer) await notify(db, skill.owner_id, row.id, noticeOf("review_comment", skill, text));
    else await notifyReviewers(db, skill, row.id, noticeOf("review_answer", skill, text));
    const made = (await read(caller, id, db)).find((comment) => comment.id === row.id);
    if (!made) throw new AppError("rate_limited", `A skill takes at most ${MAX_COMMENTS} comments.`);
    await keepAnswer(db, claimed, made);
    return made;
  });
}

function noticeOf(kind: "review_comment" | "review_answer", { name, id }: SkillRow, text: string): Notice {
  return { kind, data: { skill: name, skillId: id, text } };
}

async function notifyReviewers(db: Queryable, skill: SkillRow, subject: string, notice: Notice): Promise<void> {
  const wrote = await prisma(db).submissionComment.findMany({
    where: { skillId: skill.id, fromReviewer: true },
    distinct: ["authorId"],
    select: { authorId: true },
  });
  const active = await prisma(db).account.findMany({
    where: { id: { in: wrote.map(({ authorId }) => authorId) }, role: "admin", suspendedAt: null },
    select: { id: true },
  });
  if (active.length === 0) return notifyAdministrators(db, subject, notice);
  const ids = active.map(({ id }) => id);
  await notifyAll(db, ids, subject, notice);
}

async function requireSkill(caller: Caller, id: string): Promise<SkillRow> {
  const row = await findSkill(undefined, id, mayAdminister(caller) ? "public" : caller.accountId);
  if (!row) throw notFound();
  return row;
}

async function requireSubmitted({ id, status, revision }: SkillRow): Promise<void> {
  const steps = await prisma().reviewEvent.count({ where: { skillId: id } });
  if (steps === 0)
    throw new AppError("not_pending", "This skill was never submitted: reviewers comment on submissions.", {
      details: { status, revision },
    });
}
