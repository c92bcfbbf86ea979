/**
 * Saving a card on the processor's page. Invariant: an account has one customer at the processor, made once.
 */
import * as sessions from "@/lib/accounts/sessions";
import type { Caller } from "@/lib/core/caller";
import { query } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { atProcessor, isAnswered } from "@/lib/payments/processor";

/** Starts a hosted page on which a card is saved. Throws session_required for a key, processor_failed and processor_timeout. */
export async function start(caller: Caller) {
  sessions.requireSession(caller);
  const customer = await requireCustomer(caller);
  const wallet = `${env().PUBLIC_URL}/wallet`;
  const session = await atProcessor((stripe) =>
    stripe.checkout.sessions.create({
      mode: "setup",
      customer,
      currency: "usd",
      metadata: { account_id: caller.accountId },
      success_url: `${wallet}?card=saved`,
      cancel_url: wallet,
    }),
  );
  return {
    setup_url: session.url ?? "",
    session_id: session.id,
    expires_at: new Date(session.expires_at * 1000),
  };
}

/** The processor's customer of an account: made once, whatever happens in between. */
async function requireCustomer({ accountId, email }: Caller): Promise<string> {
  const [row] = await query<{ customer_id: string | null; created_at: Date; refusals: number }>(
    "cards.customer.row",
    `INSERT INTO auto_topup AS a (account_id) VALUES ($1)
     ON CONFLICT (account_id) DO UPDATE SET account_id = a.account_id RETURNING customer_id, created_at, refusals`,
    [accountId],
  );
  if (row?.customer_id) return row.customer_id;
  const { id } = await atProcessor((stripe) =>
    stripe.customers.create(
      { email, metadata: { account_id: accountId } },
      // With the row's time: whoever an account was taken from may still save cards for that one's customer. With the
      // refusals: the processor repeats a refusal under its key for a day, although its cause may be mended.
      { idempotencyKey: `customer:${accountId}:${row?.created_at.getTime()}:${row?.refusals}` },
    ),
  ).catch(async (error: unknown) => {
    if (isAnswered(error))
      await query(
        "cards.customer.refused",
        "UPDATE auto_topup SET refusals = refusals + 1 WHERE account_id = $1",
        [accountId],
      );
    throw error;
  });
  const [kept] = await query<{ customer_id: string }>(
    "cards.customer",
    "UPDATE auto_topup SET customer_id = coalesce(customer_id, $2) WHERE account_id = $1 RETURNING customer_id",
    [accountId, id],
  );
  return kept?.customer_id ?? id;
}
