import { Download } from "lucide-react";
import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { DetailsForm } from "@/app/(account)/wallet/billing/_components/details-form";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { PageHead, Panel } from "@/components/ui/panel";
import { day } from "@/lib/interfaces/client/format";
import type { DocumentReason } from "@/lib/money/billing/document-schemas";
import * as documents from "@/lib/money/billing/documents";
import { countries } from "@/lib/money/billing/schemas";
import * as billing from "@/lib/money/billing/service";
import * as statements from "@/lib/money/billing/statements";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Billing", robots: { index: false } };

const SHOWN = 10;
const REASONS: Record<DocumentReason, string> = {
  payment: "Payment",
  refund: "Payment refunded",
  dispute: "Chargeback",
  purchase_refund: "Purchase refunded",
  refund_reversed: "Refund that came back",
};
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

export default async function BillingPage({
  searchParams,
}: {
  searchParams: Promise<{ from?: string; months?: string }>;
}) {
  const [caller, asked] = [await requireCaller("/wallet/billing"), await searchParams];
  const [details, page, all] = await Promise.all([
    billing.details(caller),
    documents.list(caller, { limit: SHOWN, offset: readOffset(asked.from) }),
    statements.months(caller),
  ]);
  const months = asked.months === "all" ? all.data : all.data.slice(0, SHOWN);
  return (
    <>
      <p className="mb-1 text-xs">
        <Link className="text-muted hover:text-fg" href="/wallet">
          ← Wallet
        </Link>
      </p>
      <PageHead title="Billing">Who your bills are issued to, your receipts and monthly statements.</PageHead>
      <Panel title="Billing details">
        <DetailsForm initial={details} countries={countries()} />
      </Panel>
      <Panel title="Statements" className="mt-4">
        <ul className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          {months.map(({ month }) => (
            <li key={month} className="flex items-center justify-between gap-3">
              <span>{MONTH.format(new Date(`${month}-01`))}</span>
              <File href={`/v1/credits/statements/${month}/pdf`} name={`statement of ${month}`} />
            </li>
          ))}
        </ul>
        {months.length < all.data.length && (
          <p className="mt-3 text-sm">
            <Link href="/wallet/billing?months=all" className="underline">
              Show all {all.data.length} months
            </Link>
          </p>
        )}
      </Panel>
      <List
        label="Receipts and credit notes"
        panel={{ title: "Receipts and credit notes", className: "mt-4", id: "documents" }}
        path="/wallet/billing"
        params={{ months: asked.months }}
        place="from"
        page={page}
        keyOf={({ id }) => id}
        empty={{
          title: "No receipts yet",
          text: (
            <>
              Each payment has one. Receipts of subscriptions are under{" "}
              <Link href="/purchases" className="underline">
                Purchases
              </Link>
              .
            </>
          ),
        }}
        columns={[
          { title: "Number", cell: ({ number }) => number, isMain: true },
          { title: "For", cell: ({ reason }) => REASONS[reason] },
          { title: "Date (UTC)", cell: ({ issued_at: at }) => day(at as Date) },
          { title: "Total", cell: ({ total }) => dollars(total), isNumber: true },
          {
            title: "File",
            cell: ({ id, number }) => <File href={`/v1/credits/documents/${id}/pdf`} name={number} />,
          },
        ]}
      />
    </>
  );
}

function File({ href, name }: { href: string; name: string }) {
  return (
    <a href={href} download className="inline-flex items-center gap-1.5 underline">
      <Download size={14} aria-hidden /> PDF<span className="sr-only">: {name}</span>
    </a>
  );
}
