import { Download } from "lucide-react";
import type { Metadata } from "next";
import { nextPath } from "@/app/(account)/next-path";
import { requireCaller } from "@/app/viewer";
import { buttonStyle } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { credits, relative } from "@/components/ui/format";
import { Badge, Empty, PageHead, Panel } from "@/components/ui/panel";
import { Arrival, TopUp } from "@/components/wallet/top-up";
import * as ledger from "@/lib/ledger/service";
import * as payments from "@/lib/payments/service";

export const metadata: Metadata = { title: "Wallet", robots: { index: false } };

const ENTRIES_SHOWN = 50;
const ORDERS_SHOWN = 10;
const signed = (amount: number) => `${amount > 0 ? "+" : "−"}${credits(Math.abs(amount))}`;

export default async function WalletPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string; order?: string }>;
}) {
  const [caller, { next, order }] = [await requireCaller("/wallet"), await searchParams];
  const [balance, entries, orders] = await Promise.all([
    ledger.balance(caller),
    ledger.list(caller, { limit: ENTRIES_SHOWN, offset: 0 }),
    payments.listOrders(caller, { limit: ORDERS_SHOWN, offset: 0 }),
  ]);
  return (
    <>
      <PageHead title="Wallet">1 credit is 1 US dollar. Credits do not expire.</PageHead>
      {order && <Arrival orderId={order} />}
      <div className="grid gap-4 lg:grid-cols-[16rem_1fr]">
        <Panel title="Balance">
          <p className="font-mono text-2xl font-semibold">{credits(balance.available)}</p>
          <p className="text-xs text-muted">
            credits available{balance.held > 0 && `, ${credits(balance.held)} held for calls under way`}
          </p>
        </Panel>
        <Panel title="Buy credits">
          <TopUp packs={payments.listPacks().data} next={next ? nextPath(next) : null} />
        </Panel>
      </div>
      <Panel
        title="Movements"
        className="mt-4"
        action={
          entries.data.length > 0 && (
            <a href="/wallet/export" download className={buttonStyle({ size: "sm" })}>
              <Download size={14} aria-hidden /> CSV
            </a>
          )
        }
      >
        {entries.data.length === 0 ? (
          <Empty title="Nothing has moved yet">
            Buy credits, then run your first skill: it shows up here to the millionth of a credit.
          </Empty>
        ) : (
          <DataTable
            label="Movements of your credits"
            rows={entries.data}
            keyOf={({ id }) => id}
            columns={[
              { title: "What", cell: (entry) => entry.kind, isMain: true },
              { title: "For", cell: (entry) => entry.subject ?? "–" },
              {
                title: "When",
                cell: (entry) => (
                  <time dateTime={entry.created_at.toISOString()} title={entry.created_at.toISOString()}>
                    {relative(entry.created_at)}
                  </time>
                ),
              },
              { title: "Amount", cell: (entry) => signed(entry.amount), isNumber: true },
              { title: "Balance", cell: (entry) => credits(entry.balance_after), isNumber: true },
            ]}
          />
        )}
      </Panel>
      {orders.data.length > 0 && (
        <Panel title="Payments" className="mt-4">
          <DataTable
            label="Your payments"
            rows={orders.data}
            keyOf={({ id }) => id}
            columns={[
              { title: "When", cell: (row) => relative(row.created_at) },
              {
                title: "State",
                cell: (row) => (
                  <Badge tone={row.state === "paid" ? "ok" : row.state === "failed" ? "bad" : "plain"}>
                    {row.state}
                  </Badge>
                ),
              },
              { title: "Credits", cell: (row) => credits(row.credits), isNumber: true },
              { title: "Given back", cell: (row) => credits(row.refunded), isNumber: true },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
