import type { ReactNode } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AdvisoryKind, AdvisorySeverity } from "@/lib/supply/advisories/schemas";

/** The public part of an advisory. */
export type ShownAdvisory = {
  name: string;
  kind: AdvisoryKind;
  by: "seller" | "marketplace";
  severity: AdvisorySeverity;
  skill: string;
  slug: string;
  summary: string;
  details: string;
  action: string;
  versions: string[];
  digests: string[];
  fixed: string | null;
  published_at: string;
  withdrawn_at: string | null;
};

const TONES: Record<AdvisorySeverity, Tone> = { low: "plain", moderate: "warn", high: "bad", critical: "bad" };

/** What to call an advisory in one word. */
export const kindText = ({ kind, severity }: Pick<ShownAdvisory, "kind" | "severity">): string =>
  kind === "yank" ? "yanked" : kind === "malware" ? "malware" : severity;

type Props = { advisory: ShownAdvisory; isLinked?: boolean; children?: ReactNode };

/** One advisory, which its name leads to; below it, what may be done about it. */
export function AdvisoryCard({ advisory, isLinked = false, children }: Props) {
  const { name, kind, severity, skill, slug, summary, details, action, versions, digests, fixed } = advisory;
  // Below the heading of a page, or of a panel.
  const Heading = isLinked ? "h2" : "h3";
  return (
    <article id={name} className="grid gap-2 py-1 text-sm wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={advisory.withdrawn_at ? "plain" : TONES[severity]}>{kindText(advisory)}</Badge>
        {advisory.withdrawn_at && <Badge tone="plain">withdrawn</Badge>}
        {isLinked && (
          <Link href={`/skills/${slug}`} className="font-medium underline">
            {skill}
          </Link>
        )}
        <span className="text-xs text-muted">
          {name}, published <RelativeTime time={advisory.published_at} />. Written by the {advisory.by}.
        </span>
      </p>
      <Heading className="font-medium">{summary}</Heading>
      {details && <p className="whitespace-pre-wrap text-muted">{details}</p>}
      <p>{action}</p>
      <p className="text-xs text-muted">
        {versions.length > 0 ? `Affected: ${versions.join(", ")}.` : "No version is affected."}
        {fixed !== null && ` Fixed in ${fixed}.`}
        {kind === "vulnerability" && fixed === null && " No fixed version yet."}
      </p>
      {digests.length > 0 && (
        <details className="text-xs text-muted">
          <summary>SHA-256 of the archives</summary>
          <ul className="mt-1 grid gap-1 font-mono text-2xs break-all">
            {digests.map((digest) => (
              <li key={digest}>{digest}</li>
            ))}
          </ul>
        </details>
      )}
      {children}
    </article>
  );
}
