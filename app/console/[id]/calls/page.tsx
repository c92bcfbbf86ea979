import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { FAILURES } from "@/app/_lib/words";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { LogBodies } from "@/app/console/[id]/calls/_components/log-bodies";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { CallLogQuery } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import { dollars } from "@/lib/platform/core/dollars";
import * as callLog from "@/lib/supply/publishing/call-log";

export const metadata: Metadata = { title: "Calls", robots: { index: false } };

const FILTERS = [
  [undefined, "All"],
  ["succeeded", "Succeeded"],
  ["failed", "Failed"],
] as const;

export default async function CallsPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ status?: string; offset?: string }>;
}) {
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireSkill(id);
  const status = FILTERS.find(([known]) => known === search.status)?.[0];
  const offset = readOffset(search.offset);
  const [page, { bodies }] = await Promise.all([
    analytics.calls(caller, id, CallLogQuery.parse({ status, offset: String(offset) })),
    callLog.get(caller, id),
  ]);
  const at = (to: number) =>
    `/console/${id}/calls?${new URLSearchParams({ ...(status && { status }), offset: String(to) })}`;
  return (
    <div className="grid gap-4">
      <LogBodies id={id} initial={bodies} />
      <nav aria-label="Outcome" className="flex gap-1 text-sm">
        {FILTERS.map(([known, title]) => (
          <Link
            key={title}
            href={`/console/${id}/calls${known ? `?status=${known}` : ""}`}
            aria-current={known === status ? "page" : undefined}
            className="rounded-md px-2.5 py-1 text-muted hover:text-fg aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-fg"
          >
            {title}
          </Link>
        ))}
      </nav>
      {page.data.length === 0 ? (
        <Empty title="No calls here">
          Calls of the last 90 days show up here as they happen, by callers whose names you do not learn.
        </Empty>
      ) : (
        <Panel>
          <Calls rows={page.data} id={id} />
          <Pager page={page} href={at} />
        </Panel>
      )}
    </div>
  );
}

type Row = Awaited<ReturnType<typeof analytics.calls>>["data"][number];

function Calls({ rows, id }: { rows: Row[]; id: string }) {
  return (
    <DataTable
      label="Calls"
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          title: "When",
          isMain: true,
          cell: (row) => (
            <Link className="underline" href={`/console/${id}/calls/${row.id}`}>
              <RelativeTime time={row.created_at} />
            </Link>
          ),
        },
        { title: "Caller", cell: ({ caller_id }) => <code className="text-2xs">{caller_id}</code> },
        {
          title: "Outcome",
          cell: ({ status, error_code, kind }) => (
            <Badge tone={status !== "failed" ? "ok" : error_code === "upstream_refused" ? "warn" : "bad"}>
              {status === "failed"
                ? (FAILURES[error_code ?? ""] ?? error_code ?? "failed")
                : kind === "download"
                  ? "downloaded"
                  : "answered"}
            </Badge>
          ),
        },
        { title: "Duration", isNumber: true, cell: ({ duration_ms }) => `${duration_ms} ms` },
        { title: "Charge", isNumber: true, cell: ({ cost, free }) => (free ? "free" : dollars(cost)) },
      ]}
    />
  );
}
