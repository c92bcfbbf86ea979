"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FAILURES } from "@/app/_lib/words";
import { Chart } from "@/components/ui/chart";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ErrorAlert } from "@/components/ui/error-alert";
import { type Fact, Facts } from "@/components/ui/facts";
import { Empty, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { consoleQueries, type SkillAnalytics, type Span } from "@/lib/interfaces/client/console-queries";
import { count } from "@/lib/interfaces/client/format";
import { dollars } from "@/lib/platform/core/dollars";

const percent = (rate: number | null) => (rate === null ? "–" : `${(rate * 100).toFixed(rate === 1 ? 0 : 1)}%`);
const milliseconds = (ms: number | null) => (ms === null ? "–" : `${count(ms)} ms`);

/** What a skill did in some days, as it is counted: it follows while the page is looked at. */
export function SkillAnalyticsView({ skillId, days, children }: { skillId: string; days: Span; children: ReactNode }) {
  const { data: found, error, refetch } = useQuery(consoleQueries.analytics(skillId, days));
  const totals = found?.totals;
  const isSilent = totals && totals.calls + totals.downloads + totals.failures + totals.sales + totals.views === 0;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {children}
        {found && (
          <p className="text-xs text-muted">
            {found.updated_at ? (
              <>
                Counted <RelativeTime time={found.updated_at} />
              </>
            ) : (
              "Not counted yet"
            )}
            , in UTC days
          </p>
        )}
      </div>
      {error && <ErrorAlert error={error} retry={() => void refetch()} />}
      {isSilent && (
        <Empty title="No activity in this period">
          Views, calls, buyers and revenue appear here within about a minute.
        </Empty>
      )}
      {found && !isSilent && <Charts found={found} />}
    </div>
  );
}

function Charts({ found }: { found: SkillAnalytics }) {
  const { totals, daily, errors, units } = found;
  const periods = daily.map(({ date }) => date);
  const conversion: Fact[] = [
    ["Views", count(totals.views), "each browser once a day"],
    ["Visitors", count(totals.guest_calls), "free calls without an account"],
    ["Tried", count(totals.tried), "accounts that used it"],
    ["Bought", count(totals.buyers), "accounts that paid"],
    ["Conversion", percent(totals.conversion), "of views became purchases"],
  ];
  const facts: Fact[] = [
    ["Calls", count(totals.calls + totals.failures)],
    ["Callers", count(totals.callers)],
    ["Success", percent(totals.success_rate)],
    ["p50", milliseconds(totals.p50_ms)],
    ["p95", milliseconds(totals.p95_ms)],
    ["Downloads", count(totals.downloads)],
    ["Subscriptions", count(totals.sales)],
    ["Buyers paid", dollars(totals.revenue)],
    ["Fees", dollars(totals.fees)],
    ["You earned", dollars(totals.earned)],
  ];
  return (
    <>
      <Facts facts={conversion} className="lg:grid-cols-5" />
      <Facts facts={facts} className="lg:grid-cols-5" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel>
          <Chart
            title="Calls and failures"
            periods={periods}
            isStacked
            series={[
              { name: "Failed", colour: "bad", values: daily.map(({ failures }) => failures) },
              {
                name: "Succeeded",
                colour: "accent",
                values: daily.map(({ calls, downloads }) => calls + downloads),
              },
            ]}
          >
            <Days
              label="Calls by day"
              rows={daily}
              columns={[
                { title: "Succeeded", isNumber: true, cell: ({ calls }) => calls },
                { title: "Downloads", isNumber: true, cell: ({ downloads }) => downloads },
                { title: "Failed", isNumber: true, cell: ({ failures }) => failures },
                { title: "p95", isNumber: true, cell: ({ p95_ms }) => milliseconds(p95_ms) },
              ]}
            />
          </Chart>
        </Panel>
        <Panel>
          <Chart
            title="What buyers paid, less refunds"
            periods={periods}
            isMoney
            isStacked
            series={[
              { name: "Yours", colour: "accent", values: daily.map(({ earned }) => earned) },
              { name: "Fees", colour: 2, values: daily.map(({ fees }) => fees) },
            ]}
          >
            <Days
              label="Revenue by day"
              rows={daily}
              columns={[
                { title: "Paid", isNumber: true, cell: ({ revenue }) => dollars(revenue) },
                { title: "Fees", isNumber: true, cell: ({ fees }) => dollars(fees) },
                { title: "Yours", isNumber: true, cell: ({ earned }) => dollars(earned) },
              ]}
            />
          </Chart>
        </Panel>
      </div>
      <Units units={units} />
      {errors.length > 0 && (
        <Panel title="Failures by kind">
          <p className="mb-3 text-sm text-muted">
            Calls without a valid response; none is charged. Parameters your endpoint rejected are the caller's mistake
            and don't count against your success rate.
          </p>
          <DataTable
            label="Failures by kind"
            rows={errors}
            keyOf={({ code }) => code}
            columns={[
              { title: "Code", isMain: true, cell: ({ code }) => <code className="text-xs">{code}</code> },
              { title: "Meaning", cell: ({ code }) => FAILURES[code] ?? "–" },
              { title: "How often", isNumber: true, cell: (row) => count(row.count) },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

/** What the calls reported of each unit. */
function Units({ units }: Pick<SkillAnalytics, "units">) {
  if (units.length === 0) return null;
  return (
    <Panel title="Units">
      <DataTable
        label="Units"
        rows={units}
        keyOf={({ name }) => name}
        columns={[
          { title: "Unit", isMain: true, cell: ({ name }) => name.replaceAll("_", " ") },
          { title: "Reported", isNumber: true, cell: ({ quantity }) => count(quantity) },
        ]}
      />
    </Panel>
  );
}

type Day = SkillAnalytics["daily"][number];

/** The days on which anything happened, newest first. */
function Days({ label, rows, columns }: { label: string; rows: Day[]; columns: Column<Day>[] }) {
  return (
    <DataTable
      label={label}
      rows={rows
        .toReversed()
        .filter((day) => day.calls + day.failures + day.downloads + day.sales > 0 || day.revenue !== 0)}
      keyOf={({ date }) => date}
      columns={[{ title: "Day", isMain: true, cell: ({ date }) => date }, ...columns]}
    />
  );
}
