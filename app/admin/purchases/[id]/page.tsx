import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { requireAdministrator } from "@/app/admin/_lib/administrator";
import { RefundForm } from "@/app/admin/purchases/[id]/_components/refund";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as purchases from "@/lib/demand/purchases/admin";
import type { AdminPurchase } from "@/lib/demand/purchases/admin-schemas";
import { dollars } from "@/lib/platform/core/dollars";
import { AppError } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";

export const metadata: Metadata = { title: "Purchase", robots: { index: false } };

export default async function SalePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireAdministrator(`/admin/purchases/${id}`);
  if (!isUuid(id)) notFound();
  const purchase = await purchases.get(id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return (
    <>
      <PageHead title={purchase.skill.name}>
        Bought by{" "}
        <Link className="text-accent-ink underline" href={`/admin/accounts/${purchase.buyer.id}`}>
          {purchase.buyer.email}
        </Link>{" "}
        from{" "}
        <Link className="text-accent-ink underline" href={`/admin/accounts/${purchase.developer.id}`}>
          {purchase.developer.name}
        </Link>
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Purchase">
          <dl className="grid gap-2 text-sm">
            {factsOf(purchase).map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4 border-b border-line pb-2 last:border-0 last:pb-0">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right">{value}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title="Refund">
          {purchase.refund ? (
            <p className="text-sm">
              Returned: <span className="font-mono">{dollars(purchase.refund.credits)}</span>{" "}
              <RelativeTime time={new Date(purchase.refund.refunded_at)} />. {purchase.refund.reason}
            </p>
          ) : (
            <RefundForm id={purchase.id} preview={purchase.preview} />
          )}
        </Panel>
      </div>
    </>
  );
}

function factsOf(purchase: AdminPurchase): [string, ReactNode][] {
  return [
    [
      "Status",
      <Badge key="status" tone={purchase.status === "active" ? "ok" : "plain"}>
        {purchase.status}
      </Badge>,
    ],
    ["Price", `${dollars(purchase.price)} per ${purchase.interval}`],
    ["Started", <RelativeTime key="start" time={new Date(purchase.started_at)} />],
    [
      purchase.auto_renew && purchase.status === "active" ? "Renews" : "Ends",
      <RelativeTime key="end" time={new Date(purchase.current_period_end)} />,
    ],
    ["Terms paid", purchase.term],
    [
      "Skill",
      <Link
        key="skill"
        className="text-accent-ink underline"
        href={`/admin/queue?search=${purchase.skill.slug}&status=approved`}
      >
        {purchase.skill.slug}
      </Link>,
    ],
    [
      "Id",
      <code key="id" className="text-2xs">
        {purchase.id}
      </code>,
    ],
  ];
}
