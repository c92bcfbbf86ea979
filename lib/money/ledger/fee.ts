import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import * as site from "@/lib/platform/site/service";

const BPS_PER_PERCENT = 100;

/** The general fee that the environment sets, in basis points, or null: then the database decides at each sale. */
export function environmentFeeBps(): number | null {
  const { FEE_PERCENT } = env();
  return FEE_PERCENT === undefined ? null : Math.round(FEE_PERCENT * BPS_PER_PERCENT);
}

/** The marketplace's share of a developer's sales, in basis points: their own fee, or the general one, as `ledger_post_sale` takes it. */
export async function feeBpsOf(developerId: string): Promise<number> {
  const account = await prisma().account.findUnique({
    where: { id: developerId },
    select: { feeBps: true },
  });
  if (account && account.feeBps !== null) return account.feeBps;
  const { settings } = await site.current();
  return Math.round(settings.fee_percent * BPS_PER_PERCENT);
}
