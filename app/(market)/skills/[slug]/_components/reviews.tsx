import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { ReviewForm } from "@/app/(market)/skills/[slug]/_components/review-form";
import { Pager } from "@/components/ui/pager";
import { Badge, Empty } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Caller } from "@/lib/core/caller";
import * as ratings from "@/lib/ratings/service";

const REVIEWS_SHOWN = 20;

type Props = { skill: PageSkill; viewer: Caller | null; offset: number };

/** What consumers wrote, and the viewer's own review, to write or to change. */
export async function Reviews({ skill, viewer, offset }: Props) {
  const { slug } = skill;
  const page = await ratings.list(viewer, slug, { limit: REVIEWS_SHOWN, offset });
  return (
    <div className="grid gap-6">
      {page.total === 0 && <Empty title="No reviews yet">Use the skill, then tell others how it did.</Empty>}
      {page.data.map((review) => (
        <article key={review.id} className="border-b border-line pb-4">
          <p className="text-sm">
            <span role="img" aria-label={`${review.rating} of 5`}>
              {"★".repeat(review.rating)}
              <span className="text-faint">{"☆".repeat(5 - review.rating)}</span>
            </span>{" "}
            <span className="font-medium">{review.author.name}</span>{" "}
            {review.is_own && <Badge tone="accent">yours</Badge>}{" "}
            <span className="text-xs text-muted">
              <RelativeTime time={review.created_at} />
            </span>
          </p>
          {review.text && <p className="mt-1 whitespace-pre-wrap text-muted">{review.text}</p>}
          {review.reply && (
            <div className="mt-3 border-l-2 border-accent pl-3 text-sm">
              <p className="text-xs text-muted">
                The developer answered <RelativeTime time={review.reply.created_at} />
              </p>
              <p className="whitespace-pre-wrap">{review.reply.text}</p>
            </div>
          )}
        </article>
      ))}
      <Pager page={page} href={(to) => `/skills/${slug}?tab=reviews&offset=${to}`} />
      <OwnReview skill={skill} viewer={viewer} />
    </div>
  );
}

/** The form of the viewer's own review, or why there is none. */
async function OwnReview({ skill: { id, slug }, viewer }: Omit<Props, "offset">) {
  if (!viewer)
    return (
      <p className="text-sm text-muted">
        <a className="underline" href={`/sign-in?next=${encodeURIComponent(`/skills/${slug}?tab=reviews`)}`}>
          Sign in
        </a>{" "}
        to review it, once you have used it.
      </p>
    );
  const { own, refusal } = await ratings.standing(viewer, slug);
  if (refusal && !own)
    return (
      <p className="text-sm text-muted">
        {refusal.message}{" "}
        {refusal.code === "own_skill" && (
          <a className="underline" href={`/console/${id}/reviews`}>
            Answer what others wrote
          </a>
        )}
      </p>
    );
  return <ReviewForm slug={slug} own={own && { rating: own.rating, text: own.text }} />;
}
