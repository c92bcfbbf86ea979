import { Download } from "lucide-react";
import type { Metadata } from "next";
import { hrefOf, paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { Details } from "@/components/admin/details";
import { Filters } from "@/components/admin/filters";
import { buttonStyle } from "@/components/ui/button-style";
import { DataTable } from "@/components/ui/data-table";
import { Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as audit from "@/lib/supply/review/audit";
import { AuditQuery } from "@/lib/supply/review/audit-schemas";

export const metadata: Metadata = { title: "Audit log", robots: { index: false } };

const PATH = "/admin/audit";
const TEXTS = [
  ["actor", "Who (address, id or system)", "text"],
  ["subject", "To what (slug, address or id)", "text"],
  ["start_date", "From", "date"],
  ["end_date", "To", "date"],
] as const;
const ACTIONS = [
  ["skill", "Skills"],
  ["account", "Accounts"],
  ["purchase", "Purchases"],
  ["report", "Reports"],
  ["system", "System"],
] as const;

/** Where the subject of a line is looked at. */
function subjectHref(type: string, id: string): string | null {
  if (type === "account") return `/admin/accounts/${id}`;
  if (type === "purchase") return `/admin/purchases/${id}`;
  if (type === "skill") return `/admin/queue?skill=${id}`;
  return null;
}

export default async function AuditPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const params = await paramsOf(searchParams);
  const asked = AuditQuery.safeParse(params);
  const page = asked.success ? await audit.list(asked.data) : null;
  const { offset: _, limit: __, ...filters } = params;
  return (
    <>
      <PageHead
        title="Audit log"
        action={
          <a
            className={buttonStyle({ size: "sm" })}
            href={hrefOf("/v1/admin/audit/export", filters)}
            download
          >
            <Download size={14} aria-hidden /> CSV
          </a>
        }
      >
        Actions of administrators and the operator. Entries can't be changed or deleted.
      </PageHead>
      <Filters action={PATH} values={params} choices={[{ name: "action", label: "About", options: ACTIONS }]}>
        {TEXTS.map(([name, label, type]) => (
          <div key={name} className={`grid gap-1 ${type === "text" ? "min-w-48 flex-1" : ""}`}>
            <label htmlFor={`filter-${name}`} className="text-xs text-muted">
              {label}
            </label>
            <Input
              id={`filter-${name}`}
              name={name}
              type={type}
              defaultValue={params[name]}
              {...(type === "text" && { maxLength: 254 })}
            />
          </div>
        ))}
      </Filters>
      {!page ? (
        <Empty title="These filters cannot be read">
          A day is written as 2026-11-20, and the last one must not come before the first.
        </Empty>
      ) : page.data.length === 0 ? (
        <Empty title="No line matches" />
      ) : (
        <Panel>
          <DataTable
            label="Audit log"
            rows={page.data}
            keyOf={({ id }) => id}
            columns={[
              { title: "What", isMain: true, isTight: true, cell: (row) => row.action },
              {
                title: "By",
                cell: (row) =>
                  row.actor ? (
                    <Link
                      className="hover:underline"
                      href={hrefOf(PATH, { ...filters, actor: row.actor.email })}
                    >
                      {row.actor.name}
                    </Link>
                  ) : (
                    "system"
                  ),
              },
              {
                title: "To",
                cell: (row) => {
                  const href = subjectHref(row.subject_type, row.subject_id);
                  const name = String(row.details.slug ?? row.details.email ?? row.subject_id);
                  return href ? (
                    <Link className="hover:underline" href={href}>
                      {row.subject_type} {name}
                    </Link>
                  ) : (
                    `${row.subject_type} ${name}`
                  );
                },
              },
              {
                title: "Details",
                cell: (row) => <Details details={row.details} without={["slug", "email"]} />,
              },
              { title: "When", cell: (row) => <RelativeTime time={row.created_at} /> },
            ]}
          />
          <Pager page={page} href={(offset) => hrefOf(PATH, { ...filters, offset })} />
        </Panel>
      )}
    </>
  );
}
