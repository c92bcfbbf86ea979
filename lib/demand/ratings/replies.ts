/**
 * Developers' answers to reviews of their skills. Invariant: one answer a review, written by the owner of the skill;
 * the review and its rating are never touched.
 */

import type { OwnReviewsQuery, ReplyInput } from "@/lib/demand/ratings/schemas";
import { toRow, toView } from "@/lib/demand/ratings/service";
import { peopleOf } from "@/lib/identity/accounts/people";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Prisma, SkillReview } from "@/lib/platform/core/generated/client";
import { MAX_TOTAL, toPage } from "@/lib/platform/core/page";

/** Answers a review of one of the caller's skills, or changes the answer. */
export async function put(caller: Caller, id: string, { text }: ReplyInput) {
  const { repliedAt } = await requireReview(caller, id);
  return answer({ id }, { reply: text, repliedAt: repliedAt ?? new Date() });
}

/** Takes the answer to a review back. */
export async function remove(caller: Caller, id: string) {
  await requireReview(caller, id);
  return answer({ id, reply: { not: null } }, { reply: null, repliedAt: null });
}

/** The reviews of one of the caller's skills, listed or not, newest first. */
export async function list(caller: Caller, skillId: string, { unanswered, limit, offset }: OwnReviewsQuery) {
  await requireOwnSkill(caller, skillId);
  const where = { skillId, ...(unanswered && { reply: null }) };
  const orderBy: Prisma.SkillReviewOrderByWithRelationInput[] = [{ createdAt: "desc" }, { accountId: "asc" }];
  const [rows, counted] = await Promise.all([
    prisma().skillReview.findMany({
      where,
      orderBy,
      take: limit,
      skip: offset,
    }),
    prisma().skillReview.count({ where, take: MAX_TOTAL + 1, orderBy }),
  ]);
  return toPage(await toViews(rows), counted, { limit, offset });
}

async function requireReview(caller: Caller, id: string): Promise<SkillReview> {
  const review = await prisma().skillReview.findUnique({ where: { id } });
  if (!review) throw notFound();
  await requireOwnSkill(caller, review.skillId);
  return review;
}

async function requireOwnSkill({ accountId }: Caller, id: string): Promise<void> {
  const skill = await prisma().skill.findUnique({ where: { id, ownerId: accountId }, select: { id: true } });
  if (!skill) throw notFound();
}

async function answer(where: Prisma.SkillReviewWhereInput, data: Pick<SkillReview, "reply" | "repliedAt">) {
  const [view] = await toViews(await prisma().skillReview.updateManyAndReturn({ where, data }));
  if (!view) throw notFound();
  return view;
}

async function toViews(reviews: SkillReview[]) {
  const people = await peopleOf(reviews.map(({ accountId }) => accountId));
  return reviews.map((review) => toView(toRow(review, people.get(review.accountId)?.name ?? "", false)));
}
