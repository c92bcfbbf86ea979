import type { ReactNode } from "react";
import { FAILURES, TRANSACTIONS } from "@/app/_lib/words";
import type { NameOf } from "@/app/(account)/usage/_components/usage-rows";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import type * as usage from "@/lib/demand/usage/service";
import { dollars } from "@/lib/platform/core/dollars";

/** What a call took: "3 pages, 20 tokens". */
const unitsText = (units: Props["page"]["data"][number]["units"]) =>
  units?.map(({ name, quantity }) => `${quantity} ${name}`).join(", ");

type Props = {
  page: Awaited<ReturnType<typeof usage.list>>;
  nameOf: NameOf;
  params: Record<string, string | undefined>;
  file: string;
  icon: ReactNode;
};

/** Every call and download of the range, newest first; a row opens it. */
export function Calls({ page, nameOf, params, file, icon }: Props) {
  return (
    <List
      label="Your calls"
      panel={{
        title: "Calls",
        action: (
          <a href={file} download className={buttonStyle({ size: "sm" })}>
            {icon} CSV
          </a>
        ),
      }}
      path="/usage"
      params={params}
      page={page}
      keyOf={({ id }) => id}
      empty={{ title: "No calls" }}
      columns={[
        {
          title: "Skill",
          isMain: true,
          cell: (row) => (
            <Link className="hover:underline" href={`/usage/${row.id}`}>
              {nameOf(row.skill)}
            </Link>
          ),
        },
        { title: "Kind", cell: (row) => TRANSACTIONS[row.kind] ?? row.kind },
        {
          title: "Outcome",
          cell: (row) => (
            <span title={row.error_code ?? undefined}>
              <Badge tone={row.status === "succeeded" ? "ok" : "bad"}>
                {row.error_code ? (FAILURES[row.error_code] ?? row.error_code) : row.status}
              </Badge>
            </span>
          ),
        },
        {
          title: "When",
          cell: (row) => <RelativeTime time={row.created_at} />,
        },
        { title: "Took", isNumber: true, cell: (row) => `${row.duration_ms} ms` },
        {
          title: "Cost",
          isNumber: true,
          cell: (row) => (row.free ? "free call" : <span title={unitsText(row.units)}>{dollars(row.cost)}</span>),
        },
      ]}
    />
  );
}
