import { Download } from "lucide-react";
import type { Metadata } from "next";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { Details } from "@/components/admin/details";
import { buttonStyle } from "@/components/ui/button-style";
import { TextField } from "@/components/ui/field";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import * as audit from "@/lib/supply/review/audit";
import { AuditQuery } from "@/lib/supply/review/audit-schemas";

export const metadata: Metadata = { title: "Audit log", robots: { index: false } };

const PATH = "/admin/audit";
const TEXTS = [
  ["actor", "Actor (email, ID or system)", "text"],
  ["subject", "Subject (slug, email or ID)", "text"],
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

function subjectHref(type: string, id: string): string | null {
  if (type === "account") return `/admin/accounts/${id}`;
  if (type === "purchase") return `/admin/purchases/${id}`;
  if (type === "skill") return `/admin/queue?skill=${id}`;
  return null;
}

export default async function AuditPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AuditQuery, list: audit.list });
  const { offset: _, limit: __, ...filters } = list.params;
  return (
    <ListPage
      title="Audit log"
      action={
        <a className={buttonStyle({ size: "sm" })} href={hrefOf("/v1/admin/audit/export", filters)} download>
          <Download size={14} aria-hidden /> CSV
        </a>
      }
      about="Actions of administrators and the operator. Entries can't be changed or deleted."
      {...list}
      choices={[{ name: "action", label: "About", options: ACTIONS }]}
      fields={TEXTS.map(([name, label, type]) => (
        <div key={name} className={type === "text" ? "min-w-48 flex-1" : ""}>
          <TextField
            name={name}
            label={label}
            type={type}
            defaultValue={list.params[name]}
            limit={type === "text" ? "email" : undefined}
          />
        </div>
      ))}
      label="Audit log"
      keyOf={({ id }) => id}
      empty={{ title: "No entries match" }}
      columns={[
        { title: "What", isMain: true, isTight: true, cell: (row) => row.action },
        {
          title: "By",
          cell: (row) =>
            row.actor ? (
              <Link className="hover:underline" href={hrefOf(PATH, { ...filters, actor: row.actor.email })}>
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
  );
}
