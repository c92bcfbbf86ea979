/**
 * Payouts that seemed to arrive. A bank may refuse one days later, and the event that tells it may be lost. Invariant: what a
 * bank has refused within 10 days comes back, told or not.
 */
import { query } from "@/lib/core/db";
import { forEachIsolated } from "@/lib/jobs/isolated";
import { atProcessor } from "@/lib/payments/processor";
import { turnBack } from "@/lib/payouts/transfers";

/** For how long after its arrival a payout is asked about; banks refuse within five working days. */
const REFUSED_WITHIN_DAYS = 10;
/** Most payouts that one round asks about; whose turn it is, chance decides. */
const MAX_ASKED = 5_000;

type Arrived = { id: string; destination: string; bank_payout_id: string };

/** Asks the processor about what has arrived lately, and has refused payouts taken back. Returns how many were refused. */
export async function askForRefusals(): Promise<number> {
  const arrived = await query<Arrived>(
    "arrivals.asked",
    `SELECT id, destination, bank_payout_id FROM payout WHERE state = 'paid' AND bank_payout_id IS NOT NULL
        AND paid_at > now() - interval '${REFUSED_WITHIN_DAYS} days' ORDER BY random() LIMIT ${MAX_ASKED}`,
    [],
  );
  const refused = await forEachIsolated("payout-refusals", arrived, ({ id }) => id, turnBackIfRefused);
  return refused.filter(Boolean).length;
}

/** Has the transfer of a payout taken back that the bank has refused after all. Returns whether it has. */
async function turnBackIfRefused({
  id,
  destination: stripeAccount,
  bank_payout_id,
}: Arrived): Promise<boolean> {
  const { status, failure_message } = await atProcessor((stripe) =>
    stripe.payouts.retrieve(bank_payout_id, {}, { stripeAccount }),
  );
  if (status !== "failed" && status !== "canceled") return false;
  await turnBack(id, failure_message ?? "The bank refused the payout.");
  return true;
}
