import type { Metadata } from "next";
import { requireAdministrator } from "@/app/admin/_lib/administrator";
import { Refreshing } from "@/app/admin/system/_components/refreshing";
import { FailedJobs, Inbox, Invariants, Jobs, Queues } from "@/app/admin/system/_components/tables";
import { Badge } from "@/components/ui/badge";
import { type Fact, Facts } from "@/components/ui/facts";
import { PageHead } from "@/components/ui/panel";
import { bytes, duration } from "@/lib/interfaces/client/format";
import type { SystemReport } from "@/lib/operator/system/schemas";
import * as system from "@/lib/operator/system/service";

export const metadata: Metadata = { title: "System", robots: { index: false } };

export default async function SystemPage() {
  await requireAdministrator("/admin/system");
  const report = await system.report();
  return (
    <>
      <PageHead title="System" action={<Refreshing />}>
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={report.status === "ok" ? "ok" : "bad"}>
            {report.status === "ok" ? "all systems OK" : "needs attention"}
          </Badge>
          <span className="text-xs">as of {new Date(report.time).toISOString().slice(11, 19)} UTC</span>
        </span>
      </PageHead>
      {report.problems.length > 0 && (
        <ul
          aria-label="Needs attention"
          className="mb-4 grid gap-1 rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm text-bad"
        >
          {report.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <SystemFacts report={report} />
      <div className="grid gap-4">
        <FailedJobs jobs={report.failed_jobs} />
        <Jobs report={report} />
        <Inbox inbox={report.inbox} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Invariants run={report.invariants} broken={report.last_broken} />
          <Queues queues={report.queues} />
        </div>
      </div>
    </>
  );
}

function SystemFacts({ report }: { report: SystemReport }) {
  const { versions, database, migrations, calls } = report;
  const facts: Fact[] = [
    ["Uptime", duration(report.uptime_seconds), `version ${versions.product}, Node ${versions.node}`],
    ["Memory", bytes(report.memory_bytes), report.worker ? "serves and runs jobs" : "serves; jobs run elsewhere"],
    ["Database", `${database.latency_ms} ms`, `PostgreSQL ${versions.postgres}, ${bytes(database.size_bytes)}`],
    ["Connections", `${database.connections} of ${database.max_connections}`, "across all processes"],
    [
      "Migrations",
      `${migrations.applied} applied`,
      migrations.unfinished > 0 ? `${migrations.unfinished} unfinished` : (migrations.latest ?? ""),
    ],
    ["Calls, last hour", String(calls.last_hour), `${calls.failed_last_hour} failed, ${calls.open_holds} in progress`],
  ];
  return <Facts facts={facts} className="mb-4 lg:grid-cols-3" />;
}
