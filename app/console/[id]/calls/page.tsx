import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { FAILURES } from "@/app/_lib/words";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { LogBodies } from "@/app/console/[id]/calls/_components/log-bodies";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
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
  ["flagged", "Flagged units"],
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
    analytics.calls(
      caller,
      id,
      CallLogQuery.parse({ ...(status === "flagged" ? { flagged: "true" } : { status }), offset: String(offset) }),
    ),
    callLog.get(caller, id),
  ]);
  return (
    <>
      <div className="mb-4">
        <LogBodies id={id} initial={bodies} />
      </div>
      <ListPage
        path={`/console/${id}/calls`}
        params={{ status }}
        segments={{ label: "Outcome", name: "status", current: status, options: FILTERS }}
        label="Calls"
        page={page}
        keyOf={(row) => row.id}
        empty={{ title: "No calls", text: "Calls from the last 90 days appear here. Callers stay anonymous." }}
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
              <Badge tone={toneOf(status, error_code)}>
                {status === "failed" || error_code
                  ? (FAILURES[error_code ?? ""] ?? error_code ?? "failed")
                  : kind === "download"
                    ? "downloaded"
                    : "succeeded"}
              </Badge>
            ),
          },
          { title: "Duration", isNumber: true, cell: ({ duration_ms }) => `${duration_ms} ms` },
          { title: "Charge", isNumber: true, cell: ({ cost, free }) => (free ? "free" : dollars(cost)) },
        ]}
      />
    </>
  );
}

function toneOf(status: string, code: string | null) {
  if (status !== "failed") return code ? "warn" : "ok";
  return code === "upstream_refused" ? "warn" : "bad";
}
