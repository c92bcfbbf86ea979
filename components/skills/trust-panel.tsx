import type { z } from "zod";
import { Sparkline } from "@/components/skills/sparkline";
import { milliseconds, percent } from "@/components/skills/trust-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { count } from "@/lib/interfaces/client/format";
import type { SkillDetail } from "@/lib/supply/skills/schemas";
import { MIN_CALLS } from "@/lib/supply/skills/trust-schemas";

type Props = { skill: Pick<z.input<typeof SkillDetail>, "trust" | "pricing_type" | "execution_type"> };

/** How a skill has done for its users lately, measured. */
export function TrustPanel({ skill }: Props) {
  const { trust, pricing_type, execution_type } = skill;
  const isPackage = execution_type === "download";
  const { calls, callers, success_rate, p50_ms, p95_ms, last_failure_at, refund_rate, purchases, daily } = trust;
  const facts: [string, React.ReactNode][] = [
    ...(pricing_type === "subscription"
      ? ([
          ["Bought", count(purchases)],
          ["Refunded", refund_rate === null ? "no purchases" : percent(refund_rate)],
        ] as [string, string][])
      : []),
    ...(calls > 0
      ? ([
          [isPackage ? "Downloads" : "Calls", count(calls)],
          ["Users", count(callers)],
        ] as [string, string][])
      : []),
    ...(success_rate === null ? [] : ([["Successful", percent(success_rate)]] as [string, string][])),
    // How long a file takes is the buyer's connection.
    ...(isPackage || p50_ms === null || p95_ms === null
      ? []
      : ([
          ["Median time", milliseconds(p50_ms)],
          ["95th percentile", milliseconds(p95_ms)],
        ] as [string, string][])),
    ...(calls > 0
      ? ([["Last failure", last_failure_at ? <RelativeTime key="failed" time={last_failure_at} /> : "none"]] as [
          string,
          React.ReactNode,
        ][])
      : []),
  ];
  return (
    <section aria-labelledby="trust">
      <h2 id="trust" className="text-sm font-semibold">
        Last {trust.days} days
      </h2>
      <p className="text-xs text-muted">Counts paying accounts that are not related to the publisher.</p>
      {calls === 0 && purchases === 0 ? (
        <p className="mt-1 text-sm text-muted">New: no paying account has used it yet.</p>
      ) : (
        <>
          {calls > 0 && <Sparkline daily={daily} className="mt-2 h-10 w-full" />}
          {success_rate === null && calls > 0 && (
            <p className="mt-1 text-xs text-muted">
              {isPackage
                ? `New: not enough downloads yet. The success rate appears after ${MIN_CALLS}.`
                : `New: not enough calls yet. Success rate and latency appear after ${MIN_CALLS}.`}
            </p>
          )}
          <dl className="mt-2 grid gap-1.5 text-sm">
            {facts.map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
