import type { Metadata } from "next";
import { hrefOf, paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { Filters } from "@/components/admin/filters";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as purchases from "@/lib/demand/purchases/admin";
import { AdminPurchaseQuery } from "@/lib/demand/purchases/admin-schemas";
import { credits } from "@/lib/interfaces/client/format";

export const metadata: Metadata = { title: "All purchases", robots: { index: false } };

const PATH = "/admin/purchases";

export default async function SalesPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const params = await paramsOf(searchParams);
  const asked = AdminPurchaseQuery.safeParse(params);
  const page = await purchases.list(asked.success ? asked.data : AdminPurchaseQuery.parse({}));
  return (
    <>
      <PageHead title="Purchases">All subscriptions, newest first. Open one to refund it.</PageHead>
      <Filters
        action={PATH}
        values={params}
        search="Buyer, skill or id"
        choices={[
          {
            name: "status",
            label: "Status",
            options: [
              ["active", "Active"],
              ["cancelled", "Cancelled"],
              ["expired", "Expired"],
            ],
          },
          {
            name: "refunded",
            label: "Refund",
            options: [
              ["true", "Refunded"],
              ["false", "Not refunded"],
            ],
          },
        ]}
      />
      {page.data.length === 0 ? (
        <Empty title="No purchase matches">
          Search for a part of the buyer's address or name, for a slug, or for a whole id.
        </Empty>
      ) : (
        <Panel>
          <DataTable
            label="Purchases"
            rows={page.data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Skill",
                isMain: true,
                cell: (row) => (
                  <Link className="hover:underline" href={`${PATH}/${row.id}`}>
                    {row.skill.name}
                    <span className="block text-xs font-normal text-muted">by {row.developer.name}</span>
                  </Link>
                ),
              },
              {
                title: "Buyer",
                cell: (row) => (
                  <Link className="hover:underline" href={`/admin/accounts/${row.buyer.id}`}>
                    {row.buyer.email}
                  </Link>
                ),
              },
              {
                title: "Status",
                cell: (row) => (
                  <Badge tone={row.refund ? "warn" : row.status === "active" ? "ok" : "plain"}>
                    {row.refund ? "refunded" : row.status}
                  </Badge>
                ),
              },
              { title: "Started", cell: (row) => <RelativeTime time={new Date(row.started_at)} /> },
              { title: "Price", isNumber: true, cell: (row) => `${credits(row.price)} / ${row.interval}` },
            ]}
          />
          <Pager page={page} href={(offset) => hrefOf(PATH, { ...params, offset })} />
        </Panel>
      )}
    </>
  );
}
