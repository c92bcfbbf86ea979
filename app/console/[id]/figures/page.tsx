import type { Metadata } from "next";
import { requireSkill } from "@/app/console/[id]/skill";
import { Bars } from "@/components/console/bars";
import { SpanLinks, spanOf } from "@/components/console/span-links";
import { Ago } from "@/components/ui/ago";
import { DataTable } from "@/components/ui/data-table";
import { count, credits } from "@/components/ui/format";
import { Empty, Panel } from "@/components/ui/panel";
import * as figures from "@/lib/usage/figures/service";

export const metadata: Metadata = { title: "Figures", robots: { index: false } };

type Figures = Awaited<ReturnType<typeof figures.ofSkill>>;

const percent = (rate: number | null) =>
  rate === null ? "–" : `${(rate * 100).toFixed(rate === 1 ? 0 : 1)} %`;
const milliseconds = (ms: number | null) => (ms === null ? "–" : `${count(ms)} ms`);

export default async function FiguresPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ days?: string }>;
}) {
  const [{ id }, { days: asked }] = await Promise.all([params, searchParams]);
  const { caller } = await requireSkill(id);
  const days = spanOf(asked);
  const found = await figures.ofSkill(caller, id, { days });
  const { totals } = found;
  const isSilent = totals.calls + totals.downloads + totals.failures + totals.sales === 0;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SpanLinks path={`/console/${id}/figures`} current={days} />
        <p className="text-xs text-muted">
          {found.updated_at ? (
            <>
              Counted <Ago time={found.updated_at} />
            </>
          ) : (
            "Not counted yet"
          )}
          , in UTC days
        </p>
      </div>
      {isSilent ? (
        <Empty title="Nobody has used it in these days">
          Calls, buyers and what you earned show up here, about a minute after they happen.
        </Empty>
      ) : (
        <Charts found={found} />
      )}
    </div>
  );
}

function Charts({ found }: { found: Figures }) {
  const { totals, daily, errors } = found;
  const tiles = [
    ["Calls", count(totals.calls)],
    ["Callers", count(totals.callers)],
    ["Success", percent(totals.success_rate)],
    ["p50", milliseconds(totals.p50_ms)],
    ["p95", milliseconds(totals.p95_ms)],
    ["Downloads", count(totals.downloads)],
    ["Subscriptions", count(totals.sales)],
    ["Buyers paid", credits(totals.revenue)],
    ["Fees", credits(totals.fees)],
    ["You earned", credits(totals.earned)],
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
        {tiles.map(([title, value]) => (
          <div key={title} className="bg-surface px-4 py-3">
            <dt className="text-xs text-muted">{title}</dt>
            <dd className="mt-0.5 font-mono text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel>
          <Bars
            title="Calls and failures"
            format={count}
            bars={daily.map(({ date, calls, downloads, failures }) => ({
              date,
              value: calls + downloads + failures,
              bad: failures,
            }))}
          />
        </Panel>
        <Panel>
          <Bars
            title="What buyers paid, in credits"
            format={credits}
            bars={daily.map(({ date, revenue }) => ({ date, value: Math.max(0, revenue) }))}
          />
        </Panel>
      </div>
      {errors.length > 0 && (
        <Panel title="Failures by kind">
          <DataTable
            label="Failures by kind"
            rows={errors}
            keyOf={({ code }) => code}
            columns={[
              { title: "Code", isMain: true, cell: ({ code }) => <code className="text-xs">{code}</code> },
              { title: "How often", isNumber: true, cell: (row) => count(row.count) },
            ]}
          />
        </Panel>
      )}
      <details>
        <summary className="text-sm text-muted">Day by day, as a table</summary>
        <Panel className="mt-2">
          <DataTable
            label="Figures by day"
            rows={daily
              .toReversed()
              .filter((day) => day.calls + day.failures + day.downloads + day.sales > 0)}
            keyOf={({ date }) => date}
            columns={[
              { title: "Day", isMain: true, cell: ({ date }) => date },
              { title: "Calls", isNumber: true, cell: ({ calls }) => count(calls) },
              { title: "Failed", isNumber: true, cell: ({ failures }) => count(failures) },
              { title: "p95", isNumber: true, cell: ({ p95_ms }) => milliseconds(p95_ms) },
              { title: "Paid", isNumber: true, cell: ({ revenue }) => credits(revenue) },
              { title: "Fees", isNumber: true, cell: ({ fees }) => credits(fees) },
            ]}
          />
        </Panel>
      </details>
    </>
  );
}
