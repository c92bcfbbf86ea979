import type { Metadata } from "next";
import type { ReactNode } from "react";
import { paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { SpanLinks, spanOf } from "@/components/console/span-links";
import { Chart } from "@/components/ui/chart";
import { type Fact, Facts } from "@/components/ui/facts";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { count, duration } from "@/lib/interfaces/client/format";
import { type AdminOverview, OverviewPeriod } from "@/lib/operator/overview/schemas";
import { overview } from "@/lib/operator/overview/service";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Overview", robots: { index: false } };

const PATH = "/admin";

export default async function OverviewPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const asked = OverviewPeriod.safeParse(await paramsOf(searchParams));
  const { days } = asked.success ? asked.data : OverviewPeriod.parse({});
  const report = await overview({ days });
  const journal = hrefOf("/v1/admin/overview/journal", { from: report.from, to: report.to });
  return (
    <>
      <PageHead title="Overview" action={<SpanLinks path={PATH} current={spanOf(String(days))} />}>
        Amounts from the ledger
        {report.updated_at && (
          <>
            , summed <RelativeTime time={report.updated_at} />
          </>
        )}
        .{" "}
        <a href={journal} download className="underline">
          Download the journal (CSV)
        </a>
        {" · "}
        <a href={hrefOf("/v1/admin/overview/days", { days })} download className="underline">
          Download the days (CSV)
        </a>
      </PageHead>
      <Totals report={report} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Volume and fees">
          <DayChart report={report} />
        </Panel>
        <Panel title="From visit to payment">
          <Funnel funnel={report.funnel} />
        </Panel>
        <Panel title="Top skills">
          <Skills
            head={["Skill", "Uses", "Revenue"]}
            rows={report.top_skills.map((skill) => [skill, count(skill.calls), dollars(skill.revenue)])}
            empty="No skills were used in this period."
          />
        </Panel>
        <Panel title="Failing endpoints">
          <Skills
            head={["Skill", "Calls", "Failed"]}
            rows={report.failing_skills.map((skill) => [skill, count(skill.calls), count(skill.failed)])}
            empty="No endpoint fails half of its calls."
          />
        </Panel>
      </div>
    </>
  );
}

/** How a figure changed against the period before: `+12%`, or nothing when there was none. */
function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? "Unchanged" : "No earlier data";
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : ""}${percent}% vs. the previous period`;
}

function Totals({ report: { totals, previous, liabilities, queue } }: { report: AdminOverview }) {
  const facts: Fact[] = [
    ["Volume", dollars(totals.volume), change(totals.volume, previous.volume)],
    ["Fees", dollars(totals.fees), change(totals.fees, previous.fees)],
    ["Refunds", dollars(totals.refunds), change(totals.refunds, previous.refunds)],
    ["Net volume", dollars(totals.net), change(totals.net, previous.net)],
    ["Top-ups", dollars(totals.topups), change(totals.topups, previous.topups)],
    ["Payouts", dollars(totals.payouts), change(totals.payouts, previous.payouts)],
    ["Uses", count(totals.calls), change(totals.calls, previous.calls)],
    [
      "Active buyers and sellers",
      `${count(totals.active_buyers)} and ${count(totals.active_sellers)}`,
      `previous period: ${count(previous.active_buyers)} and ${count(previous.active_sellers)}`,
    ],
    ["New accounts", count(totals.new_accounts), change(totals.new_accounts, previous.new_accounts)],
    ["Balances outstanding", dollars(liabilities.credits), "in wallets, owed as services"],
    ["Earnings owed", dollars(liabilities.earnings), `buyers owe ${dollars(liabilities.receivable)}`],
    [
      "Waiting for review",
      count(queue.pending),
      queue.pending > 0 ? `oldest: ${duration(Math.round(queue.oldest_seconds))}` : "queue is empty",
    ],
  ];
  return <Facts facts={facts} className="mb-4 sm:grid-cols-3 lg:grid-cols-4" />;
}

function DayChart({ report: { days } }: { report: AdminOverview }) {
  return (
    <Chart
      periods={days.map(({ day }) => day)}
      isMoney
      series={[
        { name: "Volume", colour: 1, values: days.map(({ volume }) => volume) },
        { name: "Fees", colour: 2, values: days.map(({ fees }) => fees) },
      ]}
    >
      <Table head={["Day", "Volume", "Fees", "Refunds", "Net", "Top-ups", "Payouts"]}>
        {days.toReversed().map(({ day, volume, fees, refunds, net, topups, payouts }) => (
          <tr key={day} className="border-t border-line">
            <td className="py-1.5 pr-3">{day}</td>
            {Object.entries({ volume, fees, refunds, net, topups, payouts }).map(([name, amount]) => (
              <td key={name} className="py-1.5 pr-3 text-right font-mono">
                {dollars(amount)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Chart>
  );
}

function Table({ head, children }: { head: string[]; children: ReactNode }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-xs text-muted">
            {head.map((title, place) => (
              <th
                key={title}
                className={`py-1.5 pr-3 font-medium whitespace-nowrap ${place === 0 ? "text-left" : "text-right"}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Funnel({ funnel }: { funnel: AdminOverview["funnel"] }) {
  const { visits, registered } = funnel;
  return (
    <ul className="grid gap-3 text-sm">
      <Step name="Visits" value={visits} of={visits} />
      <Step name="Registered" value={registered} of={visits} />
      <Step name="Used a skill" value={funnel.used} of={registered} />
      <Step name="Topped up" value={funnel.topped_up} of={registered} />
      <Step name="Paid for a skill" value={funnel.paid} of={registered} />
      <li className="text-xs text-muted">
        A visit is one browser on one day. The other steps count accounts registered in this period.
      </li>
    </ul>
  );
}

/** A step of the funnel; with a share only where it is one: agents register without a visit. */
function Step({ name, value, of }: { name: string; value: number; of: number }) {
  return (
    <li>
      <span className="flex justify-between gap-4">
        <span>{name}</span>
        <span className="font-mono">
          {count(value)}
          {of > 0 && value <= of && name !== "Visits" && ` · ${Math.round((value / of) * 100)}%`}
        </span>
      </span>
      <meter
        aria-label={name}
        className="mt-1 h-1.5 w-full [&::-moz-meter-bar]:bg-accent [&::-moz-meter-bar]:bg-none [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-line [&::-webkit-meter-bar]:bg-none [&::-webkit-meter-optimum-value]:bg-accent [&::-webkit-meter-optimum-value]:bg-none"
        min={0}
        max={Math.max(1, of)}
        value={value}
      />
    </li>
  );
}

type Named = { slug: string; name: string };

function Skills({ head, rows, empty }: { head: string[]; rows: [Named, string, string][]; empty: string }) {
  if (rows.length === 0) return <Empty title={empty} />;
  return (
    <Table head={head}>
      {rows.map(([{ slug, name }, ...figures]) => (
        <tr key={slug} className="border-t border-line">
          <td className="w-full max-w-0 truncate py-1.5 pr-3" dir="auto">
            <Link href={`/skills/${slug}`}>{name}</Link>
          </td>
          {figures.map((figure, place) => (
            <td key={head[place + 1]} className="py-1.5 pr-3 text-right font-mono whitespace-nowrap">
              {figure}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
