import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { RefundDecision } from "@/components/purchases/refund-decision";
import { RefundRequestCard } from "@/components/purchases/refund-request-card";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import * as lists from "@/lib/demand/purchases/refund-request-lists";
import type { RefundRequest } from "@/lib/demand/purchases/refund-request-schemas";
import { dollars } from "@/lib/platform/core/dollars";
import { env } from "@/lib/platform/core/env";

export const metadata: Metadata = { title: "Refund requests", robots: { index: false } };

const SHOWN = 25;
const PATH = "/console/refunds";

export default async function RefundsPage({
  searchParams,
}: {
  searchParams: Promise<{ state?: string; offset?: string }>;
}) {
  const [caller, asked] = [await requireCaller(PATH), await searchParams];
  const isOpen = asked.state !== "all";
  const page = await lists.listForDeveloper(caller, {
    state: isOpen ? "open" : undefined,
    limit: SHOWN,
    offset: readOffset(asked.offset),
  });
  const days = env().REFUND_ANSWER_DAYS;
  return (
    <ListPage
      title="Refund requests"
      about={`Buyers ask you first. If you don't reply within ${days === 1 ? "1 day" : `${days} days`}, an administrator decides.`}
      path={PATH}
      params={{ state: isOpen ? undefined : "all" }}
      segments={{
        label: "State",
        name: "state",
        current: isOpen ? undefined : "all",
        options: [
          [undefined, "Waiting for you"],
          ["all", "All"],
        ],
      }}
      label="Refund requests"
      page={page}
      keyOf={({ id }) => id}
      empty={{
        title: isOpen ? "No requests waiting for you" : "No requests yet",
        text: "Buyers can request a refund of a subscription. We'll notify you.",
      }}
      card={(request) => (
        <RefundRequestCard
          request={request}
          title={
            <Link className="hover:underline" href={`/skills/${request.skill.slug}`}>
              {request.skill.name}
            </Link>
          }
        >
          {request.state === "open" && <Decide request={request} />}
        </RefundRequestCard>
      )}
    />
  );
}

function Decide({ request }: { request: RefundRequest }) {
  return (
    <RefundDecision
      id={request.id}
      as="developer"
      hint="Shown to the buyer."
      choices={[
        {
          decision: "accept",
          label: `Refund ${dollars(request.amount)}`,
          question: `The buyer gets ${dollars(request.amount)} back immediately, and the purchase ends. Your share is taken from your earnings, and the marketplace gives up its fee.`,
          done: "Refunded.",
        },
        { decision: "decline", label: "Decline", done: "Declined. The buyer can ask an administrator." },
      ]}
    />
  );
}
