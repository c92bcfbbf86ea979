/**
 * Saving a card on the processor's page. Invariant: an account has one customer at the processor, made once.
 */
import * as sessions from "@/lib/identity/accounts/sessions";
import { atProcessor, isAnswered } from "@/lib/money/payments/processor";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";

/** Starts a hosted page on which a card is saved. */
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
  const where = { accountId };
  // Not an upsert: one that updates nothing is a SELECT and an INSERT, and two concurrent ones would collide.
  await prisma().autoTopup.createMany({ data: where, skipDuplicates: true });
  const row = await prisma().autoTopup.findUniqueOrThrow({ where });
  if (row.customerId) return row.customerId;
  const { id } = await atProcessor((stripe) =>
    stripe.customers.create(
      { email, metadata: { account_id: accountId } },
      // The row's time: an email address that was reclaimed gets a new customer. The refusals: the processor repeats a
      // refusal under its key for a day, even when the cause was fixed.
      { idempotencyKey: `customer:${accountId}:${row.createdAt.getTime()}:${row.refusals}` },
    ),
  ).catch(async (error: unknown) => {
    if (isAnswered(error)) await prisma().autoTopup.updateMany({ where, data: { refusals: { increment: 1 } } });
    throw error;
  });
  await prisma().autoTopup.updateMany({ where: { accountId, customerId: null }, data: { customerId: id } });
  return (await prisma().autoTopup.findUniqueOrThrow({ where })).customerId ?? id;
}
