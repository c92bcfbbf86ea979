import type { ReactNode } from "react";
import { RefundStateBadge } from "@/components/purchases/refund-state";
import { RelativeTime } from "@/components/ui/relative-time";
import type { RefundRequest } from "@/lib/demand/purchases/refund-request-schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Props = {
  request: RefundRequest;
  title: ReactNode;
  people?: ReactNode;
  children?: ReactNode;
};

/** A request for a refund as those see it who decide: what was charged, and what each side says. */
export function RefundRequestCard({ request, title, people, children }: Props) {
  return (
    <article
      aria-label={`Refund request for ${request.skill.name}`}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold wrap-anywhere">{title}</h2>
          <RefundStateBadge state={request.state} />
        </div>
        <p className="mt-1 text-xs text-muted">
          {dollars(request.amount)} per {request.interval}, requested <RelativeTime time={request.created_at} />
          {request.state === "open" && (
            <>
              , reply due <RelativeTime time={request.answer_due_at} />
            </>
          )}
          {request.refunded > 0 && `, ${dollars(request.refunded)} refunded`}
        </p>
        <Said who="Buyer" text={request.reason} />
        <Said who="Developer" text={request.answer} />
        <Said who="Administrator" text={request.note} />
        {people && <p className="mt-3 text-xs text-muted wrap-anywhere">{people}</p>}
      </div>
      {children}
    </article>
  );
}

function Said({ who, text }: { who: string; text: string | null }) {
  if (!text) return null;
  return (
    <p className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere">
      <span className="font-medium">{who}:</span> {text}
    </p>
  );
}
