import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { requireAdministrator } from "@/app/admin/administrator";
import { RefundForm } from "@/components/admin/refund";
import { Ago } from "@/components/ui/ago";
import { credits } from "@/components/ui/format";
import { Badge, PageHead, Panel } from "@/components/ui/panel";
import type { Sale } from "@/lib/administration/purchases/schemas";
import * as sales from "@/lib/administration/purchases/service";
import { AppError } from "@/lib/core/errors";
import { isUuid } from "@/lib/core/ids";

export const metadata: Metadata = { title: "Purchase", robots: { index: false } };

export default async function SalePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireAdministrator(`/admin/purchases/${id}`);
  if (!isUuid(id)) notFound();
  const sale = await sales.get(id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return (
    <>
      <PageHead title={sale.skill.name}>
        Bought by{" "}
        <a className="text-accent-ink underline" href={`/admin/accounts/${sale.buyer.id}`}>
          {sale.buyer.email}
        </a>{" "}
        from{" "}
        <a className="text-accent-ink underline" href={`/admin/accounts/${sale.developer.id}`}>
          {sale.developer.name}
        </a>
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Purchase">
          <dl className="grid gap-2 text-sm">
            {factsOf(sale).map(([name, value]) => (
              <div
                key={name}
                className="flex justify-between gap-4 border-b border-line pb-2 last:border-0 last:pb-0"
              >
                <dt className="text-muted">{name}</dt>
                <dd className="text-right">{value}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title="Refund">
          {sale.refund ? (
            <p className="text-sm">
              <span className="font-mono">{credits(sale.refund.credits)}</span> credits were given back{" "}
              <Ago time={new Date(sale.refund.refunded_at)} />. {sale.refund.reason}
            </p>
          ) : (
            <RefundForm id={sale.id} preview={sale.preview} />
          )}
        </Panel>
      </div>
    </>
  );
}

function factsOf(sale: Sale): [string, ReactNode][] {
  return [
    [
      "Status",
      <Badge key="status" tone={sale.status === "active" ? "ok" : "plain"}>
        {sale.status}
      </Badge>,
    ],
    ["Price", `${credits(sale.price)} credits / ${sale.interval}`],
    ["Started", <Ago key="start" time={new Date(sale.started_at)} />],
    [
      sale.auto_renew && sale.status === "active" ? "Renews" : "Ends",
      <Ago key="end" time={new Date(sale.current_period_end)} />,
    ],
    ["Terms paid", sale.term],
    [
      "Skill",
      <a
        key="skill"
        className="text-accent-ink underline"
        href={`/admin?search=${sale.skill.slug}&status=approved`}
      >
        {sale.skill.slug}
      </a>,
    ],
    [
      "Id",
      <code key="id" className="text-2xs">
        {sale.id}
      </code>,
    ],
  ];
}
