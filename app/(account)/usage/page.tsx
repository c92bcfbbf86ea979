import { Download } from "lucide-react";
import type { Metadata } from "next";
import { requireCaller } from "@/app/_lib/viewer";
import { ByKey } from "@/app/(account)/usage/_components/by-key";
import { Calls } from "@/app/(account)/usage/_components/calls";
import { Filters, type LinkTo, type Narrowed, readFilters } from "@/app/(account)/usage/_components/filters";
import { type Asked, RANGES, type Range, readPeriod, readRange } from "@/app/(account)/usage/_components/range";
import { MEASURES, type NameOf, seriesOf, type UsageRow } from "@/app/(account)/usage/_components/usage-rows";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Chart } from "@/components/ui/chart";
import { DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { TextField } from "@/components/ui/field";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { QueryForm } from "@/components/ui/query-form";
import { Segmented } from "@/components/ui/segmented";
import { SpanQuery, UsageQuery } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import * as keys from "@/lib/identity/keys/service";
import type { Caller } from "@/lib/platform/core/caller";
import { dollars } from "@/lib/platform/core/dollars";
import { namesBySlug } from "@/lib/supply/skills/names";

export const metadata: Metadata = { title: "Usage", robots: { index: false } };

/** As many as of the wallet's transactions: each row is 2 KB of markup. */
const CALLS_SHOWN = 25;

/** URLs of this page with a changed parameter, from the first row. */
function paramsFrom({ range, from, to, skill, key, status, show, at }: Asked): Asked {
  return { range, from, to, skill, key, status, show, at };
}

/** What the page shows: sums of the range, and a page of the calls, which may be narrowed to a part of it. */
async function readUsage(caller: Caller, range: Range, narrowed: Narrowed & Range["query"], offset = "0") {
  const { skill, key_id, status } = narrowed;
  const sums = { ...range.query, skill, key_id, status };
  const [summary, page, { data: ownKeys }, used] = await Promise.all([
    usage.summarise(caller, { ...sums, interval: range.interval }),
    usage.list(
      caller,
      UsageQuery.catch(UsageQuery.parse(range.query)).parse({ ...narrowed, offset, limit: CALLS_SHOWN }),
    ),
    keys.list(caller),
    usage.byKey(caller, SpanQuery.parse(sums)),
  ]);
  const names = await namesBySlug([...summary.data, ...page.data].map((row) => row.skill));
  return { summary, page, ownKeys, used, nameOf: (slug: string) => names.get(slug) || slug };
}

export default async function UsagePage({ searchParams }: { searchParams: Promise<Asked> }) {
  const [caller, asked] = [await requireCaller("/usage"), await searchParams];
  const range = readRange(asked, Date.now());
  const at = readPeriod(asked, range);
  const filters = readFilters(asked);
  const narrowed = { ...(at?.query ?? range.query), ...filters };
  const { summary, page, ownKeys, used, nameOf } = await readUsage(caller, range, narrowed, asked.offset);
  const skills = [...new Set(summary.data.map(({ skill }) => skill))];
  const params = paramsFrom(asked);
  const link: LinkTo = (change) => hrefOf("/usage", { ...params, ...change });
  const measure = MEASURES.find(([name]) => name === asked.show)?.[0] ?? "calls";
  return (
    <>
      <PageHead title="Usage" action={<Ranges range={range} link={link} />}>
        {range.interval === "hour" ? "Hours" : "Days"} are UTC.
      </PageHead>
      {range.name === "custom" && <CustomRange range={range} asked={asked} />}
      <Filters
        asked={asked}
        filters={filters}
        at={at?.name ?? null}
        keys={ownKeys}
        skills={skills.map((slug) => [slug, nameOf(slug)])}
        link={link}
      />
      {summary.totals.calls === 0 ? (
        <NoCalls isFiltered={Object.keys(filters).length > 0} />
      ) : (
        <>
          <Totals totals={summary.totals} skills={skills.length} />
          <Panel
            title={`By ${range.interval} and skill`}
            className="mb-4"
            action={
              <Segmented
                label="Figure"
                options={MEASURES.map(([name, title]) => ({
                  href: link({ show: name }),
                  title,
                  isCurrent: name === measure,
                }))}
              />
            }
          >
            <Chart
              periods={range.periods}
              series={seriesOf(range.periods, summary.data, measure, nameOf)}
              isMoney={measure === "cost"}
              isStacked
              open={{ href: link({ at: null }), parameter: "at", current: at?.name ?? null }}
            >
              <Figures
                all={summary.data}
                nameOf={nameOf}
                interval={range.interval}
                link={link}
                file={hrefOf("/usage/summary", { ...range.query, ...filters, interval: range.interval })}
              />
            </Chart>
          </Panel>
          <ByKey rows={used} keys={ownKeys} link={link} />
          <Calls
            page={page}
            nameOf={nameOf}
            params={params}
            file={hrefOf("/usage/export", narrowed)}
            icon={<Download size={14} aria-hidden />}
          />
        </>
      )}
    </>
  );
}

/** Most figures of the table below the chart: hundreds made the page four times as slow. */
const MOST_FIGURES = 50;

/** The figures of each skill; of all skills together, the newest ones, where those would be too many. */
function figuresOf(rows: UsageRow[]): UsageRow[] {
  if (rows.length <= MOST_FIGURES) return rows;
  const sums = new Map<string, UsageRow>();
  for (const { date, calls, failed, cost } of rows) {
    const sum = sums.get(date) ?? { date, skill: "", calls: 0, failed: 0, cost: 0 };
    sums.set(date, { ...sum, calls: sum.calls + calls, failed: sum.failed + failed, cost: sum.cost + cost });
  }
  return [...sums.values()].slice(-MOST_FIGURES);
}

type Sums = Awaited<ReturnType<typeof usage.summarise>>["totals"];

function Totals({ totals: { calls, failed, cost }, skills }: { totals: Sums; skills: number }) {
  const succeeded = calls - failed;
  return (
    <Facts
      className="mb-4 sm:grid-cols-4"
      facts={[
        [
          "Cost",
          dollars(cost),
          succeeded > 0 ? `${dollars(Number((cost / succeeded).toPrecision(2)))} per success` : "",
        ],
        ["Calls and downloads", calls.toLocaleString("en-US")],
        ["Success rate", `${((succeeded / calls) * 100).toFixed(1)}%`, `${failed.toLocaleString("en-US")} failed`],
        ["Skills", String(skills)],
      ]}
    />
  );
}

function NoCalls({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No calls match">Remove a filter or choose a longer range.</Empty>;
  return (
    <Empty title="No calls in this period">
      <Link className="text-accent-ink underline" href="/skills">
        Find a skill to run
      </Link>
    </Empty>
  );
}

function Ranges({ range, link }: { range: Range; link: LinkTo }) {
  const ends = [range.periods[0] ?? "", range.periods.at(-1) ?? ""];
  const [from = "", to = ""] = ends.map((period) => period.slice(0, "2026-11-20".length));
  return (
    <Segmented
      label="Range"
      options={RANGES.map(([name, title]) => ({
        href: link({
          range: name,
          at: null,
          ...(name === "custom" ? { from, to } : { from: null, to: null }),
        }),
        title,
        isCurrent: name === range.name,
      }))}
    />
  );
}

function CustomRange({ range, asked }: { range: Range; asked: Asked }) {
  return (
    <QueryForm
      key={`${range.query.start_date} ${range.query.end_date}`}
      action="/usage"
      className="mb-4 flex flex-wrap items-end gap-2"
    >
      <input type="hidden" name="range" value="custom" />
      {["skill", "key", "status", "show"].map(
        (name) => asked[name] && <input key={name} type="hidden" name={name} value={asked[name]} />,
      )}
      <TextField name="from" label="From" type="date" required defaultValue={range.query.start_date} />
      <TextField name="to" label="To (inclusive)" type="date" required defaultValue={range.query.end_date} />
      <Button type="submit">Show</Button>
    </QueryForm>
  );
}

/** The chart's data as a table, whose rows open a day or an hour. */
function Figures({
  all,
  nameOf,
  interval,
  link,
  file,
}: {
  all: UsageRow[];
  nameOf: NameOf;
  interval: Range["interval"];
  link: LinkTo;
  file: string;
}) {
  const rows = figuresOf(all);
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs text-muted">
        {rows.length < all.length &&
          "The newest figures of all skills together. Those of each skill, and all older ones, are in the CSV."}
        <a href={file} download className={buttonStyle({ size: "sm" })}>
          <Download size={14} aria-hidden /> CSV of these figures
        </a>
      </p>
      {/* A month of ten skills is hundreds of rows; the links in them let the keyboard in. */}
      <section
        aria-label={`The figures by ${interval} and skill`}
        className="max-h-[60dvh] overflow-y-auto overscroll-contain rounded-md border border-line px-3 md:[&_thead]:sticky md:[&_thead]:top-0 md:[&_thead]:bg-surface"
      >
        <DataTable
          label={`Calls by ${interval} and skill`}
          rows={rows.toReversed()}
          keyOf={({ date, skill }) => `${date} ${skill}`}
          columns={[
            {
              title: interval === "hour" ? "Hour (UTC)" : "Day",
              isMain: true,
              cell: ({ date }) => (
                <Link className="hover:underline" href={link({ at: date })}>
                  {date.replace("T", " ").replace(":00Z", "")}
                </Link>
              ),
            },
            { title: "Skill", cell: ({ skill }) => (skill ? nameOf(skill) : "All skills") },
            { title: "Calls", isNumber: true, cell: ({ calls }) => calls },
            { title: "Errors", isNumber: true, cell: ({ failed }) => failed },
            { title: "Cost", isNumber: true, cell: ({ cost }) => dollars(cost) },
          ]}
        />
      </section>
    </>
  );
}
