import type { Metadata } from "next";
import { hrefOf, paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { StateBadge } from "@/components/admin/account-badge";
import { Filters } from "@/components/admin/filters";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { credits } from "@/lib/interfaces/client/format";
import { AccountQuery } from "@/lib/operator/directory/schemas";
import * as accounts from "@/lib/operator/directory/service";

export const metadata: Metadata = { title: "Accounts", robots: { index: false } };

const PATH = "/admin/accounts";

export default async function AccountsPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const params = await paramsOf(searchParams);
  const asked = AccountQuery.safeParse(params);
  const page = await accounts.list(asked.success ? asked.data : AccountQuery.parse({}));
  return (
    <>
      <PageHead title="Accounts">All accounts, newest first.</PageHead>
      <Filters
        action={PATH}
        values={params}
        search="Email address, name or id"
        choices={[
          {
            name: "role",
            label: "Role",
            options: [
              ["user", "User"],
              ["admin", "Administrator"],
            ],
          },
          {
            name: "state",
            label: "State",
            options: [
              ["active", "Active"],
              ["suspended", "Suspended"],
              ["closed", "Closed"],
            ],
          },
        ]}
      />
      {page.data.length === 0 ? (
        <Empty title="No account matches">Search for a part of the address or name, or for a whole id.</Empty>
      ) : (
        <Panel>
          <DataTable
            label="Accounts"
            rows={page.data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Account",
                isMain: true,
                cell: (row) => (
                  <Link className="hover:underline" href={`${PATH}/${row.id}`}>
                    {row.email}
                    <span className="block text-xs font-normal text-muted">{row.name}</span>
                  </Link>
                ),
              },
              {
                title: "State",
                cell: (row) => (
                  <span className="inline-flex gap-1">
                    {row.role === "admin" && <Badge tone="accent">administrator</Badge>}
                    <StateBadge account={row} />
                  </span>
                ),
              },
              { title: "Registered", cell: (row) => <RelativeTime time={new Date(row.created_at)} /> },
              { title: "Keys", isNumber: true, cell: (row) => row.key_count },
              { title: "Skills", isNumber: true, cell: (row) => row.skill_count },
              { title: "Credits", isNumber: true, cell: (row) => credits(row.available) },
            ]}
          />
          <Pager page={page} href={(offset) => hrefOf(PATH, { ...params, offset })} />
        </Panel>
      )}
    </>
  );
}
