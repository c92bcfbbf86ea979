import type { Metadata } from "next";
import { AccountLink, MoneyList } from "@/app/admin/_components/money-list";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { Badge, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import * as money from "@/lib/money/payouts/admin";
import { AdminPayoutQuery } from "@/lib/money/payouts/admin-schemas";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Payouts", robots: { index: false } };

const PATH = "/admin/payouts";
const TONES: Record<string, Tone> = { paid: "ok", failed: "bad", returning: "warn", pending: "warn" };

export default async function PayoutsPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AdminPayoutQuery, list: money.payouts });
  return (
    <MoneyList
      title="Payouts"
      about="Payouts to developers, newest first."
      {...list}
      choices={[
        {
          name: "status",
          label: "Status",
          options: [
            ["pending", "Pending"],
            ["in_transit", "In transit"],
            ["paid", "Paid"],
            ["returning", "Returning"],
            ["failed", "Failed"],
          ],
        },
      ]}
      columns={[
        {
          title: "Developer",
          isMain: true,
          cell: ({ developer }) => <AccountLink account={developer} />,
        },
        {
          title: "Status",
          isTight: true,
          cell: ({ state, refusals }) => (
            <span className="inline-flex flex-wrap gap-1">
              <Badge tone={TONES[state] ?? "plain"}>{state.replaceAll("_", " ")}</Badge>
              {refusals > 0 && state !== "paid" && <Badge tone="bad">refused {refusals}×</Badge>}
            </span>
          ),
        },
        {
          title: "Processor ID",
          cell: ({ transfer_id, bank_payout_id, destination, failure }) => (
            <span className="grid min-w-0 gap-0.5 text-xs">
              <code className="wrap-anywhere">{bank_payout_id ?? transfer_id ?? destination}</code>
              {failure && <span className="text-bad">{failure}</span>}
            </span>
          ),
        },
        { title: "Created", isTight: true, cell: (row) => <RelativeTime time={row.created_at} /> },
        { title: "Amount", isNumber: true, cell: (row) => dollars(row.amount) },
      ]}
    />
  );
}
