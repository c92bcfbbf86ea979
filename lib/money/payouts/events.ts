/**
 * Applies the processor's events about payouts, inside the inbox's transaction. Invariant: an event changes a payout only when
 * account, amount and mode match; order and repetition change nothing.
 */
import type Stripe from "stripe";
import { isLive } from "@/lib/money/payments/processor";
import * as accounts from "@/lib/money/payouts/accounts";
import * as transfers from "@/lib/money/payouts/transfers";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import type { Payout } from "@/lib/platform/core/generated/client";
import { isUuid } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { MICROS_PER_CENT } from "@/lib/platform/core/money";

/** Applies an event about payouts or their accounts, and ignores others. Returns why it was refused, or null. */
export async function applyEvent(db: Queryable, event: Stripe.Event): Promise<string | null> {
  switch (event.type) {
    case "account.application.deauthorized":
      if (event.account && event.livemode === isLive()) await accounts.disconnect(event.account, db);
      return null;
    case "account.updated":
      // Live endpoints for connected accounts are sent test events, too.
      if (event.livemode !== isLive()) return null;
      // Event times are whole seconds: an event counts as newer than what was read within its second.
      await accounts.sync(event.data.object, new Date(event.created * 1000 + 999), db);
      return null;
    case "transfer.created":
    case "transfer.reversed":
      return applyTransfer(db, event, event.data.object);
    case "payout.paid":
    case "payout.failed":
    case "payout.canceled":
      return applyBankPayout(db, event, event.data.object);
    default:
      return null;
  }
}

async function lock(db: Queryable, id: string | undefined): Promise<Payout | null> {
  if (id === undefined || !isUuid(id)) return null;
  await lockRows(db, "payout", "id", id);
  return prisma(db).payout.findUnique({ where: { id } });
}

function contradiction(
  payout: Payout,
  found: { livemode: boolean; amount: number; currency: string; destination: string | null },
  expected: { amount: bigint; currency: string },
): string | null {
  if (found.livemode !== isLive() || found.livemode !== payout.livemode) return "test and live payouts are mixed";
  if (BigInt(found.amount) !== expected.amount || found.currency !== expected.currency)
    return "the amount differs from the payout's";
  if (found.destination !== payout.destination) return "the account differs from the payout's";
  return null;
}

const transferred = ({ amountMicros }: Payout) => ({
  amount: amountMicros / MICROS_PER_CENT,
  currency: "usd",
});

const sentToBank = (payout: Payout) =>
  payout.bankAmount !== null && payout.bankCurrency !== null
    ? { amount: payout.bankAmount, currency: payout.bankCurrency }
    : transferred(payout);

async function applyTransfer(
  db: Queryable,
  { livemode }: Stripe.Event,
  transfer: Stripe.Transfer,
): Promise<string | null> {
  const payout = await lock(db, transfer.metadata.payout_id);
  if (!payout) return null;
  const { amount, currency, destination } = transfer;
  const to = typeof destination === "string" ? destination : (destination?.id ?? null);
  const found = { livemode, amount, currency, destination: to };
  const problem = contradiction(payout, found, transferred(payout));
  if (problem) return problem;
  if (payout.transferId !== null && payout.transferId !== transfer.id) return "the transfer differs from the payout's";
  await transfers.knowTransfer(payout.id, transfer.id, db);
  if (transfer.amount_reversed > 0)
    await transfers.giveBack(
      payout.id,
      transfer.amount_reversed,
      {
        attempt: null,
        failure: "The transfer was taken back.",
      },
      db,
    );
  return null;
}

async function applyBankPayout(
  db: Queryable,
  { type, livemode, account }: Stripe.Event,
  bank: Stripe.Payout,
): Promise<string | null> {
  const payout = await lock(db, bank.metadata?.payout_id);
  if (!payout) return null;
  const { amount, currency } = bank;
  const found = { livemode, amount, currency, destination: account ?? null };
  const problem = contradiction(payout, found, sentToBank(payout));
  if (problem) return problem;
  if (payout.bankPayoutId !== null && payout.bankPayoutId !== bank.id)
    return "the bank's payout differs from the payout's";
  await transfers.knowBankPayout(payout.id, bank.id, db);
  if (type === "payout.paid") await transfers.arrived(payout.id, db);
  else await transfers.turnBack(payout.id, bank.failure_message ?? "The bank refused the payout.", db);
  return null;
}
