/**
 * Refusals of paid payouts. A bank may refuse one days later, and the webhook may be lost. Invariant: a payout that a bank refuses
 * within 10 days is returned, with or without a webhook.
 */

import { atProcessor } from "@/lib/money/payments/processor";
import { turnBack } from "@/lib/money/payouts/transfers";
import { query } from "@/lib/platform/core/db";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";

/** How long after its arrival a payout is checked; banks refuse within five working days. */
const REFUSED_WITHIN_DAYS = 10;
const MAX_ASKED = 5_000;

type Arrived = { id: string; destination: string; bank_payout_id: string };

/** Checks the payouts that arrived lately at the processor and returns the refused ones. Returns how many. */
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

/** Returns a payout if its bank has refused it after all. Returns whether it has. */
async function turnBackIfRefused({ id, destination: stripeAccount, bank_payout_id }: Arrived): Promise<boolean> {
  const { status, failure_message } = await atProcessor((stripe) =>
    stripe.payouts.retrieve(bank_payout_id, {}, { stripeAccount }),
  );
  if (status !== "failed" && status !== "canceled") return false;
  await turnBack(id, failure_message ?? "The bank refused the payout.");
  return true;
}
