import type { Metadata } from "next";
import { hrefOf, paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { RefundDecision } from "@/components/purchases/refund-decision";
import { RefundRequestCard } from "@/components/purchases/refund-request-card";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead } from "@/components/ui/panel";
import * as lists from "@/lib/demand/purchases/refund-request-lists";
import {
  type AdminRefundRequest,
  REFUND_REQUEST_STATES,
  RefundRequestQuery,
} from "@/lib/demand/purchases/refund-request-schemas";
import { dollars } from "@/lib/supply/skills/price-text";

export const metadata: Metadata = { title: "Refund requests", robots: { index: false } };

const PATH = "/admin/refunds";

export default async function RefundRequestsPage({ searchParams }: { searchParams: Search }) {
  await requireAdministrator(PATH);
  const params = await paramsOf(searchParams);
  const state = REFUND_REQUEST_STATES.find((known) => known === params.state) ?? "escalated";
  const asked = RefundRequestQuery.safeParse({ ...params, state });
  const page = await lists.listForAdmin(asked.success ? asked.data : RefundRequestQuery.parse({ state }));
  return (
    <>
      <PageHead title="Refund requests">
        Developers answer first. What they decline, and buyers bring here, or leave unanswered waits for you,
        oldest first.
      </PageHead>
      <nav aria-label="State" className="mb-4 flex flex-wrap gap-1 text-sm">
        {REFUND_REQUEST_STATES.map((known) => (
          <Link
            key={known}
            href={hrefOf(PATH, { state: known })}
            aria-current={known === state ? "page" : undefined}
            className={`rounded-md px-2.5 py-1 ${known === state ? "bg-raised font-medium" : "text-muted hover:text-fg"}`}
          >
            {known} <span className="text-xs text-muted">{page.counts[known]}</span>
          </Link>
        ))}
      </nav>
      {page.data.length === 0 ? (
        <Empty title={state === "escalated" ? "No request waits for you" : `No request is ${state}`} />
      ) : (
        <ol className="grid gap-4" aria-label="Refund requests">
          {page.data.map((request) => (
            <li key={request.id}>
              <RefundRequestCard
                request={request}
                title={
                  <Link className="hover:underline" href={`/admin/purchases/${request.purchase_id}`}>
                    {request.skill.name}
                  </Link>
                }
                people={<People request={request} />}
              >
                {request.state === "escalated" && <Decide request={request} />}
              </RefundRequestCard>
            </li>
          ))}
        </ol>
      )}
      <Pager page={page} href={(offset) => hrefOf(PATH, { state, offset })} />
    </>
  );
}

function People({ request: { buyer, developer, decided_by } }: { request: AdminRefundRequest }) {
  return (
    <>
      Asked by{" "}
      <Link className="underline" href={`/admin/accounts/${buyer.id}`}>
        {buyer.email}
      </Link>
      , sold by{" "}
      <Link className="underline" href={`/admin/accounts/${developer.id}`}>
        {developer.email}
      </Link>
      {decided_by && <>, decided by {decided_by.name}</>}
    </>
  );
}

function Decide({ request: { id, amount } }: { request: AdminRefundRequest }) {
  const effects = "The purchase ends, and developer and marketplace give up their shares.";
  return (
    <RefundDecision
      path={`/v1/admin/refund-requests/${id}/decision`}
      field="note"
      hint="The buyer reads it, and after a refund the developer."
      choices={[
        {
          decision: "refund",
          label: `Refund ${dollars(amount)}`,
          question: `The buyer gets ${dollars(amount)} back at once. ${effects}`,
          done: "Refunded.",
        },
        {
          decision: "refund_unused",
          label: "Refund the unused rest",
          question: `The buyer gets the rest of the running term back, by time. ${effects}`,
          done: "Refunded.",
        },
        { decision: "reject", label: "Reject", done: "Rejected." },
      ]}
    />
  );
}
