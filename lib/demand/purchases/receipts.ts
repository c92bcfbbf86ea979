/**
 * Receipts of purchases: every charge and refund of one, as the ledger has them. A receipt is made when it is asked for and
 * stored nowhere.
 */

import * as purchases from "@/lib/demand/purchases/service";
import * as documents from "@/lib/money/billing/documents";
import type { Party } from "@/lib/money/billing/service";
import * as billing from "@/lib/money/billing/service";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { toCredits } from "@/lib/platform/core/money";
import type { PurchaseView } from "@/lib/supply/skills/purchase-schemas";

/** Newest terms of a purchase that a receipt lists. */
const MAX_TERMS = 500;
const SERIES_CHARS = 8;
const TERM_DIGITS = 4;

/** What moved for a purchase: negative amounts were charged, positive ones refunded, in credits. */
type Charge = {
  id: string;
  kind: string;
  amount: number;
  at: Date;
  /** The receipt's number, in a series of the purchase; null for a refund, whose credit note has its own. */
  number: string | null;
  /** The term that was charged or refunded. */
  from: Date;
  until: Date;
};
export type Receipt = {
  purchase: PurchaseView;
  charges: Charge[];
  total: number;
  creditNotes: { id: string; number: string }[];
  buyer: Party;
  issuer: { name: string; lines: string[] };
};

/**
 * The receipt of one of the caller's purchases, its parties as they were at the charge that is asked for, or else the
 * newest.
 */
export async function get(caller: Caller, id: string, chargeId?: string): Promise<Receipt> {
  const purchase = await purchases.get(caller, id);
  const charges = await chargesOf(caller, id);
  const asked = chargeId ? charges.find((charge) => charge.id === chargeId) : charges.at(-1);
  if (!asked) throw notFound();
  const creditNotes = await documents.about(caller, { purchaseId: id });
  return {
    purchase,
    charges: chargeId ? [asked] : charges,
    total: (chargeId ? [asked] : charges).reduce((sum, { amount }) => sum - amount, 0),
    creditNotes,
    buyer: await billing.partyAt(caller.accountId, asked.at),
    issuer: await billing.operatorAt(asked.at),
  };
}

type Term = { term: number; from: Date; until: Date };

async function termsOf({ accountId }: Caller, id: string): Promise<Term[]> {
  return query<Term>(
    "receipts.terms",
    `SELECT t.term, CASE WHEN t.term = 1 THEN p.anchor_at
        ELSE term_end(p.anchor_at, p.interval, t.term - 1) END AS from,
        term_end(p.anchor_at, p.interval, t.term) AS until
      FROM purchase p, generate_series(greatest(1, p.term - ${MAX_TERMS - 1}), p.term) AS t (term)
        WHERE p.id = $1 AND p.buyer_id = $2 ORDER BY 1`,
    [id, accountId],
  );
}

async function chargesOf(caller: Caller, id: string): Promise<Charge[]> {
  const terms = new Map((await termsOf(caller, id)).map((term) => [`${id}:${term.term}`, term]));
  const transactions = await prisma().ledgerTransaction.findMany({
    where: { sourceType: { in: ["purchase", "refund"] }, sourceId: { in: [...terms.keys()] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const entries = await prisma().ledgerEntry.findMany({
    where: {
      transactionId: { in: transactions.map((row) => row.id) },
      account: "wallet",
      ownerId: caller.accountId,
    },
  });
  return transactions.flatMap(({ id: transactionId, kind, createdAt, sourceId, sourceType }) => {
    const term = terms.get(sourceId);
    const own = entries.filter((entry) => entry.transactionId === transactionId);
    if (!term) return [];
    return {
      id: transactionId,
      kind,
      at: createdAt,
      amount: toCredits(own.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)),
      number: sourceType === "purchase" ? numberOf(id, term.term) : null,
      from: term.from,
      until: term.until,
    };
  });
}

/** The end of the purchase's id names its series, in which terms count up without a gap. */
const numberOf = (id: string, term: number) =>
  `${id.slice(-SERIES_CHARS).toUpperCase()}-${String(term).padStart(TERM_DIGITS, "0")}`;
