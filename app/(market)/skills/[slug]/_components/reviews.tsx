import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { ReviewForm } from "@/app/(market)/skills/[slug]/_components/review-form";
import { Stars } from "@/components/skills/stars";
import { Badge } from "@/components/ui/badge";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { Empty } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { RATING_SORTS, RatingQuery } from "@/lib/demand/ratings/schemas";
import * as ratings from "@/lib/demand/ratings/service";
import type { Caller } from "@/lib/platform/core/caller";

const REVIEWS_SHOWN = "20";
const SORT_TITLES: Record<(typeof RATING_SORTS)[number], string> = {
  newest: "Newest",
  highest: "Highest",
  lowest: "Lowest",
};

type Asked = { sort?: string; rating?: string; offset?: string };
type Props = { skill: PageSkill; viewer: Caller | null; asked: Asked };

/** What an address asks for; what cannot be read is left out. */
function readAsked({ sort, rating, offset }: Asked): RatingQuery {
  const given = {
    limit: REVIEWS_SHOWN,
    ...(sort && { sort }),
    ...(rating && { rating }),
    ...(offset && { offset }),
  };
  const parsed = RatingQuery.safeParse(given);
  return parsed.success ? parsed.data : RatingQuery.parse({ limit: REVIEWS_SHOWN });
}

/** What consumers wrote, with how the stars are spread, and the viewer's own review, to write or to change. */
export async function Reviews({ skill, viewer, asked }: Props) {
  const { slug } = skill;
  const query = readAsked(asked);
  const page = await ratings.list(viewer, slug, query);
  const [path, params] = [
    `/skills/${slug}`,
    { tab: "reviews", sort: query.sort === "newest" ? undefined : query.sort, rating: asked.rating },
  ];
  const href = (change: Record<string, string | number | null>) => hrefOf(path, { ...params, ...change });
  return (
    <div className="grid gap-6">
      {skill.rating.count === 0 && page.total === 0 && query.rating === undefined ? (
        <Empty title="No reviews yet">Use the skill, then write the first review.</Empty>
      ) : (
        <>
          {skill.rating.count > 0 && <Histogram rating={skill.rating} chosen={query.rating} href={href} />}
          <p className="text-xs text-muted">The rating counts reviews by accounts that have paid.</p>
          <nav aria-label="Sort reviews" className="flex flex-wrap gap-1 text-xs">
            {RATING_SORTS.map((sort) => (
              <Link
                key={sort}
                href={href({ sort: sort === "newest" ? null : sort })}
                scroll={false}
                aria-current={sort === query.sort ? "true" : undefined}
                className={`inline-flex h-8 items-center rounded-md px-2 ${sort === query.sort ? "bg-raised font-medium" : "text-muted hover:text-fg"}`}
              >
                {SORT_TITLES[sort]}
              </Link>
            ))}
          </nav>
          <List
            label="Reviews"
            path={path}
            params={params}
            page={page}
            keyOf={(review) => review.id}
            empty={{ title: "No reviews with this rating" }}
            card={(review) => <Review review={review} developer={skill.developer.name} />}
          />
        </>
      )}
      <OwnReview skill={skill} viewer={viewer} />
    </div>
  );
}

type PageReview = Awaited<ReturnType<typeof ratings.list>>["data"][number];

function Review({ review, developer }: { review: PageReview; developer: string }) {
  return (
    <article className="border-b border-line pb-4">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Stars rating={review.rating} />
        <span className="font-medium">{review.author.name}</span>
        {review.is_own && <Badge tone="accent">yours</Badge>}
        <span className="text-xs text-muted">
          <RelativeTime time={review.created_at} />
        </span>
      </p>
      {review.text && <p className="mt-1 whitespace-pre-wrap text-muted">{review.text}</p>}
      {review.reply && (
        <div className="mt-3 border-l-2 border-accent pl-3 text-sm">
          <p className="text-xs text-muted">
            Reply from {developer}, <RelativeTime time={review.reply.created_at} />
          </p>
          <p className="whitespace-pre-wrap">{review.reply.text}</p>
        </div>
      )}
    </article>
  );
}

type HistogramProps = {
  rating: PageSkill["rating"];
  chosen: number | undefined;
  href: (change: Record<string, string | number | null>) => string;
};

/** The average, and how many reviews give each number of stars; each number filters the list. */
function Histogram({ rating, chosen, href }: HistogramProps) {
  return (
    <div className="grid max-w-md grid-cols-[auto_1fr] items-center gap-6">
      <div className="text-center">
        <p className="text-2xl font-semibold tabular-nums">{rating.average?.toFixed(1)}</p>
        <Stars rating={rating.average ?? 0} />
        <p className="mt-1 text-xs text-muted">
          {rating.count} {rating.count === 1 ? "review" : "reviews"}
        </p>
      </div>
      <ul aria-label="Reviews by star rating">
        {[5, 4, 3, 2, 1].map((stars) => {
          const given = rating.histogram[stars - 1] ?? 0;
          return (
            <li key={stars}>
              <Link
                href={href({ rating: stars === chosen ? null : stars })}
                scroll={false}
                aria-current={stars === chosen ? "true" : undefined}
                className={`grid min-h-7 grid-cols-[3.25rem_1fr_2rem] items-center gap-2 rounded-md px-1 text-xs hover:bg-raised ${stars === chosen ? "bg-accent-soft font-medium text-accent-ink" : ""}`}
              >
                <span>
                  {stars} {stars === 1 ? "star" : "stars"}
                </span>
                <span aria-hidden className="h-2 overflow-hidden rounded-full bg-raised">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${(given / Math.max(1, rating.count)) * 100}%` }}
                  />
                </span>
                <span className="text-right tabular-nums">{given}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The form of the viewer's own review, or why there is none. */
async function OwnReview({ skill: { id, slug }, viewer }: Omit<Props, "asked">) {
  if (!viewer)
    return (
      <p className="text-sm text-muted">
        <Link className="underline" href={`/sign-in?next=${encodeURIComponent(`/skills/${slug}?tab=reviews`)}`}>
          Sign in
        </Link>{" "}
        to review it, once you have used it.
      </p>
    );
  const { own, refusal } = await ratings.standing(viewer, slug);
  if (refusal && !own)
    return (
      <p className="text-sm text-muted">
        {refusal.message}{" "}
        {refusal.code === "own_skill" && (
          <Link className="underline" href={`/console/${id}/reviews`}>
            Reply to reviews
          </Link>
        )}
      </p>
    );
  return <ReviewForm slug={slug} own={own && { rating: own.rating, text: own.text }} />;
}
