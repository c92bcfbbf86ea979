import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { ReplyForm } from "@/app/console/[id]/reviews/_components/reply-form";
import { Pager } from "@/components/ui/pager";
import { Empty, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as replies from "@/lib/demand/ratings/replies";
import { OwnReviewsQuery } from "@/lib/demand/ratings/schemas";

export const metadata: Metadata = { title: "Reviews", robots: { index: false } };

export default async function ReviewsPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ offset?: string }>;
}) {
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireSkill(id);
  const offset = readOffset(search.offset);
  const page = await replies.list(caller, id, OwnReviewsQuery.parse({ offset: String(offset) }));
  if (page.data.length === 0)
    return (
      <Empty title="No reviews yet">
        Accounts that bought the skill, or called it successfully three times, may review it.
      </Empty>
    );
  return (
    <div className="grid max-w-3xl gap-3">
      {page.data.map((review) => (
        <Panel key={review.id}>
          <p className="flex flex-wrap items-baseline gap-2 text-sm">
            <span role="img" aria-label={`${review.rating} of 5`} className="text-accent-ink">
              {"★".repeat(review.rating)}
              <span className="text-faint">{"☆".repeat(5 - review.rating)}</span>
            </span>
            <strong className="font-medium">{review.author.name}</strong>
            <span className="text-xs text-muted">
              <RelativeTime time={review.created_at} />
            </span>
          </p>
          {review.text && <p className="mt-1 whitespace-pre-wrap">{review.text}</p>}
          {review.reply && (
            <div className="mt-3 border-l-2 border-accent pl-3 text-sm">
              <p className="text-xs text-muted">
                You answered <RelativeTime time={review.reply.created_at} />
              </p>
              <p className="whitespace-pre-wrap">{review.reply.text}</p>
            </div>
          )}
          <div className="mt-3">
            <ReplyForm reviewId={review.id} reply={review.reply?.text ?? null} />
          </div>
        </Panel>
      ))}
      <Pager page={page} href={(to) => `/console/${id}/reviews?offset=${to}`} />
    </div>
  );
}
