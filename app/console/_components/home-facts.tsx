import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { type Compared, type home, PERIOD_DAYS, trendText } from "@/lib/demand/analytics/console-home";
import { count } from "@/lib/interfaces/client/format";
import type { PayoutAccountView } from "@/lib/money/payouts/schemas";
import type * as payouts from "@/lib/money/payouts/service";
import { dollars } from "@/lib/platform/core/dollars";

type Props = {
  figures: Awaited<ReturnType<typeof home>>;
  earnings: Awaited<ReturnType<typeof payouts.summary>>;
  account: PayoutAccountView;
};

const DAY = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", timeZone: "UTC" });
/** Below this share, calls fail too often. */
const SOUND_RATE = 0.95;

/** A developer's last 30 days at a glance, and the next payout. */
export function HomeFacts({ figures, earnings, account }: Props) {
  const { earned, calls, customers, successRate } = figures;
  return (
    <section aria-labelledby="facts" className="mb-6">
      <h2 id="facts" className="mb-2 text-sm font-medium text-muted">
        Last {PERIOD_DAYS} days, all skills
      </h2>
      <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line grid-cols-2 xl:grid-cols-5">
        <Fact title="Net revenue" value={dollars(earned.now)}>
          <Trend of={earned} />
        </Fact>
        <Fact title="Calls and downloads" value={count(calls.now)}>
          <Trend of={calls} />
        </Fact>
        <Fact
          title="Success rate"
          value={successRate === null ? "–" : `${(successRate * 100).toFixed(1)}%`}
          isBad={successRate !== null && successRate < SOUND_RATE}
        >
          {successRate === null ? "No calls yet" : "Rejected parameters don't count"}
        </Fact>
        <Fact title="Customers" value={count(customers.now)}>
          <Trend of={customers} />
        </Fact>
        <Fact title="Available for payout" value={dollars(Math.max(0, earnings.available))}>
          <NextPayout earnings={earnings} account={account} />
        </Fact>
      </dl>
    </section>
  );
}

type FactProps = { title: string; value: string; isBad?: boolean; children: ReactNode };

function Fact({ title, value, isBad = false, children }: FactProps) {
  return (
    <div className="bg-surface p-4 max-xl:last:col-span-2">
      <dt className="text-sm text-muted">{title}</dt>
      <dd
        className={`mt-1 text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums ${isBad ? "text-bad" : ""}`}
      >
        {value}
      </dd>
      <dd className="mt-1 text-xs text-muted">{children}</dd>
    </div>
  );
}

function Trend({ of }: { of: Compared }) {
  const trend = trendText(of);
  if (trend === null) return of.now > 0 ? "No earlier data" : "Nothing yet";
  return (
    <>
      <span className={of.now < of.before ? "text-bad" : "text-ok"}>{trend}</span> vs. the previous 30 days
    </>
  );
}

function NextPayout({ earnings, account }: Pick<Props, "earnings" | "account">) {
  if (account.state !== "ready")
    return (
      <Link className="text-accent-ink underline underline-offset-2" href="/console/earnings">
        {account.state === "none" ? "Connect a payout account" : "Finish your payout account"}
      </Link>
    );
  if (earnings.next_payout_at) return `Next payout on ${DAY.format(earnings.next_payout_at)}`;
  return (
    <Link className="text-accent-ink underline underline-offset-2" href="/console/earnings">
      Request a payout
    </Link>
  );
}
