import { prisma } from "@/lib/platform/core/db";

/** Decisions that the median is made of: few enough that it follows a change within days. */
const DECISIONS = 100;

/** The middle of some numbers; null without any. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** How long the last 100 decided submissions waited, as a median in seconds; null before the first decision. */
export async function medianWaitSeconds(): Promise<number | null> {
  const decided = await prisma().skillRevision.findMany({
    where: { reviewedAt: { not: null } },
    orderBy: { reviewedAt: "desc" },
    take: DECISIONS,
    select: { submittedAt: true, reviewedAt: true },
  });
  const waits = decided.flatMap(({ submittedAt, reviewedAt }) =>
    submittedAt && reviewedAt ? [Math.max(0, reviewedAt.getTime() - submittedAt.getTime()) / 1000] : [],
  );
  return median(waits);
}
