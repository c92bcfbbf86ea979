import { prisma } from "@/lib/platform/core/db";

/** How skills are used now, by slug; those that left the marketplace are not there. */
export async function usesOf(slugs: string[]) {
  const rows = await prisma().listing.findMany({
    where: { slug: { in: slugs } },
    select: { slug: true, executionType: true, revisionNumber: true, plans: true },
  });
  return new Map(rows.map((row) => [row.slug, row]));
}
