import type { Metadata } from "next";
import { hrefOf, paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { Filters } from "@/components/admin/filters";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Badge, Empty, PageHead, Panel, type Tone } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as money from "@/lib/administration/money";
import { type AdminPayment, AdminPaymentQuery } from "@/lib/administration/money-schemas";
import { credits } from "@/lib/client/format";

export const metadata: Metadata = { title: "Payments", robots: { index: false } };

const PATH = "/admin/payments";
const TONES: Record<string, Tone> = { paid: "ok", failed: "bad", processing: "warn" };

export default async function PaymentsPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const params = await paramsOf(searchParams);
  const asked = AdminPaymentQuery.safeParse(params);
  const page = await money.payments(asked.success ? asked.data : AdminPaymentQuery.parse({}));
  return (
    <>
      <PageHead title="Payments">
        Top-ups of everybody, newest first. Refund one at the processor; its credits follow.
      </PageHead>
      <Filters
        action={PATH}
        values={params}
        search="Email, name or processor id"
        choices={[
          {
            name: "status",
            label: "Status",
            options: [
              ["paid", "Paid"],
              ["processing", "Processing"],
              ["open", "Open"],
              ["failed", "Failed"],
              ["expired", "Expired"],
              ["created", "Created"],
            ],
          },
          {
            name: "reversed",
            label: "Given back",
            options: [
              ["refunded", "Refunded"],
              ["disputed", "Disputed"],
            ],
          },
        ]}
      />
      {page.data.length === 0 ? (
        <Empty title="No payment matches">
          Search for a part of an email or name, a whole id, or the processor's id.
        </Empty>
      ) : (
        <Panel>
          <DataTable
            label="Payments"
            rows={page.data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Account",
                isMain: true,
                cell: ({ account }) => (
                  <Link className="hover:underline" href={`/admin/accounts/${account.id}`}>
                    {account.email}
                  </Link>
                ),
              },
              {
                title: "Status",
                isTight: true,
                cell: ({ state, refunded, disputed }) => (
                  <span className="inline-flex flex-wrap gap-1">
                    <Badge tone={TONES[state] ?? "plain"}>{state}</Badge>
                    {refunded > 0 && <Badge tone="warn">refunded ${refunded}</Badge>}
                    {disputed > 0 && <Badge tone="bad">disputed ${disputed}</Badge>}
                  </span>
                ),
              },
              { title: "Processor's id", cell: (row) => <Processor {...row} /> },
              { title: "Created", isTight: true, cell: (row) => <RelativeTime time={row.created_at} /> },
              { title: "Amount", isNumber: true, cell: (row) => `$${credits(row.amount)}` },
            ]}
          />
          <Pager page={page} href={(offset) => hrefOf(PATH, { ...params, offset })} />
        </Panel>
      )}
    </>
  );
}

/** The ids by which the processor knows a payment, and why it failed. */
function Processor({ payment_intent_id, session_id, receipt_url, failure, automatic }: AdminPayment) {
  return (
    <span className="grid min-w-0 gap-0.5 text-xs">
      <code className="wrap-anywhere">{payment_intent_id ?? session_id ?? "none yet"}</code>
      {automatic && <span className="text-muted">automatic</span>}
      {failure && <span className="text-bad">{failure}</span>}
      {receipt_url && (
        <a className="underline" href={receipt_url} target="_blank" rel="noreferrer">
          Receipt
        </a>
      )}
    </span>
  );
}
