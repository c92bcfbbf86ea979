import { query } from "@/lib/platform/core/db";

/** `p_fee_bps` of the SQL functions: only processes of the former release know a fee of their environment. */
export const NO_FEE = null;

/** The marketplace's share of a developer's sales, in basis points. */
export async function feeBpsOf(developerId: string): Promise<number> {
  const [row] = await query<{ fee: number }>("ledger.fee", "SELECT fee_bps_of($1, $2) AS fee", [developerId, NO_FEE]);
  return row?.fee ?? 0;
}
