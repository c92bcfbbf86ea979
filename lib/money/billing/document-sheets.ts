/** Receipts, credit notes and monthly statements as pages of a PDF. */

import type { DocumentReason } from "@/lib/money/billing/document-schemas";
import type { Paper } from "@/lib/money/billing/documents";
import type { PdfNode } from "@/lib/money/billing/pdf";
import type { BillingStatement } from "@/lib/money/billing/schemas";
import { day, dollars, type Sheet, sheetOf, type Table } from "@/lib/money/billing/sheet";

const WHAT: Record<DocumentReason, string> = {
  payment: "Prepaid balance",
  refund: "Refund of prepaid balance",
  dispute: "Prepaid balance returned to the payer's bank",
  purchase_refund: "Refund of a purchase, to the prepaid balance",
  refund_reversed: "Prepaid balance, after a returned payment came back",
};
const ENTRIES: Record<string, string> = {
  topup: "Payment",
  grant: "Granted by the marketplace",
  purchase: "Subscription",
  renewal: "Subscription renewal",
  purchase_refund: "Refund of a purchase",
  refund: "Payment refunded",
  refund_reversed: "Returned payment came back",
};
const AMOUNT = { title: "Amount", share: 2, isNumber: true };

/** A receipt or a credit note as a page. */
export function documentSheet({ view, buyer, issuer }: Paper, logo: Buffer | null): PdfNode {
  const corrected = view.purchase_id ? `the receipt of purchase ${view.corrects}` : view.corrects;
  return sheetOf({
    title: view.kind === "receipt" ? "Receipt" : "Credit note",
    facts: [
      ["Number", view.number],
      ["Date", day(view.issued_at as Date)],
      ...(corrected ? [["Corrects", corrected] satisfies [string, string]] : []),
    ],
    issuer,
    buyer,
    tables: [
      {
        columns: [
          { title: "Description", share: 5 },
          { title: "Quantity", share: 2, isNumber: true },
          { title: "Unit price", share: 2, isNumber: true },
          AMOUNT,
        ],
        rows: [[WHAT[view.reason], "1", dollars(view.net), dollars(view.net)]],
      },
    ],
    totals: [
      ["Subtotal", dollars(view.net)],
      ["Tax", dollars(view.tax)],
      [view.kind === "receipt" ? "Total paid" : "Total returned", dollars(view.total)],
    ],
    note: "Amounts in US dollars. The balance is credited before tax.",
    logo,
  });
}

type Bill = Pick<Sheet, "issuer" | "buyer" | "logo">;

const counted = (count: number) => count.toLocaleString("en-US");

/** The statement of a month as a page. */
export function statementSheet(statement: BillingStatement, parties: Bill): PdfNode {
  const { month, lines, skills, units, keys } = statement;
  const used = (title: string, first: string, rows: string[][]): Table => ({
    title,
    columns: [{ title: first, share: 6 }, { title: "Calls", share: 2, isNumber: true }, AMOUNT],
    rows,
  });
  return sheetOf({
    title: "Statement",
    facts: [["Period", `${month} (UTC)`]],
    ...parties,
    tables: [
      {
        title: "Payments, purchases and refunds",
        columns: [{ title: "Date", share: 2 }, { title: "Description", share: 6 }, AMOUNT],
        rows: lines.map(({ at, kind, subject, amount }) => [
          day(at as Date),
          [ENTRIES[kind] ?? kind, subject].filter(Boolean).join(": "),
          dollars(amount),
        ]),
      },
      used(
        "Calls by skill",
        "Skill",
        skills.map(({ skill, calls, amount }) => [skill, counted(calls), dollars(-amount)]),
      ),
      ...(units.length === 0
        ? []
        : [
            {
              title: "Units by skill",
              columns: [
                { title: "Skill", share: 5 },
                { title: "Unit", share: 3 },
                { title: "Free", share: 2, isNumber: true },
                { title: "Used", share: 2, isNumber: true },
              ],
              rows: units.map(({ skill, name, free, quantity }) => [skill, name, counted(free), counted(quantity)]),
            },
          ]),
      used(
        "Calls by API key",
        "Key",
        keys.map(({ key_prefix, name, calls, amount }) => [
          key_prefix ? [name, `${key_prefix}…`].filter(Boolean).join(" ") : "Website",
          counted(calls),
          dollars(-amount),
        ]),
      ),
    ],
    totals: [
      ["Opening balance", dollars(statement.opening)],
      ["Payments and grants", dollars(statement.topped_up)],
      ["Subscriptions", dollars(statement.purchases)],
      ["Calls and downloads", dollars(statement.calls)],
      ["Refunds of purchases", dollars(statement.refunds)],
      ["Payments returned", dollars(statement.payments_returned)],
      ...(statement.other ? [["Other", dollars(statement.other)] satisfies [string, string]] : []),
      ["Closing balance", dollars(statement.closing)],
    ],
    note: "Amounts in US dollars. Calls by key count every successful call, free ones too.",
  });
}
