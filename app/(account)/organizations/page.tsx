import type { Metadata } from "next";
import { requireCaller } from "@/app/_lib/viewer";
import { ActButton } from "@/app/(account)/organizations/_components/act-button";
import { CreateForm } from "@/app/(account)/organizations/_components/create-form";
import { OwnInvitations } from "@/app/(account)/organizations/_components/own-invitations";
import { AccountMark } from "@/components/shell/account-mark";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { ROLE_TEXTS } from "@/lib/identity/keys/permissions";
import * as invitations from "@/lib/identity/organizations/invitations";
import * as organizations from "@/lib/identity/organizations/service";

export const metadata: Metadata = { title: "Organizations", robots: { index: false } };

export default async function OrganizationsPage() {
  const caller = await requireCaller("/organizations");
  const isCompany = caller.session?.isCompany ?? false;
  const [own, invited] = await Promise.all([
    organizations.list(caller),
    isCompany ? { data: [] } : invitations.listOwn(caller),
  ]);
  return (
    <>
      <PageHead title="Organizations">
        One wallet for a team: people and agents share it, each with their own role.
      </PageHead>
      <div className="grid gap-6">
        {invited.data.length > 0 && (
          <OwnInvitations
            rows={invited.data.map(({ id, organization, role, invited_by, expires_at }) => ({
              id,
              name: organization.name,
              handle: organization.handle,
              role: ROLE_TEXTS[role].name,
              invitedBy: invited_by,
              expiresAt: new Date(expires_at),
            }))}
          />
        )}
        {own.data.length === 0 ? (
          <Empty title="No organizations yet">Create one below, or accept an invitation that was mailed to you.</Empty>
        ) : (
          <Panel>
            <DataTable
              label="Organizations"
              rows={own.data}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Name",
                  isMain: true,
                  cell: ({ id, name, handle }) => (
                    <Link className="flex min-w-0 items-center gap-2 hover:underline" href={`/organizations/${handle}`}>
                      <AccountMark id={id} name={name} />
                      <span className="min-w-0 wrap-anywhere">{name}</span>
                    </Link>
                  ),
                },
                { title: "Your role", isTight: true, cell: ({ role }) => ROLE_TEXTS[role].name },
                { title: "Members", isNumber: true, cell: ({ member_count }) => member_count },
                {
                  title: "Acting",
                  isAction: true,
                  cell: ({ id, name }) =>
                    id === caller.accountId ? <Badge tone="accent">acting</Badge> : <ActButton id={id} name={name} />,
                },
              ]}
            />
          </Panel>
        )}
        <Panel title="New organization">
          {isCompany ? (
            <p className="text-sm text-muted">
              You signed in with {caller.name}. Sign in to your own account to create an organization.
            </p>
          ) : caller.session?.emailVerified ? (
            <CreateForm />
          ) : (
            <p className="text-sm text-muted">Verify your email to create an organization.</p>
          )}
        </Panel>
      </div>
    </>
  );
}
