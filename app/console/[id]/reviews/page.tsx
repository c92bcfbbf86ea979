import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { ReplyForm } from "@/app/console/[id]/reviews/_components/reply-form";
import { List } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
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
  return (
    <div className="max-w-3xl">
      <List
        label="Reviews"
        path={`/console/${id}/reviews`}
        params={{}}
        page={page}
        keyOf={(review) => review.id}
        empty={{
          title: "No reviews yet",
          text: "Anyone who bought the skill, or called it successfully three times, can review it.",
        }}
        card={(review) => <Review {...review} />}
      />
    </div>
  );
}

function Review({
  id,
  rating,
  author,
  created_at,
  text,
  reply,
}: Awaited<ReturnType<typeof replies.list>>["data"][number]) {
  return (
    <Panel>
      <p className="flex flex-wrap items-baseline gap-2 text-sm">
        <span role="img" aria-label={`${rating} of 5`} className="text-accent-ink">
          {"★".repeat(rating)}
          <span className="text-faint">{"☆".repeat(5 - rating)}</span>
        </span>
        <strong className="font-medium">{author.name}</strong>
        <span className="text-xs text-muted">
          <RelativeTime time={created_at} />
        </span>
      </p>
      {text && <p className="mt-1 whitespace-pre-wrap">{text}</p>}
      {reply && (
        <div className="mt-3 border-l-2 border-accent pl-3 text-sm">
          <p className="text-xs text-muted">
            You replied <RelativeTime time={reply.created_at} />
          </p>
          <p className="whitespace-pre-wrap">{reply.text}</p>
        </div>
      )}
      <div className="mt-3">
        <ReplyForm reviewId={id} reply={reply?.text ?? null} />
      </div>
    </Panel>
  );
}
