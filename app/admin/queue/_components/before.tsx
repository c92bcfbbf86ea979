import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ReviewDetail } from "@/lib/supply/review/schemas";

/** What a reviewer reads first: the last decision with its reason, and what the developer says to this submission. */
export function Before({
  skill: { status, appealed, last_decision: last, submission_note: note },
}: {
  skill: ReviewDetail;
}) {
  const isWaiting = status === "pending";
  if (!isWaiting || (!last && !note)) return null;
  return (
    <section
      aria-label="Before this submission"
      className="grid gap-2 rounded-md border border-line bg-raised px-3 py-2 text-sm"
    >
      {last && (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <Badge tone={last.action === "approve" ? "ok" : "bad"}>
            {last.action === "approve" ? "approved" : "rejected"}
          </Badge>{" "}
          Revision {last.revision}, by {last.actor.name}, <RelativeTime time={new Date(last.created_at)} />
          {last.reason && (
            <>
              : <VisibleText text={last.reason} />
            </>
          )}
        </p>
      )}
      {note && (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <span className="font-medium">{appealed ? "Appeal" : "Developer's note"}:</span> <VisibleText text={note} />
        </p>
      )}
    </section>
  );
}
