import type { z } from "zod";
import { SEVERITY_LOOKS } from "@/components/review/severity-looks";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import type { PackageFinding } from "@/lib/supply/packages/schemas";

type Finding = z.output<typeof PackageFinding>;

/** What a validator found in a package, at file and line, in the order of the API: the most severe first. */
export function Findings({
  findings,
  label,
  hrefOf,
}: {
  findings: readonly Finding[];
  label: string;
  hrefOf?: (finding: Finding) => string | null;
}) {
  return (
    <ul aria-label={label} className="grid divide-y divide-line rounded-md border border-line text-sm">
      {findings.map((finding, index) => (
        <li
          key={`${finding.rule}:${finding.file}:${finding.line}:${String(index)}`}
          className="grid gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[12rem_1fr]"
        >
          <span className="font-mono text-xs">
            <Place finding={finding} href={hrefOf?.(finding) ?? null} />
          </span>
          <span>
            <Badge tone={SEVERITY_LOOKS[finding.severity].tone}>{SEVERITY_LOOKS[finding.severity].word}</Badge>{" "}
            <code className="text-xs text-muted">{finding.rule}</code> {finding.message}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Place({ finding: { file, line }, href }: { finding: Finding; href: string | null }) {
  const place = `${file ?? "the archive"}${line === null ? "" : `:${line}`}`;
  return href === null ? (
    place
  ) : (
    <Link href={href} className="text-accent-ink underline">
      {place}
    </Link>
  );
}
