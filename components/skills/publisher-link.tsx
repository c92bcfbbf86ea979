import { BadgeCheck, Globe } from "lucide-react";
import { Link } from "@/components/ui/link";
import type { SkillView } from "@/lib/supply/skills/schemas";

export type Publisher = Pick<SkillView["developer"], "handle" | "name" | "verified" | "domain">;

/** Who publishes a skill, with the badge of those who are verified and their verified domain. */
export function PublisherLink({ developer, className = "" }: { developer: Publisher; className?: string }) {
  const { handle, name, verified, domain } = developer;
  return (
    <Link
      href={`/publishers/${handle}`}
      className={`inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-1 hover:text-fg hover:underline ${className}`}
    >
      <span className="inline-flex min-w-0 max-w-full items-center gap-1">
        <span className="truncate" dir="auto">
          {name}
        </span>
        {verified && <Verified />}
      </span>
      {domain && (
        // Never cut: the end of a domain says whose it is.
        <span className="inline-flex min-w-0 items-center gap-1 text-muted" title="The publisher verified this domain">
          <Globe size={12} role="img" aria-label="Verified domain" className="shrink-0" />
          <span className="wrap-anywhere">{domain}</span>
        </span>
      )}
    </Link>
  );
}

export function Verified({ size = 13 }: { size?: number }) {
  return <BadgeCheck size={size} role="img" aria-label="Verified publisher" className="shrink-0 text-accent" />;
}
