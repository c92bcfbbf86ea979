import type { Metadata } from "next";
import type { Search } from "@/app/admin/_lib/administrator";
import { emailOf } from "@/app/admin/_lib/party";
import { readStates } from "@/app/admin/_lib/state-list";
import { RefundDecision } from "@/components/purchases/refund-decision";
import { RefundRequestCard } from "@/components/purchases/refund-request-card";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import * as lists from "@/lib/demand/purchases/refund-request-lists";
import {
  type AdminRefundRequest,
  REFUND_REQUEST_STATES,
  RefundRequestQuery,
} from "@/lib/demand/purchases/refund-request-schemas";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Refund requests", robots: { index: false } };

const PATH = "/admin/refunds";

export default async function RefundRequestsPage({ searchParams }: { searchParams: Search }) {
  const { state, shown } = await readStates(PATH, searchParams, {
    states: REFUND_REQUEST_STATES,
    first: "escalated",
    query: RefundRequestQuery,
    list: lists.listForAdmin,
  });
  return (
    <ListPage
      title="Refund requests"
      about="Developers decide first. Requests they decline, and buyers escalate, or leave open too long come here, oldest first."
      {...shown}
      label="Refund requests"
      keyOf={({ id }) => id}
      empty={{ title: state === "escalated" ? "No requests waiting for you" : `No ${state} requests` }}
      card={(request) => (
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
      )}
    />
  );
}

function People({ request: { buyer, developer, decided_by } }: { request: AdminRefundRequest }) {
  return (
    <>
      Requested by{" "}
      <Link className="underline" href={`/admin/accounts/${buyer.id}`}>
        {emailOf(buyer)}
      </Link>
      , sold by{" "}
      <Link className="underline" href={`/admin/accounts/${developer.id}`}>
        {emailOf(developer)}
      </Link>
      {decided_by && <>, decided by {decided_by.name}</>}
    </>
  );
}

function Decide({ request: { id, amount } }: { request: AdminRefundRequest }) {
  const effects = "The purchase ends, and the developer and the marketplace return their shares.";
  return (
    <RefundDecision
      id={id}
      as="admin"
      hint="Shown to the buyer, and after a refund to the developer."
      choices={[
        {
          decision: "refund",
          label: `Refund ${dollars(amount)}`,
          question: `The buyer gets ${dollars(amount)} back immediately. ${effects}`,
          done: "Refunded.",
        },
        {
          decision: "refund_unused",
          label: "Refund the unused part",
          question: `The buyer gets the unused part of the current term back. ${effects}`,
          done: "Refunded.",
        },
        { decision: "reject", label: "Reject", done: "Rejected." },
      ]}
    />
  );
}
