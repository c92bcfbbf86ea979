/**
 * Receipts of payments, and credit notes of what was returned. Invariants: each is issued in the transaction that moves the
 * credits, once, and never changed; the numbers of a kind have no gap; its net amount is what the ledger moved.
 */

import type { DocumentKind, DocumentReason, DocumentView } from "@/lib/money/billing/document-schemas";
import type { Party } from "@/lib/money/billing/service";
import * as billing from "@/lib/money/billing/service";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Document } from "@/lib/platform/core/generated/client";
import { isUuid, newId } from "@/lib/platform/core/ids";
import { type Micros, toCredits } from "@/lib/platform/core/money";
import { type CursorRequest, MAX_TOTAL, NEWEST_FIRST, newestPage } from "@/lib/platform/core/page";
import * as site from "@/lib/platform/site/service";

const NUMBER_DIGITS = 6;
const PREFIXES = { receipt: "R", credit_note: "CN" };

/** What a document is issued for; exactly one of order and purchase. */
export type Issued = {
  kind: DocumentKind;
  reason: DocumentReason;
  accountId: string;
  orderId?: string;
  purchaseId?: string;
  source: { type: "topup" | "reversal" | "refund"; id: string };
  net: Micros;
  tax: Micros;
};

export type Paper = {
  view: DocumentView;
  buyer: Party;
  issuer: { name: string; lines: string[] };
};

/**
 * Issues a document inside the caller's transaction, which has posted its source; issued before, it does nothing. Call it last:
 * it takes the lock of the numbers, which all others then wait for.
 */
export async function issue(db: Queryable, issued: Issued): Promise<void> {
  const { kind, accountId, orderId = null, purchaseId = null, reason, source, net, tax } = issued;
  const { settings } = await site.current(db);
  const corrected = reason === "payment" || !orderId ? null : await correctedBy(db, kind, orderId);
  await query(
    "documents.issue",
    `SELECT id FROM document_issue($id, $kind, $account, $order, $purchase, $corrects, $reason, $source_type,
       $source_id, $net, $tax, $issuer_name, $issuer_details)`,
    {
      id: newId(),
      kind,
      account: accountId,
      order: orderId,
      purchase: purchaseId,
      corrects: corrected,
      reason,
      source_type: source.type,
      source_id: source.id,
      net,
      tax,
      issuer_name: settings.operator_name,
      issuer_details: JSON.stringify(settings.operator_details),
    },
    db,
  );
}

/** A credit note corrects its payment's first receipt; a receipt of money that came back, the newest credit note. */
async function correctedBy(db: Queryable, kind: DocumentKind, orderId: string): Promise<string | null> {
  const found = await prisma(db).document.findFirst({
    where: { orderId, kind: kind === "receipt" ? "credit_note" : "receipt" },
    orderBy: { number: kind === "receipt" ? "desc" : "asc" },
    select: { id: true },
  });
  return found?.id ?? null;
}

/** The sum of what was issued for a payment so far, receipts less credit notes. */
export async function balanceOf(db: Queryable, orderId: string): Promise<{ net: Micros; tax: Micros }> {
  const rows = await prisma(db).document.findMany({ where: { orderId } });
  const sum = (field: "netMicros" | "taxMicros") =>
    rows.reduce((total, row) => total + (row.kind === "receipt" ? row[field] : -row[field]), 0n);
  return { net: sum("netMicros"), tax: sum("taxMicros") };
}

const numberOf = ({ kind, number }: Pick<Document, "kind" | "number">) =>
  `${PREFIXES[kind as DocumentKind]}-${String(number).padStart(NUMBER_DIGITS, "0")}`;

async function toViews(rows: Document[]): Promise<DocumentView[]> {
  const ids = rows.flatMap(({ correctsId }) => correctsId ?? []);
  const corrected = await prisma().document.findMany({
    where: { id: { in: ids } },
    select: { id: true, kind: true, number: true },
  });
  return rows.map((row) => {
    const target = corrected.find(({ id }) => id === row.correctsId);
    return {
      id: row.id,
      kind: row.kind as DocumentKind,
      number: numberOf(row),
      reason: row.reason as DocumentReason,
      order_id: row.orderId,
      purchase_id: row.purchaseId,
      corrects: target ? numberOf(target) : row.purchaseId,
      net: toCredits(row.netMicros),
      tax: toCredits(row.taxMicros),
      total: toCredits(row.netMicros + row.taxMicros),
      issued_at: row.createdAt,
    };
  });
}

/** The caller's receipts and credit notes, newest first. */
export async function list({ accountId }: Pick<Caller, "accountId">, page: CursorRequest) {
  const where = { accountId };
  const id = page.starting_after;
  const last = id ? await prisma().document.findUnique({ where: { id, ...where } }) : null;
  const { slice, after, wrap } = newestPage(page, last);
  const [rows, count] = await Promise.all([
    prisma().document.findMany({ where: { ...where, ...after }, ...slice }),
    prisma().document.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return wrap(await toViews(rows), count, page);
}

/** The documents of some of the caller's payments or of a purchase, oldest first. */
export async function about(
  { accountId }: Pick<Caller, "accountId">,
  { orderIds = [], purchaseId }: { orderIds?: string[]; purchaseId?: string },
): Promise<DocumentView[]> {
  const rows = await prisma().document.findMany({
    where: { accountId, ...(purchaseId ? { purchaseId } : { orderId: { in: orderIds } }) },
    orderBy: [{ createdAt: "asc" }, { number: "asc" }],
  });
  return toViews(rows);
}

/** One of the caller's documents, with its issuer and its buyer as they were that day. */
export async function get({ accountId }: Pick<Caller, "accountId">, id: string): Promise<Paper> {
  const row = isUuid(id) ? await prisma().document.findFirst({ where: { id, accountId } }) : null;
  const [view] = row ? await toViews([row]) : [];
  if (!row || !view) throw notFound();
  const buyer = await billing.partyAt(accountId, row.createdAt);
  return {
    view,
    buyer,
    issuer: { name: row.issuerName, lines: row.issuerDetails as string[] },
  };
}
