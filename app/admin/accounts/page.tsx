import type { Metadata } from "next";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { StateBadge } from "@/components/admin/account-badge";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { AccountQuery } from "@/lib/operator/directory/schemas";
import * as accounts from "@/lib/operator/directory/service";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Accounts", robots: { index: false } };

const PATH = "/admin/accounts";

export default async function AccountsPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AccountQuery, list: accounts.list });
  return (
    <ListPage
      title="Accounts"
      about="All accounts, newest first."
      {...list}
      search="Email, name or id"
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
          name: "kind",
          label: "Kind",
          options: [
            ["person", "Person"],
            ["organization", "Organization"],
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
      label="Accounts"
      keyOf={({ id }) => id}
      empty={{ title: "No accounts match", text: "Search for part of an email or name, or a whole id." }}
      columns={[
        {
          title: "Account",
          isMain: true,
          cell: (row) => (
            <Link className="hover:underline" href={`${PATH}/${row.id}`}>
              {row.kind === "organization" ? `@${row.handle}` : row.email}
              <span className="block text-xs font-normal text-muted">{row.name}</span>
            </Link>
          ),
        },
        {
          title: "State",
          cell: (row) => (
            <span className="inline-flex gap-1">
              {row.role === "admin" && <Badge tone="accent">administrator</Badge>}
              {row.kind === "organization" && <Badge>organization</Badge>}
              <StateBadge account={row} />
            </span>
          ),
        },
        { title: "Registered", cell: (row) => <RelativeTime time={new Date(row.created_at)} /> },
        { title: "Keys", isNumber: true, cell: (row) => row.key_count },
        { title: "Skills", isNumber: true, cell: (row) => row.skill_count },
        { title: "Balance", isNumber: true, cell: (row) => dollars(row.available) },
      ]}
    />
  );
}
