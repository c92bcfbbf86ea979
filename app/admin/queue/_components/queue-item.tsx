import { HeldBadge } from "@/app/admin/queue/_components/held-badge";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { QueuedSkill } from "@/lib/supply/review/schemas";
import { priceText } from "@/lib/supply/skills/price-text";

/** One skill of the queue; `place` counts from the one that is looked at. */
export function QueueItem({ skill, href, place }: { skill: QueuedSkill; href: string; place: number }) {
  return (
    <li>
      <Link
        href={href}
        id={place === 1 ? "next-item" : place === -1 ? "previous-item" : undefined}
        aria-current={place === 0 ? "true" : undefined}
        className={`block rounded-md border px-3 py-2 ${place === 0 ? "border-accent bg-surface" : "border-transparent hover:bg-raised"}`}
      >
        <span className="flex items-center justify-between gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">
            <VisibleText text={skill.name} />
          </span>
          <span className="shrink-0">
            {skill.suspension ? <Badge tone="bad">suspended</Badge> : skill.live && <Badge>live</Badge>}
            {skill.status === "pending" && skill.appealed && <Badge tone="warn">appeal</Badge>}
            <HeldBadge skillId={skill.id} scheduled={skill.scheduled?.action ?? null} />
          </span>
        </span>
        <span className="block text-xs text-muted">
          {skill.developer.name} · <RelativeTime time={new Date(skill.submitted_at ?? skill.updated_at)} isInLink />
        </span>
        <span className="block text-xs text-muted">{priceText(skill)}</span>
        <Signals skill={skill} />
      </Link>
    </li>
  );
}

/** What to know of a pending submission before it is opened. */
function Signals({ skill: { signals } }: { skill: QueuedSkill }) {
  if (!signals) return null;
  const {
    risk,
    worst_finding: worst,
    endpoint,
    high_findings: high,
    imitated_names: imitated,
    overdue,
    group,
    first_submission,
    email_verified,
    assignee,
  } = signals;
  return (
    <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
      {worst !== null && (
        <span className="w-full text-xs text-muted wrap-anywhere">
          <VisibleText text={worst} />
        </span>
      )}
      {risk !== "low" && <Badge tone={risk === "high" ? "bad" : "warn"}>{risk} risk</Badge>}
      {endpoint === "failed" && <Badge tone="bad">endpoint failed</Badge>}
      {endpoint === "not_called" && <Badge>endpoint not called</Badge>}
      {high > 0 && <Badge tone="bad">{high} high</Badge>}
      {imitated > 0 && <Badge tone="warn">imitated name</Badge>}
      {overdue && <Badge tone="bad">overdue</Badge>}
      {group !== null && <Badge tone="warn">near-identical</Badge>}
      {first_submission && <Badge>first-time seller</Badge>}
      {!email_verified && <Badge tone="warn">email not verified</Badge>}
      {assignee && <Badge tone="accent">{assignee.name}</Badge>}
    </span>
  );
}
