import type { Metadata } from "next";
import { requireCaller } from "@/app/viewer";
import { Ago } from "@/components/ui/ago";
import { DataTable } from "@/components/ui/data-table";
import { credits } from "@/components/ui/format";
import { Badge, Empty, PageHead, Panel } from "@/components/ui/panel";
import { RenewalButton } from "@/components/wallet/renewal";
import * as purchases from "@/lib/purchases/service";

export const metadata: Metadata = { title: "Purchases", robots: { index: false } };

const SHOWN = 100;

export default async function PurchasesPage() {
  const caller = await requireCaller("/purchases");
  const { data } = await purchases.list(caller, { limit: SHOWN, offset: 0 });
  return (
    <>
      <PageHead title="Purchases">
        Subscriptions keep their price while they run. A cancelled one works to the end of its period.
      </PageHead>
      {data.length === 0 ? (
        <Empty title="You have not bought anything yet">
          <a className="text-accent-ink underline" href="/?pricing_type=subscription">
            Browse subscriptions
          </a>
        </Empty>
      ) : (
        <Panel>
          <DataTable
            label="Your purchases"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Skill",
                isMain: true,
                cell: ({ skill }) => (
                  <a className="hover:underline" href={`/skills/${skill.slug}`}>
                    {skill.name}
                  </a>
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
                    <Ago time={row.current_period_end} />
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
        </Panel>
      )}
    </>
  );
}
