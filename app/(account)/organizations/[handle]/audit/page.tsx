import { Download } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { buttonStyle } from "@/components/ui/button-style";
import { hrefOf } from "@/components/ui/href";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { may } from "@/lib/identity/keys/permissions";
import * as audit from "@/lib/identity/organizations/audit";
import { OrganizationAuditQuery } from "@/lib/identity/organizations/audit-schemas";

export const metadata: Metadata = { title: "Audit log", robots: { index: false } };

const ACTIONS = [
  ["member", "Members"],
  ["key", "API keys"],
  ["allowed_skill", "Allowed skills"],
  ["plugin_link", "Plugin links"],
  ["approval", "Approvals"],
  ["transfer", "Transfers"],
  ["organization", "Organization"],
  ["account", "Profile"],
] as const;

type Props = { params: Promise<{ handle: string }>; searchParams: Promise<Record<string, string>> };

export default async function OrganizationAuditPage({ params, searchParams }: Props) {
  const { handle } = await params;
  const path = `/organizations/${handle}/audit`;
  const caller = await requireMember(handle, path);
  if (!may(caller, "manage")) notFound();
  const given = Object.fromEntries(Object.entries(await searchParams).filter(([, value]) => value !== ""));
  const query = OrganizationAuditQuery.safeParse(given);
  const [page, acting] = await Promise.all([query.success ? audit.list(caller, query.data) : null, getCaller()]);
  const { action } = given;
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="/audit">
      <p className="mb-4 flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
        Who changed what. Entries can't be changed or deleted.
        <a
          className={buttonStyle({ size: "sm" })}
          href={hrefOf(`/v1/organizations/${handle}/audit/export`, action ? { action } : {})}
          download
        >
          <Download size={14} aria-hidden /> CSV
        </a>
      </p>
      <ListPage
        path={path}
        params={given}
        page={page}
        choices={[{ name: "action", label: "About", options: ACTIONS }]}
        label="Audit log"
        keyOf={({ id }) => id}
        empty={{ title: "No entries match" }}
        columns={[
          { title: "What", isMain: true, isTight: true, cell: (row) => row.action },
          { title: "By", cell: (row) => row.actor?.name ?? "system" },
          { title: "Details", cell: (row) => detailsText(row.details) },
          { title: "When", isTight: true, cell: (row) => <RelativeTime time={row.created_at} /> },
        ]}
      />
    </Frame>
  );
}

/** The details of a line in a few words: the name of a person instead of its id. */
function detailsText({ person_name: name, person, ...rest }: Record<string, unknown>): string {
  const parts = Object.entries(rest)
    .filter(([key, value]) => value !== null && key !== "invitation")
    .map(([key, value]) => `${key.replaceAll("_", " ")}: ${String(value)}`);
  return [...(person ? [String(name || person)] : []), ...parts].join(", ");
}
