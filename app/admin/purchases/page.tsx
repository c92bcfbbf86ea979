import type { Metadata } from "next";
import { readList, type Search } from "@/app/admin/_lib/administrator";
import { emailOf } from "@/app/admin/_lib/party";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import * as purchases from "@/lib/demand/purchases/admin";
import { AdminPurchaseQuery } from "@/lib/demand/purchases/admin-schemas";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "All purchases", robots: { index: false } };

const PATH = "/admin/purchases";

export default async function SalesPage({ searchParams }: { searchParams: Search }) {
  const list = await readList(PATH, searchParams, { query: AdminPurchaseQuery, list: purchases.list });
  return (
    <ListPage
      title="Purchases"
      about="All subscriptions, newest first. Open one to refund it."
      {...list}
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
      label="Purchases"
      keyOf={({ id }) => id}
      empty={{
        title: "No purchases match",
        text: "Search for part of the buyer's email or name, a slug, or a whole id.",
      }}
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
              {emailOf(row.buyer)}
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
        { title: "Price", isNumber: true, cell: (row) => `${dollars(row.price)} / ${row.interval}` },
      ]}
    />
  );
}
