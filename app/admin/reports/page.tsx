import type { Metadata } from "next";
import type { Search } from "@/app/admin/_lib/administrator";
import { emailOf } from "@/app/admin/_lib/party";
import { readStates } from "@/app/admin/_lib/state-list";
import { Triage } from "@/app/admin/reports/_components/triage";
import { Badge, type Tone } from "@/components/ui/badge";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { REPORT_STATES, ReportQuery, type TriagedReport } from "@/lib/operator/safety/report-schemas";
import * as reports from "@/lib/operator/safety/reports";
import { REPORT_KIND_TITLES } from "@/lib/supply/skills/report-kinds";

export const metadata: Metadata = { title: "Reports", robots: { index: false } };

const PATH = "/admin/reports";
const KIND_TONES: Record<string, Tone> = {
  malware: "bad",
  stolen: "bad",
  misleading: "warn",
  broken: "warn",
};

export default async function ReportsPage({ searchParams }: { searchParams: Search }) {
  const { state, shown } = await readStates(PATH, searchParams, {
    states: REPORT_STATES,
    first: "open",
    query: ReportQuery,
    list: reports.list,
  });
  return (
    <ListPage
      title="Reports"
      about="What users report about skills. Open reports are listed oldest first."
      {...shown}
      keep={{ state, skill: shown.params.skill }}
      choices={[{ name: "kind", label: "Kind", options: Object.entries(REPORT_KIND_TITLES) }]}
      label="Reports"
      keyOf={({ id }) => id}
      empty={{ title: state === "open" ? "No open reports" : `No ${state} reports` }}
      card={(report) => <ReportCard report={report} />}
    />
  );
}

function ReportCard({ report }: { report: TriagedReport }) {
  const { skill, reporter } = report;
  return (
    <article
      aria-label={`Report of ${skill.name}`}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 lg:grid-cols-[1fr_20rem]"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={KIND_TONES[report.kind] ?? "plain"}>{REPORT_KIND_TITLES[report.kind]}</Badge>
          <h2 className="font-semibold">
            <Link className="hover:underline" href={`/admin/queue?skill=${skill.id}`}>
              {skill.name}
            </Link>
          </h2>
          {skill.suspended && <Badge tone="bad">suspended</Badge>}
          {report.open_reports > 1 && (
            <Link
              className="text-xs text-accent-ink underline"
              href={hrefOf(PATH, { state: "open", skill: skill.slug })}
            >
              {report.open_reports} open reports
            </Link>
          )}
        </div>
        <p className="mt-2 text-sm whitespace-pre-wrap">{report.text}</p>
        <p className="mt-3 text-xs text-muted">
          <RelativeTime time={new Date(report.created_at)} /> by{" "}
          <Link className="underline" href={`/admin/accounts/${reporter.id}`}>
            {emailOf(reporter)}
          </Link>{" "}
          ({reporter.reports} reports, {reporter.dismissed} dismissed), about{" "}
          <Link className="underline" href={`/admin/accounts/${skill.developer.id}`}>
            {emailOf(skill.developer)}
          </Link>
        </p>
      </div>
      {report.state === "open" ? (
        <Triage reportId={report.id} />
      ) : (
        <div className="text-sm">
          <p>
            <Badge>{report.state}</Badge> by {report.decided_by?.name ?? "a former administrator"}
            {report.decided_at && (
              <>
                , <RelativeTime time={new Date(report.decided_at)} />
              </>
            )}
          </p>
          <p className="mt-1 whitespace-pre-wrap text-muted">{report.note}</p>
        </div>
      )}
    </article>
  );
}
