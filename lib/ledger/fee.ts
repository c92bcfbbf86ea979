import { prisma } from "@/lib/core/db";
import { env } from "@/lib/core/env";

/** The marketplace's share of a developer's sales, in basis points: their own fee, or FEE_PERCENT. `ledger_post_sale` takes the same. */
export async function feeBpsOf(developerId: string): Promise<number> {
  const account = await prisma().account.findUnique({
    where: { id: developerId },
    select: { feeBps: true },
  });
  return account?.feeBps ?? env().feeBps;
}
