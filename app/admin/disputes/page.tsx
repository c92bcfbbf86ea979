import type { Metadata } from "next";
import { AccountLink, MoneyList } from "@/app/admin/_components/money-list";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { Badge } from "@/components/ui/badge";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import * as money from "@/lib/money/payouts/admin";
import { AdminDisputeQuery } from "@/lib/money/payouts/admin-schemas";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Disputes", robots: { index: false } };

const PATH = "/admin/disputes";

export default async function DisputesPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AdminDisputeQuery, list: money.disputes });
  return (
    <MoneyList
      title="Disputes"
      about="Chargebacks. Submit evidence in Stripe by the due date."
      {...list}
      choices={[
        {
          name: "status",
          label: "Status",
          options: [
            ["needs_response", "Needs a response"],
            ["open", "Open"],
            ["over", "Over"],
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
          cell: (row) => (
            <Badge tone={row.needs_response ? "bad" : "plain"}>{row.status.replaceAll("_", " ") || "unknown"}</Badge>
          ),
        },
        {
          title: "Processor ID",
          cell: ({ id, payment_id, payment_intent_id }) => (
            <span className="grid min-w-0 gap-0.5 text-xs">
              <code className="wrap-anywhere">{id}</code>
              <Link className="underline" href={hrefOf("/admin/payments", { search: payment_id })}>
                {payment_intent_id ?? "the payment"}
              </Link>
            </span>
          ),
        },
        { title: "Opened", isTight: true, cell: (row) => <RelativeTime time={row.opened_at} /> },
        {
          title: "Evidence due",
          isTight: true,
          cell: (row) => (row.evidence_due_at ? <RelativeTime time={row.evidence_due_at} /> : "unknown"),
        },
        {
          title: "Taken",
          isNumber: true,
          cell: ({ taken, amount }) => `${dollars(taken)}${amount === null ? "" : ` of ${dollars(amount)}`}`,
        },
      ]}
    />
  );
}
