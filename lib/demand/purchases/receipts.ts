/**
 * Receipts of purchases: every charge and refund of one, as the ledger has them. A receipt is made when it is asked for and
 * stored nowhere.
 */

import * as purchases from "@/lib/demand/purchases/service";
import * as documents from "@/lib/money/payments/documents";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { toCredits } from "@/lib/platform/core/money";
import * as site from "@/lib/platform/site/service";
import type { PurchaseView } from "@/lib/supply/skills/schemas";

/** Newest terms of a purchase that a receipt lists. */
const MAX_TERMS = 500;

/** What moved for a purchase: negative amounts were charged, positive ones refunded, in credits. */
type Charge = { id: string; kind: string; amount: number; at: Date };
export type Receipt = {
  purchase: PurchaseView;
  charges: Charge[];
  /** Charges less refunds, in credits. */
  total: number;
  creditNotes: { id: string; number: string }[];
  buyer: { name: string; email: string };
  issuer: { name: string; details: string[] };
};

/** The receipt of one of the caller's purchases. Throws not_found for another's. */
export async function get(caller: Caller, id: string): Promise<Receipt> {
  const purchase = await purchases.get(caller, id);
  const charges = await chargesOf(caller, id);
  const creditNotes = await documents.about(caller, { purchaseId: id });
  const { settings } = await site.current();
  return {
    purchase,
    charges,
    total: charges.reduce((sum, { amount }) => sum - amount, 0),
    creditNotes,
    buyer: { name: caller.name, email: caller.email },
    issuer: { name: settings.operator_name, details: settings.operator_details },
  };
}

async function chargesOf({ accountId }: Caller, id: string): Promise<Charge[]> {
  const bought = await prisma().purchase.findUnique({ where: { id }, select: { term: true } });
  if (!bought) throw notFound();
  const first = Math.max(1, bought.term - MAX_TERMS + 1);
  const terms = Array.from({ length: bought.term - first + 1 }, (_, at) => `${id}:${first + at}`);
  const transactions = await prisma().ledgerTransaction.findMany({
    where: { sourceType: { in: ["purchase", "refund"] }, sourceId: { in: terms } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const entries = await prisma().ledgerEntry.findMany({
    where: {
      transactionId: { in: transactions.map((row) => row.id) },
      account: "wallet",
      ownerId: accountId,
    },
  });
  return transactions.map(({ id: transactionId, kind, createdAt }) => ({
    id: transactionId,
    kind,
    at: createdAt,
    amount: toCredits(
      entries
        .filter((entry) => entry.transactionId === transactionId)
        .reduce((sum, { amountMicros }) => sum + amountMicros, 0n),
    ),
  }));
}
