import type { Receipt } from "@/lib/demand/purchases/receipts";
import type { PdfNode } from "@/lib/money/billing/pdf";
import { day, dollars, sheetOf } from "@/lib/money/billing/sheet";

/** What each kind of charge is called on a receipt. */
export const CHARGES: Record<string, string> = {
  purchase: "Subscription, first term",
  renewal: "Subscription, renewal",
  purchase_refund: "Refund",
};

/** The receipt of a purchase as a page. */
export function receiptSheet({ purchase, charges, total, buyer, issuer }: Receipt, logo: Buffer | null): PdfNode {
  const last = charges.at(-1);
  return sheetOf({
    title: "Receipt",
    facts: [
      ["Number", charges.findLast(({ number }) => number)?.number ?? purchase.id],
      ["Date", day(last?.at ?? (purchase.started_at as Date))],
      ["Skill", purchase.skill.name],
    ],
    issuer,
    buyer,
    tables: [
      {
        columns: [
          { title: "Number", share: 3 },
          { title: "Description", share: 4 },
          { title: "Period (UTC)", share: 4 },
          { title: "Charged", share: 2 },
          { title: "Amount", share: 2, isNumber: true },
        ],
        rows: charges.map(({ number, kind, from, until, at, amount }) => [
          number ?? "",
          CHARGES[kind] ?? kind,
          `${day(from)} to ${day(until)}`,
          day(at),
          dollars(-amount),
        ]),
      },
    ],
    totals: [["Total paid", dollars(total)]],
    note: "Paid from the prepaid balance. Tax, where it applies, is on the receipt of the top-up.",
    logo,
  });
}
