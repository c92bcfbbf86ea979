import { Download } from "lucide-react";
import { TRANSACTIONS } from "@/app/_lib/words";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type * as ledger from "@/lib/money/ledger/service";
import type { OrderView } from "@/lib/money/payments/schemas";
import type * as payments from "@/lib/money/payments/service";
import { dollars } from "@/lib/platform/core/dollars";
import type { PurchaseView } from "@/lib/supply/skills/purchase-schemas";

type Paged<Lists extends (...args: never[]) => Promise<{ data: unknown[] }>> = {
  page: Awaited<ReturnType<Lists>>;
  params: { from?: string | undefined; payments?: string | undefined };
};

const signed = (amount: number) => `${amount > 0 ? "+" : "−"}${dollars(Math.abs(amount))}`;

/** What subscriptions will cost soon; nothing without any. */
export function Renewals({ rows }: { rows: PurchaseView[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Upcoming renewals" className="mt-4">
      <DataTable
        label="Your next renewals"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Skill",
            cell: (row) => <Link href={`/skills/${row.skill.slug}`}>{row.skill.name}</Link>,
            isMain: true,
          },
          {
            title: "On",
            cell: ({ current_period_end: end }) => (
              <time dateTime={new Date(end).toISOString()} title={new Date(end).toISOString()}>
                {new Date(end).toISOString().slice(0, "2026-11-20".length)}
              </time>
            ),
          },
          { title: "Price", cell: (row) => dollars(row.next_plan?.price ?? row.price), isNumber: true },
        ]}
      />
    </Panel>
  );
}

/** Every transaction, with the balance after it. */
export function Transactions({ page, params }: Paged<typeof ledger.list>) {
  return (
    <List
      label="Your transactions"
      panel={{
        title: "Transactions",
        id: "transactions",
        className: "mt-4",
        action: page.data.length > 0 && (
          <a href="/wallet/export" download className={buttonStyle({ size: "sm" })}>
            <Download size={14} aria-hidden /> CSV
          </a>
        ),
      }}
      path="/wallet"
      params={params}
      place="from"
      page={page}
      keyOf={({ id }) => id}
      empty={{ title: "No transactions yet", text: "Top-ups, purchases and calls appear here." }}
      columns={[
        { title: "Type", cell: (entry) => TRANSACTIONS[entry.kind] ?? entry.kind, isMain: true },
        { title: "Skill", cell: (entry) => entry.subject ?? "–" },
        {
          title: "When",
          cell: (entry) => <RelativeTime time={entry.created_at} />,
        },
        { title: "Amount", cell: (entry) => signed(entry.amount), isNumber: true },
        { title: "Balance", cell: (entry) => dollars(entry.balance_after), isNumber: true },
      ]}
    />
  );
}

const STATES = {
  created: "not started",
  open: "waiting for payment",
  processing: "processing",
  paid: "paid",
  failed: "failed",
  expired: "canceled",
};

/** Our receipt and credit notes of a payment, and the processor's own receipt. */
function Papers({ documents, receipt_url }: OrderView) {
  if (documents.length === 0 && !receipt_url) return "–";
  return (
    <span className="flex flex-wrap gap-x-2">
      {documents.map(({ id, kind, number }) => (
        <a
          key={id}
          className="whitespace-nowrap underline"
          href={`/v1/credits/documents/${id}/pdf`}
          download
          aria-label={`${kind === "receipt" ? "Receipt" : "Credit note"} ${number}, PDF`}
        >
          {number}
        </a>
      ))}
      {receipt_url && (
        <a className="underline" href={receipt_url} target="_blank" rel="noreferrer">
          Card receipt
        </a>
      )}
    </span>
  );
}

/** What was paid to the processor; nothing without any. */
export function Payments({ page, params }: Paged<typeof payments.listOrders>) {
  if (page.total === 0) return null;
  return (
    <List
      label="Your payments"
      panel={{ title: "Payments", id: "payments", className: "mt-4" }}
      path="/wallet"
      params={params}
      place="payments"
      page={page}
      keyOf={({ id }) => id}
      empty={{ title: "No payments yet" }}
      columns={[
        {
          title: "When",
          cell: (row) => <RelativeTime time={row.created_at} />,
          isMain: true,
        },
        {
          title: "Status",
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-1">
              <Badge tone={row.state === "paid" ? "ok" : row.state === "failed" ? "bad" : "plain"}>
                {STATES[row.state]}
              </Badge>
              {row.automatic && <Badge>automatic</Badge>}
              {row.skill && <span className="text-xs text-muted wrap-anywhere">for {row.skill.name}</span>}
              {row.failure && <span className="text-xs text-muted">{row.failure}</span>}
              {row.checkout_url && (
                <a className="text-xs text-accent-ink underline" rel="external" href={row.checkout_url}>
                  Continue payment
                </a>
              )}
            </span>
          ),
        },
        {
          title: "Receipts",
          cell: (row) => <Papers {...row} />,
        },
        { title: "Added", cell: (row) => dollars(row.credits), isNumber: true },
        { title: "Refunded", cell: (row) => dollars(row.refunded), isNumber: true },
      ]}
    />
  );
}
