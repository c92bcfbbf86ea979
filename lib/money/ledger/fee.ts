import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";

const BPS_PER_PERCENT = 100;

/** The general fee that the environment sets, in basis points, or null: then the database decides at each sale. */
export function environmentFeeBps(): number | null {
  const { FEE_PERCENT } = env();
  return FEE_PERCENT === undefined ? null : Math.round(FEE_PERCENT * BPS_PER_PERCENT);
}

/** The marketplace's share of a developer's sales, in basis points. */
export async function feeBpsOf(developerId: string): Promise<number> {
  const [row] = await query<{ fee: number }>("ledger.fee", "SELECT fee_bps_of($1, $2) AS fee", [
    developerId,
    environmentFeeBps(),
  ]);
  return row?.fee ?? 0;
}
