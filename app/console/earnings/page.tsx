import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { PayoutPanel } from "@/app/console/earnings/_components/payout-panel";
import { ConnectReturn, PayoutWatch } from "@/app/console/earnings/_components/payout-watch";
import { Entries, Payouts, Statements } from "@/app/console/earnings/_components/tables";
import { PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as earnings from "@/lib/money/ledger/earnings";
import { EarningsQuery } from "@/lib/money/ledger/earnings-schemas";
import { feeBpsOf } from "@/lib/money/ledger/fee";
import * as accounts from "@/lib/money/payouts/accounts";
import * as payouts from "@/lib/money/payouts/service";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Earnings", robots: { index: false } };

const ENTRIES_SHOWN = 25;
const PAYOUTS_SHOWN = 10;
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" });
const UNDER_WAY = ["pending", "in_transit", "returning"];

type Search = { month?: string; offset?: string; payouts?: string; connect?: string };

export default async function EarningsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [caller, asked] = [await requireCaller("/console/earnings"), await searchParams];
  const query = EarningsQuery.safeParse({ limit: String(ENTRIES_SHOWN), ...pick(asked) });
  const filters = query.success ? query.data : EarningsQuery.parse({ limit: String(ENTRIES_SHOWN) });
  const [feeBps, summary, account, paid, page, statements] = await Promise.all([
    feeBpsOf(caller.accountId),
    payouts.summary(caller),
    accounts.get(caller),
    payouts.list(caller, { limit: PAYOUTS_SHOWN, offset: readOffset(asked.payouts) }),
    earnings.list(caller, filters),
    earnings.statements(caller),
  ]);
  const underWay = paid.data.find(({ state }) => UNDER_WAY.includes(state));
  const params = { month: filters.month, payouts: asked.payouts };
  return (
    <>
      <PageHead title="Earnings">
        {100 - feeBps / 100}% of every sale is yours.{" "}
        {account.hold_days > 0 &&
          `It becomes available for payout ${account.hold_days} days later, after the refund window. `}
      </PageHead>
      {asked.connect === "done" && <ConnectReturn />}
      {asked.connect === "again" && (
        <p role="status" className="mb-6 rounded-lg border border-line bg-raised px-4 py-3">
          The link to the payment processor's form expired. Open it again.
        </p>
      )}
      {underWay && <PayoutWatch id={underWay.id} state={underWay.state} />}
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
        <Balance summary={summary} minimum={account.minimum} />
        <Panel title={account.state === "ready" ? "Pay out" : "Get paid"}>
          <PayoutPanel
            key={`${account.state}:${summary.available}`}
            account={account}
            available={summary.available}
            isUnderWay={underWay !== undefined}
          />
        </Panel>
      </div>
      {paid.total > 0 && <Payouts page={paid} params={params} />}
      <Entries page={page} params={params} />
      {statements.data.length > 0 && <Statements rows={statements.data} params={params} />}
    </>
  );
}

/** Only what filters the entries; a parameter that is no month or number is ignored. */
function pick({ month, offset }: Search) {
  return { ...(month && { month }), ...(offset && { offset }) };
}

function Balance({ summary, minimum }: { summary: Awaited<ReturnType<typeof payouts.summary>>; minimum: number }) {
  const isNegative = summary.available < 0;
  return (
    <Panel title="Balance">
      <p className={`font-mono text-3xl font-semibold ${isNegative ? "text-bad" : ""}`}>{dollars(summary.available)}</p>
      <p className="text-xs text-muted">
        {isNegative
          ? "Refunds after a payout are deducted from your next sales"
          : summary.available < minimum
            ? `available; the minimum payout is ${dollars(minimum)}`
            : "available for payout"}
      </p>
      <dl className="mt-4 grid gap-2 border-t border-line pt-3 text-sm">
        <Line title="On hold after sales" value={dollars(summary.held)}>
          {summary.next_release_at && (
            <>
              next release <RelativeTime time={summary.next_release_at} />
            </>
          )}
        </Line>
        <Line title="In transit" value={dollars(summary.in_payout)} />
        <Line title="Total paid out" value={dollars(summary.paid_out)} />
        {summary.next_payout_at && <Line title="Next monthly payout" value={DAY.format(summary.next_payout_at)} />}
      </dl>
    </Panel>
  );
}

function Line({ title, value, children }: { title: string; value: string; children?: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>
        {title}
        {children && <span className="block text-xs text-muted">{children}</span>}
      </dt>
      <dd className="font-mono text-xs">{value}</dd>
    </div>
  );
}
