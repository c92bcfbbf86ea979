import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { credits, relative } from "@/components/ui/format";
import { Badge, Panel } from "@/components/ui/panel";
import type * as usage from "@/lib/usage/service";

type Props = {
  page: Awaited<ReturnType<typeof usage.list>>;
  link: (change: Record<string, string | null>) => string;
  /** Where the same calls are as a file. */
  file: string;
  icon: ReactNode;
};

/** Every call and download of the range, newest first. */
export function Calls({ page, link, file, icon }: Props) {
  return (
    <Panel
      title="Calls"
      action={
        <a href={file} download className={buttonStyle({ size: "sm" })}>
          {icon} CSV
        </a>
      }
    >
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
