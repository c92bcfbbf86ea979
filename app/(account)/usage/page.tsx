import type { Metadata } from "next";
import { requireCaller } from "@/app/viewer";
import { buttonStyle } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { credits, relative } from "@/components/ui/format";
import { Badge, Empty, PageHead, Panel } from "@/components/ui/panel";
import { DailyBars } from "@/components/wallet/daily-bars";
import { UsageQuery } from "@/lib/usage/schemas";
import * as usage from "@/lib/usage/service";

export const metadata: Metadata = { title: "Usage", robots: { index: false } };

const RANGES = [7, 30, 90];
const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export default async function UsagePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | undefined>>;
}) {
  const caller = await requireCaller("/usage");
  const { days: asked, skill, offset } = await searchParams;
  const days = RANGES.find((range) => String(range) === asked) ?? 30;
  const range = {
    start_date: dayOf(Date.now() - (days - 1) * DAY_MS),
    end_date: dayOf(Date.now()),
    ...(skill && { skill }),
  };
  const query = UsageQuery.safeParse({ ...range, offset: offset ?? "0" });
  const filters = query.success ? query.data : UsageQuery.parse(range);
  const [summary, page] = await Promise.all([usage.summarise(caller, range), usage.list(caller, filters)]);
  const link = (change: Record<string, string | undefined>) =>
    `/usage?${new URLSearchParams(Object.entries({ days: String(days), skill, ...change }).filter((entry): entry is [string, string] => Boolean(entry[1])))}`;
  return (
    <>
      <PageHead
        title="Usage"
        action={
          <nav aria-label="Range" className="flex gap-1">
            {RANGES.map((range) => (
              <a
                key={range}
                href={link({ days: String(range) })}
                aria-current={range === days ? "true" : undefined}
                className={buttonStyle({ size: "sm", look: range === days ? "primary" : "plain" })}
              >
                {range} days
              </a>
            ))}
          </nav>
        }
      >
        {summary.totals.calls} calls, {summary.totals.failed} failed, {credits(summary.totals.cost)} credits
        {skill && ` on ${skill}`}. Days are UTC.
      </PageHead>
      {page.total === 0 && page.offset === 0 ? (
        <Empty title="No calls in this time">
          <a className="text-accent-ink underline" href="/">
            Find a skill to run
          </a>
        </Empty>
      ) : (
        <>
          <Panel title="Calls a day" className="mb-4">
            <DailyBars days={days} from={range.start_date} rows={summary.data} />
          </Panel>
          <Calls page={page} link={link} />
        </>
      )}
    </>
  );
}

type Link = (change: Record<string, string | undefined>) => string;

function Calls({ page, link }: { page: Awaited<ReturnType<typeof usage.list>>; link: Link }) {
  return (
    <Panel title="Calls">
      <DataTable
        label="Your calls"
        rows={page.data}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Skill",
            isMain: true,
            cell: (row) => (
              <a className="hover:underline" href={link({ skill: row.skill })}>
                {row.skill}
              </a>
            ),
          },
          { title: "Kind", cell: (row) => row.kind },
          {
            title: "Outcome",
            cell: (row) => (
              <Badge tone={row.status === "succeeded" ? "ok" : "bad"}>{row.error_code ?? row.status}</Badge>
            ),
          },
          {
            title: "When",
            cell: (row) => (
              <time dateTime={row.created_at.toISOString()} title={row.created_at.toISOString()}>
                {relative(row.created_at)}
              </time>
            ),
          },
          { title: "Took", isNumber: true, cell: (row) => `${row.duration_ms} ms` },
          {
            title: "Cost",
            isNumber: true,
            cell: (row) => (row.free ? "free call" : credits(row.cost)),
          },
        ]}
      />
      <nav aria-label="Pages" className="mt-4 flex justify-between">
        {page.offset > 0 ? (
          <a
            className={buttonStyle({ size: "sm" })}
            href={link({ offset: String(Math.max(0, page.offset - page.limit)) })}
          >
            Newer
          </a>
        ) : (
          <span />
        )}
        {page.has_more && (
          <a
            className={buttonStyle({ size: "sm" })}
            href={link({ offset: String(page.offset + page.limit) })}
          >
            Older
          </a>
        )}
      </nav>
    </Panel>
  );
}
