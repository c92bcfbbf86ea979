import * as offers from "@/lib/demand/purchases/plan-offers";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { ONLY_PLAN, type PlanTerms } from "@/lib/supply/skills/plans";

/**
 * How skills are used now, by slug, with the names of the plans that the caller chooses from; those that left the marketplace are
 * not there.
 */
export async function usesOf(caller: Pick<Caller, "accountId">, slugs: string[]) {
  const rows = await prisma().listing.findMany({
    where: { slug: { in: slugs } },
    select: { slug: true, executionType: true, revisionNumber: true, plans: true, pricingType: true },
  });
  const offered = rows.length > 0 ? (await offers.listOwn(caller)).data : [];
  return new Map(
    rows.map(({ plans: stored, pricingType, ...row }) => {
      const sold = (stored as PlanTerms[]).map(({ name }) => name);
      const own = offered.filter(({ skill }) => skill.slug === row.slug).map(({ plan }) => plan.name);
      const plans = pricingType === "subscription" ? [...own, ...(sold.length > 0 ? sold : [ONLY_PLAN])] : [];
      return [row.slug, { ...row, plans }];
    }),
  );
}
