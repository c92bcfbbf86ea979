import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { dollars } from "@/lib/platform/core/dollars";
import type { ReviewDetail } from "@/lib/supply/review/schemas";

/** What a reviewer compares a submission with: skills that it resembles, and the usual price. */
export function Similar({
  skill: { status, description, similar, price_comparison: price },
  unlike,
}: {
  skill: ReviewDetail;
  /** What SKILL.md says of itself when it is hardly what the description says; otherwise null. */
  unlike: string | null;
}) {
  if (status !== "pending" || (similar.length === 0 && !price?.is_out_of_line && unlike === null)) return null;
  return (
    <section
      aria-label="Compared with other skills"
      className="grid gap-2 rounded-md border border-warn/50 bg-raised px-3 py-2 text-sm"
    >
      {similar.map(({ skill_id, name, slug, developer, live, alike }) => (
        <p key={skill_id} className="wrap-anywhere">
          <Badge tone="warn">same or similar {alike.join(", ")}</Badge>{" "}
          <Link className="underline" href={live ? `/skills/${slug}` : `/admin/queue?skill=${skill_id}`}>
            <VisibleText text={name} />
          </Link>{" "}
          <span className="text-muted">
            ({slug}) by {developer.name}
            {developer.verified && ", a verified publisher"}, {live ? "live" : "pending"}
          </span>
        </p>
      ))}
      {price?.is_out_of_line && (
        <p>
          <Badge tone="warn">price</Badge> {price.times} times the median of{" "}
          {price.in_category ? "its category" : "all categories"}: {dollars(price.median)}, of {price.skills} skills.
        </p>
      )}
      {unlike !== null && (
        <p className="wrap-anywhere">
          <Badge tone="warn">description</Badge> It says: <VisibleText text={description ?? ""} /> SKILL.md says:{" "}
          <VisibleText text={unlike} />
        </p>
      )}
    </section>
  );
}
