import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { RenewalButton } from "@/app/(account)/purchases/_components/renewal";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Badge, Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { credits } from "@/lib/client/format";
import * as purchases from "@/lib/purchases/service";

export const metadata: Metadata = { title: "Purchases", robots: { index: false } };

const SHOWN = 25;

export default async function PurchasesPage({
  searchParams,
}: {
  searchParams: Promise<{ offset?: string }>;
}) {
  const caller = await requireCaller("/purchases");
  const offset = readOffset((await searchParams).offset);
  const page = await purchases.list(caller, { limit: SHOWN, offset });
  return (
    <>
      <PageHead title="Purchases">
        Subscriptions keep their price while they run. A cancelled one works to the end of its period.
      </PageHead>
      {page.total === 0 ? (
        <Empty title="You have not bought anything yet">
          <Link className="text-accent-ink underline" href="/?pricing_type=subscription">
            Browse subscriptions
          </Link>
        </Empty>
      ) : (
        <Panel>
          <DataTable
            label="Your purchases"
            rows={page.data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Skill",
                isMain: true,
                cell: ({ skill }) => (
                  <Link className="hover:underline" href={`/skills/${skill.slug}`}>
                    {skill.name}
                  </Link>
                ),
              },
              {
                title: "Status",
                cell: ({ status, refunded }) => (
                  <Badge tone={status === "active" ? "ok" : "plain"}>
                    {refunded > 0 ? `refunded ${credits(refunded)}` : status}
                  </Badge>
                ),
              },
              {
                title: "Period",
                cell: (row) => (
                  <>
                    {row.auto_renew && row.status === "active" ? "renews" : "ends"}{" "}
                    <RelativeTime time={row.current_period_end} />
                  </>
                ),
              },
              { title: "Price", isNumber: true, cell: (row) => `${credits(row.price)} / ${row.interval}` },
              {
                title: "Renewal",
                cell: (row) =>
                  row.status === "active" ? <RenewalButton id={row.id} autoRenew={row.auto_renew} /> : "–",
              },
            ]}
          />
          <Pager page={page} href={(to) => `/purchases?offset=${to}`} />
        </Panel>
      )}
    </>
  );
}
