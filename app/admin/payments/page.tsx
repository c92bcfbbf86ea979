import type { Metadata } from "next";
import { AccountLink, MoneyList } from "@/app/admin/_components/money-list";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { Badge, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import * as money from "@/lib/money/payouts/admin";
import { type AdminPayment, AdminPaymentQuery } from "@/lib/money/payouts/admin-schemas";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Payments", robots: { index: false } };

const PATH = "/admin/payments";
const TONES: Record<string, Tone> = { paid: "ok", failed: "bad", processing: "warn" };

export default async function PaymentsPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AdminPaymentQuery, list: money.payments });
  return (
    <MoneyList
      title="Payments"
      about="All top-ups, newest first. Refund a payment in Stripe, and the amount is deducted from the balance."
      {...list}
      choices={[
        {
          name: "status",
          label: "Status",
          options: [
            ["paid", "Paid"],
            ["processing", "Processing"],
            ["open", "Open"],
            ["failed", "Failed"],
            ["expired", "Expired"],
            ["created", "Created"],
          ],
        },
        {
          name: "reversed",
          label: "Refunded",
          options: [
            ["refunded", "Refunded"],
            ["disputed", "Disputed"],
          ],
        },
      ]}
      columns={[
        {
          title: "Account",
          isMain: true,
          cell: ({ account }) => <AccountLink account={account} />,
        },
        {
          title: "Status",
          isTight: true,
          cell: ({ state, refunded, disputed }) => (
            <span className="inline-flex flex-wrap gap-1">
              <Badge tone={TONES[state] ?? "plain"}>{state}</Badge>
              {refunded > 0 && <Badge tone="warn">refunded {dollars(refunded)}</Badge>}
              {disputed > 0 && <Badge tone="bad">disputed {dollars(disputed)}</Badge>}
            </span>
          ),
        },
        { title: "Processor ID", cell: (row) => <Processor {...row} /> },
        { title: "Created", isTight: true, cell: (row) => <RelativeTime time={row.created_at} /> },
        {
          title: "Amount",
          isNumber: true,
          cell: ({ amount, tax }) => `${dollars(amount)}${tax > 0 ? ` + ${dollars(tax)} tax` : ""}`,
        },
      ]}
    />
  );
}

/** The ids by which the processor knows a payment, and why it failed. */
function Processor({ payment_intent_id, session_id, receipt_url, failure, automatic }: AdminPayment) {
  return (
    <span className="grid min-w-0 gap-0.5 text-xs">
      <code className="wrap-anywhere">{payment_intent_id ?? session_id ?? "none yet"}</code>
      {automatic && <span className="text-muted">automatic</span>}
      {failure && <span className="text-bad">{failure}</span>}
      {receipt_url && (
        <a className="underline" href={receipt_url} target="_blank" rel="noreferrer">
          Receipt
        </a>
      )}
    </span>
  );
}
