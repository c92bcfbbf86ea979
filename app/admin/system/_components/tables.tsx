import { Run } from "@/app/admin/system/_components/run";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { count } from "@/lib/interfaces/client/format";
import type { SystemReport } from "@/lib/operator/system/schemas";

const None = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>;

export function FailedJobs({ jobs }: { jobs: SystemReport["failed_jobs"] }) {
  return (
    <Panel title={`Failed jobs (${jobs.length})`}>
      {jobs.length === 0 ? (
        <None>No permanently failed jobs.</None>
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
              cell: (row) => (row.failed_at ? <RelativeTime time={new Date(row.failed_at)} /> : "–"),
            },
            {
              title: "Again",
              cell: (row) => <Run label="Retry" operation="POST /v1/admin/jobs/{id}/retry" params={{ id: row.id }} />,
            },
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
        <None>All payment events have been processed.</None>
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
            { title: "Received", cell: (row) => <RelativeTime time={new Date(row.received_at)} /> },
            {
              title: "Again",
              cell: (row) =>
                row.state === "refused" ? (
                  "–"
                ) : (
                  <Run label="Apply" operation="POST /v1/admin/payment-events/{id}/retry" params={{ id: row.id }} />
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

type Check = NonNullable<SystemReport["invariants"]>;

export function Invariants({ run, broken }: { run: Check | null; broken: Check | null }) {
  return (
    <Panel title="Ledger invariants" action={<Run label="Check now" operation="POST /v1/admin/invariants/run" />}>
      {!run ? (
        <None>Not checked yet. A job checks them every hour.</None>
      ) : (
        <>
          {broken && broken.id !== run.id && <Former run={broken} />}
          <p className="mb-2 text-xs text-muted">
            Checked <RelativeTime time={new Date(run.ran_at)} /> by {run.actor?.name ?? "the job"}, in {run.duration_ms}{" "}
            ms: {run.whole ? "everything" : "what has come since"}
          </p>
          <ul className="grid gap-1 text-sm">
            {Object.entries(run.unchecked).map(([name, why]) => (
              <Rule key={name} name={name} tone="warn" says="not checked" rows={[why]} />
            ))}
            {Object.entries(run.counts)
              .toSorted(([, a], [, b]) => b - a)
              .map(([name, count]) => (
                <Rule
                  key={name}
                  name={name}
                  tone={count > 0 ? "bad" : "ok"}
                  says={count > 0 ? `${count} broken` : "holds"}
                  rows={run.examples[name] ?? []}
                />
              ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

type RuleProps = { name: string; tone: "ok" | "warn" | "bad"; says: string; rows: string[] };

function Rule({ name, tone, says, rows }: RuleProps) {
  return (
    <li>
      <span className="flex items-center justify-between gap-3">
        <span>{name}</span>
        <Badge tone={tone}>{says}</Badge>
      </span>
      {rows.map((row) => (
        <code key={row} className="block break-all text-2xs text-muted">
          {row}
        </code>
      ))}
    </li>
  );
}

/** What was broken some days ago at most, and has been whole since: an hour of it must not go unseen. */
function Former({ run }: { run: Check }) {
  const names = Object.keys(run.counts).filter((name) => (run.counts[name] ?? 0) > 0);
  return (
    <div className="mb-3 rounded-md border border-warn/40 bg-raised px-3 py-2 text-xs">
      <p>
        Last broken <RelativeTime time={new Date(run.ran_at)} />:
      </p>
      <ul className="mt-1 grid gap-1">
        {names.map((name) => (
          <li key={name}>
            {name} ({run.counts[name]})
            <code className="block break-all text-2xs text-muted">{(run.examples[name] ?? []).join(" · ")}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

const WORKERS = { working: "running", silent: "no worker is running", never: "no worker has run yet" };
const EVERY_MINUTE_SECONDS = 60;

const rhythm = (seconds: number | null) =>
  seconds === null ? "on a schedule" : seconds === EVERY_MINUTE_SECONDS ? "every minute" : `every ${seconds} s`;

export function Jobs({ report: { jobs, workers } }: { report: SystemReport }) {
  return (
    <Panel title="Jobs" action={<Badge tone={workers === "working" ? "ok" : "bad"}>{WORKERS[workers]}</Badge>}>
      {jobs.length === 0 ? (
        <None>No job has run yet.</None>
      ) : (
        <DataTable
          label="Jobs"
          rows={jobs}
          keyOf={({ queue }) => queue}
          columns={[
            {
              title: "Job",
              isMain: true,
              cell: (row) => (
                <>
                  {row.queue}
                  {row.error && <span className="block break-words text-xs font-normal text-bad">{row.error}</span>}
                </>
              ),
            },
            { title: "Runs", cell: (row) => <span className="text-xs">{rhythm(row.every_seconds)}</span> },
            {
              title: "State",
              cell: (row) => <Badge tone={row.state === "ok" ? "ok" : "bad"}>{row.state}</Badge>,
            },
            {
              title: "Last success",
              cell: (row) => (row.succeeded_at ? <RelativeTime time={new Date(row.succeeded_at)} /> : "never"),
            },
            {
              title: "Failures",
              isNumber: true,
              cell: (row) => row.failures,
            },
          ]}
        />
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
            { title: "Runs", cell: (row) => <code className="text-2xs">{row.cron ?? "on demand"}</code> },
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
