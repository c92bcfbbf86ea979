import { Details } from "@/components/admin/details";
import { StatusBadge } from "@/components/console/status";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AccountDetail } from "@/lib/operator/directory/schemas";
import { dollars } from "@/lib/platform/core/dollars";

const None = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>;

/** What administrators did to the account. */
export function History({ events, accountId }: { events: AccountDetail["history"]; accountId: string }) {
  return (
    <Panel
      title="History"
      action={
        <Link className="text-xs text-accent-ink underline" href={`/admin/audit?subject=${accountId}`}>
          Audit log
        </Link>
      }
    >
      {events.length === 0 ? (
        <None>No administrator actions yet.</None>
      ) : (
        <DataTable
          label="History"
          rows={events}
          keyOf={({ id }) => id}
          columns={[
            { title: "What", isMain: true, cell: (row) => row.action },
            { title: "By", cell: (row) => row.actor?.name ?? "system" },
            { title: "When", cell: (row) => <RelativeTime time={new Date(row.created_at)} /> },
            {
              title: "Details",
              cell: (row) => <Details details={row.details} without={["email", "grant"]} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

export function Skills({ skills, total }: { skills: AccountDetail["skills"]; total: number }) {
  return (
    <Panel title={`Skills (${total})`}>
      {skills.length === 0 ? (
        <None>No skills.</None>
      ) : (
        <DataTable
          label="Skills"
          rows={skills}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Skill",
              isMain: true,
              cell: (row) => (
                <Link className="hover:underline" href={`/admin/queue?status=${row.status}&skill=${row.id}`}>
                  {row.name}
                </Link>
              ),
            },
            { title: "Slug", cell: (row) => row.slug },
            { title: "Status", cell: (row) => <StatusBadge status={row.status} /> },
            {
              title: "On the marketplace",
              cell: (row) =>
                row.suspended ? <Badge tone="bad">suspended</Badge> : row.live ? <Badge tone="ok">live</Badge> : "–",
            },
          ]}
        />
      )}
    </Panel>
  );
}

export function Purchases({ purchases, accountId }: { purchases: AccountDetail["purchases"]; accountId: string }) {
  return (
    <Panel
      title="Purchases"
      action={
        <Link className="text-xs text-accent-ink underline" href={`/admin/purchases?search=${accountId}`}>
          View all
        </Link>
      }
    >
      {purchases.length === 0 ? (
        <None>No purchases.</None>
      ) : (
        <DataTable
          label="Purchases"
          rows={purchases}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Skill",
              isMain: true,
              cell: (row) => (
                <Link className="hover:underline" href={`/admin/purchases/${row.id}`}>
                  {row.skill.name}
                </Link>
              ),
            },
            {
              title: "Status",
              cell: (row) => <Badge tone={row.status === "active" ? "ok" : "plain"}>{row.status}</Badge>,
            },
            { title: "Started", cell: (row) => <RelativeTime time={new Date(row.started_at)} /> },
            { title: "Price", isNumber: true, cell: (row) => `${dollars(row.price)} / ${row.interval}` },
          ]}
        />
      )}
    </Panel>
  );
}

export function Keys({ keys }: { keys: AccountDetail["keys"] }) {
  return (
    <Panel title={`Keys (${keys.length})`}>
      {keys.length === 0 ? (
        <None>No API keys.</None>
      ) : (
        <DataTable
          label="Keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            { title: "Key", isMain: true, cell: (row) => row.name ?? "unnamed" },
            { title: "Prefix", cell: (row) => <code className="text-xs">{row.prefix}</code> },
            {
              title: "State",
              cell: (row) => <Badge tone={row.active ? "ok" : "plain"}>{row.active ? "active" : "off"}</Badge>,
            },
            {
              title: "Last used",
              cell: (row) => (row.last_used_at ? <RelativeTime time={new Date(row.last_used_at)} /> : "never"),
            },
          ]}
        />
      )}
    </Panel>
  );
}

export function Sessions({ sessions }: { sessions: AccountDetail["sessions"] }) {
  return (
    <Panel title={`Signed-in browsers (${sessions.length})`}>
      {sessions.length === 0 ? (
        <None>No browser is signed in.</None>
      ) : (
        <DataTable
          label="Signed-in browsers"
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            { title: "Browser", isMain: true, cell: (row) => row.user_agent ?? "unknown" },
            { title: "Address", cell: (row) => row.address ?? "unknown" },
            { title: "Since", cell: (row) => <RelativeTime time={new Date(row.created_at)} /> },
            { title: "Ends", cell: (row) => <RelativeTime time={new Date(row.expires_at)} /> },
          ]}
        />
      )}
    </Panel>
  );
}

type MembershipsProps = { memberships: AccountDetail["memberships"]; isOrganization: boolean };

/** The members of an organization, or the organizations of a person; nothing for a person without any. */
export function Memberships({ memberships, isOrganization }: MembershipsProps) {
  const title = isOrganization ? "Members" : "Organizations";
  if (memberships.length === 0) return null;
  return (
    <Panel title={title}>
      <DataTable
        label={title}
        rows={memberships}
        keyOf={({ account_id }) => account_id}
        columns={[
          {
            title: "Name",
            isMain: true,
            cell: (row) => (
              <Link className="hover:underline" href={`/admin/accounts/${row.account_id}`}>
                {row.name}
              </Link>
            ),
          },
          { title: "Role", cell: (row) => row.role },
        ]}
      />
    </Panel>
  );
}
