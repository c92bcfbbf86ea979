/** Receipts and credit notes as pages. */

import type { DocumentReason } from "@/lib/money/payments/document-schemas";
import type { Paper } from "@/lib/money/payments/documents";
import { type PdfLine, textPdf } from "@/lib/platform/core/pdf";

const WHAT: Record<DocumentReason, string> = {
  payment: "Prepaid credits",
  refund: "Refund of prepaid credits",
  dispute: "Prepaid credits, returned to the payer's bank",
  purchase_refund: "Refund of a purchase, in prepaid credits",
  refund_reversed: "Prepaid credits, after money that was returned came back",
};

/** Dollars with at least two decimals, and as many as the amount has. */
const dollars = (amount: number) =>
  `$${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;

/** The lines that say who issued a document, and to whom. */
export function partyLines({ issuer, buyer }: Pick<Paper, "issuer" | "buyer">): PdfLine[] {
  return [
    { text: "" },
    { text: "Issued by", isBold: true },
    ...[issuer.name, ...issuer.details].map((text) => ({ text })),
    { text: "" },
    { text: "Billed to", isBold: true },
    { text: buyer.name },
    { text: buyer.email },
    { text: "" },
  ];
}

/** A document as a PDF. */
export function documentPdf({ view, buyer, issuer }: Paper): Uint8Array<ArrayBuffer> {
  const corrected = view.purchase_id ? `the receipt of purchase ${view.corrects}` : view.corrects;
  const lines: PdfLine[] = [
    { text: view.kind === "receipt" ? "Receipt" : "Credit note", size: 20, isBold: true },
    { text: `Number ${view.number}` },
    { text: `Date ${new Date(view.issued_at).toISOString().slice(0, "2026-11-20".length)}` },
    ...(corrected ? [{ text: `Corrects ${corrected}` }] : []),
    ...partyLines({ issuer, buyer }),
    { text: WHAT[view.reason], size: 12, isBold: true },
    { text: `Net: ${dollars(view.net)}` },
    { text: `Tax: ${dollars(view.tax)}` },
    { text: `Total: ${dollars(view.total)}`, size: 12, isBold: true },
    { text: "" },
    { text: "Amounts in US dollars; 1 credit is 1 US dollar without tax.", size: 8 },
  ];
  return textPdf(lines);
}
