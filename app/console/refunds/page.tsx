import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { RefundDecision } from "@/components/purchases/refund-decision";
import { RefundRequestCard } from "@/components/purchases/refund-request-card";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Empty, PageHead } from "@/components/ui/panel";
import * as lists from "@/lib/demand/purchases/refund-request-lists";
import type { RefundRequest } from "@/lib/demand/purchases/refund-request-schemas";
import { env } from "@/lib/platform/core/env";
import { dollars } from "@/lib/supply/skills/price-text";

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
    <>
      <PageHead title="Refund requests">
        Buyers ask you first. After {days === 1 ? "1 day" : `${days} days`} without an answer, an
        administrator decides.
      </PageHead>
      <nav aria-label="State" className="mb-4 flex flex-wrap gap-1 text-sm">
        {[
          { title: "Waiting for you", href: PATH, isShown: isOpen },
          { title: "All", href: `${PATH}?state=all`, isShown: !isOpen },
        ].map(({ title, href, isShown }) => (
          <Link
            key={href}
            href={href}
            aria-current={isShown ? "page" : undefined}
            className={`rounded-md px-2.5 py-1 ${isShown ? "bg-raised font-medium" : "text-muted hover:text-fg"}`}
          >
            {title}
          </Link>
        ))}
      </nav>
      {page.data.length === 0 ? (
        <Empty title={isOpen ? "No request waits for you" : "No requests yet"}>
          A buyer can ask for a refund of a subscription. You will be notified.
        </Empty>
      ) : (
        <ol className="grid gap-4" aria-label="Refund requests">
          {page.data.map((request) => (
            <li key={request.id}>
              <RefundRequestCard
                request={request}
                title={
                  <Link className="hover:underline" href={`/skills/${request.skill.slug}`}>
                    {request.skill.name}
                  </Link>
                }
              >
                {request.state === "open" && <Answer request={request} />}
              </RefundRequestCard>
            </li>
          ))}
        </ol>
      )}
      <Pager page={page} href={(offset) => `${PATH}?${isOpen ? "" : "state=all&"}offset=${offset}`} />
    </>
  );
}

function Answer({ request }: { request: RefundRequest }) {
  return (
    <RefundDecision
      path={`/v1/developer/refund-requests/${request.id}/decision`}
      field="reason"
      hint="The buyer reads it."
      choices={[
        {
          decision: "accept",
          label: `Refund ${dollars(request.amount)}`,
          question: `The buyer gets ${dollars(request.amount)} back at once and the purchase ends. Your share is taken from your earnings, and the marketplace gives up its fee.`,
          done: "Refunded.",
        },
        { decision: "decline", label: "Decline", done: "Declined. The buyer can ask an administrator." },
      ]}
    />
  );
}
