import { Run } from "@/components/admin/run";
import { Ago } from "@/components/ui/ago";
import { DataTable } from "@/components/ui/data-table";
import { count } from "@/components/ui/format";
import { Badge, Panel } from "@/components/ui/panel";
import type { SystemReport } from "@/lib/administration/system/schemas";

const None = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>;

export function FailedJobs({ jobs }: { jobs: SystemReport["failed_jobs"] }) {
  return (
    <Panel title={`Failed jobs (${jobs.length})`}>
      {jobs.length === 0 ? (
        <None>No job has failed for good.</None>
      ) : (
        <DataTable
          label="Failed jobs"
          rows={jobs}
          keyOf={({ id }) => id}
          columns={[
            { title: "Queue", isMain: true, cell: (row) => row.queue },
            {
              title: "Why",
              cell: (row) => <span className="text-xs text-bad">{row.error ?? "unknown"}</span>,
            },
            { title: "Tries", isNumber: true, cell: (row) => row.attempts },
            {
              title: "Failed",
              cell: (row) => (row.failed_at ? <Ago time={new Date(row.failed_at)} /> : "–"),
            },
            { title: "Again", cell: (row) => <Run label="Retry" path={`/v1/admin/jobs/${row.id}/retry`} /> },
          ]}
        />
      )}
    </Panel>
  );
}

export function Inbox({ inbox }: { inbox: SystemReport["inbox"] }) {
  return (
    <Panel
      title="Payment events"
      action={
        <span className="text-xs text-muted">
          {inbox.waiting} wait, {inbox.failed} of them have failed, {inbox.refused} refused
        </span>
      }
    >
      {inbox.events.length === 0 ? (
        <None>Every event of the payment processor has been applied.</None>
      ) : (
        <DataTable
          label="Payment events"
          rows={inbox.events}
          keyOf={({ id }) => id}
          columns={[
            { title: "Event", isMain: true, cell: (row) => row.type },
            { title: "Id", cell: (row) => <code className="text-2xs">{row.id}</code> },
            {
              title: "State",
              cell: (row) => (
                <Badge tone={row.state === "waiting" ? "warn" : row.state === "failed" ? "bad" : "plain"}>
                  {row.state}
                </Badge>
              ),
            },
            { title: "Why", cell: (row) => <span className="text-xs">{row.error ?? "not tried yet"}</span> },
            { title: "Tries", isNumber: true, cell: (row) => row.attempts },
            { title: "Received", cell: (row) => <Ago time={new Date(row.received_at)} /> },
            {
              title: "Again",
              cell: (row) =>
                row.state === "refused" ? (
                  "–"
                ) : (
                  <Run label="Apply" path={`/v1/admin/payment-events/${encodeURIComponent(row.id)}/retry`} />
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

export function Invariants({ run }: { run: SystemReport["invariants"] }) {
  return (
    <Panel
      title="Invariants of the ledger"
      action={<Run label="Check now" path="/v1/admin/invariants/run" />}
    >
      {!run ? (
        <None>They have not been checked yet; a job does it every hour.</None>
      ) : (
        <>
          <p className="mb-2 text-xs text-muted">
            Checked <Ago time={new Date(run.ran_at)} /> by {run.actor?.name ?? "the hourly job"}, in{" "}
            {run.duration_ms} ms
          </p>
          <ul className="grid gap-1 text-sm">
            {Object.entries(run.counts)
              .toSorted(([, a], [, b]) => b - a)
              .map(([name, broken]) => (
                <li key={name} className="flex items-center justify-between gap-3">
                  <span>{name}</span>
                  <Badge tone={broken > 0 ? "bad" : "ok"}>{broken > 0 ? `${broken} broken` : "holds"}</Badge>
                </li>
              ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

export function Queues({ queues }: { queues: SystemReport["queues"] }) {
  return (
    <Panel title="Queues">
      {queues.length === 0 ? (
        <None>No worker has ever run on this database.</None>
      ) : (
        <DataTable
          label="Queues"
          rows={queues}
          keyOf={({ name }) => name}
          columns={[
            { title: "Queue", isMain: true, cell: (row) => row.name },
            { title: "Runs", cell: (row) => <code className="text-2xs">{row.cron ?? "when asked"}</code> },
            { title: "Waiting", isNumber: true, cell: (row) => row.waiting },
            { title: "Active", isNumber: true, cell: (row) => row.active },
            { title: "Done", isNumber: true, cell: (row) => count(row.completed) },
            { title: "Failed", isNumber: true, cell: (row) => row.failed },
          ]}
        />
      )}
    </Panel>
  );
}
