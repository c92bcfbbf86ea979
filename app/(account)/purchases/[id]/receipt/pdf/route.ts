import { CHARGES } from "@/app/(account)/purchases/[id]/receipt/_components/charges";
import * as receipts from "@/lib/demand/purchases/receipts";
import { day } from "@/lib/interfaces/client/format";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { partyLines } from "@/lib/money/payments/document-pdf";
import { IdParams } from "@/lib/platform/core/fields";
import { type PdfLine, textPdf } from "@/lib/platform/core/pdf";
import { dollars } from "@/lib/supply/skills/price-text";

export const GET = endpoint(
  {
    access: "account",
    tag: "Money",
    summary: "Download the receipt of a purchase",
    params: IdParams,
    limit: "export",
    stream: { type: "application/pdf", description: "A PDF of one or more pages." },
    errors: ["not_found"],
  },
  async ({ caller, params }) =>
    new Response(textPdf(linesOf(await receipts.get(caller, params.id))), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="receipt-${params.id}.pdf"`,
        "cache-control": "no-store",
      },
    }),
);

function linesOf({ purchase, charges, total, buyer, issuer }: receipts.Receipt): PdfLine[] {
  const gap = { text: "" };
  return [
    { text: "Receipt", size: 20, isBold: true },
    { text: `Number ${purchase.id}` },
    ...partyLines({ issuer, buyer }),
    { text: purchase.skill.name, size: 12, isBold: true },
    ...charges.map(({ kind, amount, at }) => ({
      text: `${day(at)}   ${CHARGES[kind] ?? kind}   ${amount > 0 ? "-" : ""}${dollars(Math.abs(amount))}`,
    })),
    gap,
    { text: `Total paid: ${dollars(total)}`, size: 12, isBold: true },
    { text: "Paid with prepaid credits; 1 credit is 1 US dollar.", size: 8 },
  ];
}
