import type { Metadata } from "next";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { InvitationPanel } from "@/app/(account)/organizations/[handle]/_components/invitations";
import { MemberActions } from "@/app/(account)/organizations/[handle]/_components/member-actions";
import { RoleSelect } from "@/app/(account)/organizations/[handle]/_components/role-select";
import { RoleTable } from "@/app/(account)/organizations/[handle]/_components/role-table";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { may, ROLE_TEXTS } from "@/lib/identity/keys/permissions";
import * as invitations from "@/lib/identity/organizations/invitations";
import * as members from "@/lib/identity/organizations/members";
import { MemberQuery } from "@/lib/identity/organizations/schemas";
import { MEMBER_ROLES } from "@/lib/platform/core/caller";

export const metadata: Metadata = { title: "Members", robots: { index: false } };

type Props = { params: Promise<{ handle: string }>; searchParams: Promise<Record<string, string>> };

export default async function MembersPage({ params, searchParams }: Props) {
  const { handle } = await params;
  const path = `/organizations/${handle}`;
  const caller = await requireMember(handle, path);
  const asked = await searchParams;
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
  const query = MemberQuery.safeParse(given);
  const isManager = may(caller, "manage");
  const [page, invited, acting] = await Promise.all([
    query.success ? members.list(caller, query.data) : null,
    isManager ? invitations.list(caller) : null,
    getCaller(),
  ]);
  const roles = MEMBER_ROLES.map((role) => [role, ROLE_TEXTS[role].name] as const);
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="">
      <div className="grid grid-cols-1 gap-6">
        {invited && (
          <InvitationPanel
            handle={handle}
            roles={MEMBER_ROLES.map((role) => [role, `${ROLE_TEXTS[role].name}: ${ROLE_TEXTS[role].text}`] as const)}
            rows={invited.data.map((row) => ({
              id: row.id,
              email: row.email,
              role: ROLE_TEXTS[row.role].name,
              expiresAt: new Date(row.expires_at),
              isExpired: new Date(row.expires_at) < new Date(),
            }))}
          />
        )}
        <div>
          <ListPage
            path={path}
            params={given}
            page={page}
            search="Name or email"
            choices={[{ name: "role", label: "Role", options: roles }]}
            label="Members"
            keyOf={({ id }) => id}
            empty={{ title: "No members match", text: "Search for part of a name or email." }}
            columns={[
              {
                title: "Member",
                isMain: true,
                cell: (row) => (
                  <span className="block min-w-0 wrap-anywhere">
                    {row.name}
                    {row.id === caller.personId && <span className="font-normal text-muted"> (you)</span>}
                    <span className="block text-xs font-normal text-muted">{row.email}</span>
                  </span>
                ),
              },
              {
                title: "Role",
                isTight: true,
                cell: (row) =>
                  isManager ? (
                    <RoleSelect handle={handle} member={{ id: row.id, name: row.name, role: row.role }} roles={roles} />
                  ) : (
                    ROLE_TEXTS[row.role].name
                  ),
              },
              { title: "Joined", isTight: true, cell: (row) => <RelativeTime time={new Date(row.joined_at)} /> },
              {
                title: "Actions",
                isAction: true,
                cell: (row) =>
                  isManager && row.id !== caller.personId ? (
                    <MemberActions handle={handle} id={row.id} name={row.name} />
                  ) : null,
              },
            ]}
          />
        </div>
        <RoleTable />
      </div>
    </Frame>
  );
}
