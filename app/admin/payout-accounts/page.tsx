import type { Metadata } from "next";
import { AccountLink, MoneyList } from "@/app/admin/_components/money-list";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { Badge, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import * as money from "@/lib/money/payouts/admin";
import { type AdminPayoutAccount, AdminPayoutAccountQuery } from "@/lib/money/payouts/admin-schemas";

export const metadata: Metadata = { title: "Payout accounts", robots: { index: false } };

const PATH = "/admin/payout-accounts";
const STATES: Record<string, [title: string, tone: Tone]> = {
  ready: ["Ready", "ok"],
  restricted: ["Restricted", "bad"],
  incomplete: ["Incomplete", "warn"],
  none: ["Refused", "bad"],
};
const DUE_SHOWN = 3;

export default async function PayoutAccountsPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AdminPayoutAccountQuery, list: money.payoutAccounts });
  return (
    <MoneyList
      title="Payout accounts"
      about="Developers' accounts at the payment processor, newest first. Developers provide what it requires."
      {...list}
      choices={[
        {
          name: "status",
          label: "Status",
          options: Object.entries(STATES).map(([state, [title]]) => [state, title]),
        },
      ]}
      columns={[
        {
          title: "Developer",
          isMain: true,
          cell: ({ developer }) => <AccountLink account={developer} />,
        },
        { title: "Status", isTight: true, cell: (account) => <State account={account} /> },
        {
          title: "Processor ID",
          cell: ({ processor_account_id: id, due }) => (
            <span className="grid min-w-0 gap-0.5 text-xs">
              <code className="wrap-anywhere">{id ?? "–"}</code>
              {due.length > 0 && <span className="wrap-anywhere text-muted">requires {dueText(due)}</span>}
            </span>
          ),
        },
        {
          title: "Bank",
          cell: ({ country, bank_name: name, bank_last4: last4 }) => (
            <span className="wrap-anywhere">
              {[country, last4 ? `${name ?? "Account"} …${last4}` : null].filter(Boolean).join(" · ") || "–"}
            </span>
          ),
        },
        {
          title: "Updated",
          isTight: true,
          cell: ({ synced_at, created_at }) => <RelativeTime time={synced_at ?? created_at} />,
        },
      ]}
    />
  );
}

function State({ account: { state, monthly, refusals } }: { account: AdminPayoutAccount }) {
  const [title, tone] = STATES[state] ?? [state, "plain"];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{refusals > 1 ? `${title} ${refusals}×` : title}</Badge>
      {monthly && <Badge tone="plain">Monthly</Badge>}
    </span>
  );
}

function dueText(due: string[]): string {
  const more = due.length - DUE_SHOWN;
  return due.slice(0, DUE_SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
