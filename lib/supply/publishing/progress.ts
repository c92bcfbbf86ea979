import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";

/** How far a developer has come with a first skill: whether any was made, submitted and approved. */
export async function progress({ accountId }: Pick<Caller, "accountId">) {
  const ownerId = accountId;
  const [made, submitted, approved] = await Promise.all([
    prisma().skill.findFirst({ where: { ownerId }, select: { id: true } }),
    prisma().skillRevision.findFirst({
      where: { skill: { ownerId }, submittedAt: { not: null } },
      select: { id: true },
    }),
    prisma().skill.findFirst({ where: { ownerId, liveRevisionId: { not: null } }, select: { id: true } }),
  ]);
  return { isMade: made !== null, isSubmitted: submitted !== null, isApproved: approved !== null };
}
