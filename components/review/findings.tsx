import type { z } from "zod";
import { SEVERITY_LOOKS } from "@/components/review/severity-looks";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import type { PackageFinding } from "@/lib/supply/packages/schemas";

type Finding = z.output<typeof PackageFinding>;

type Props = {
  findings: readonly Finding[];
  label: string;
  hrefOf?: (finding: Finding) => string | null;
};

/** What a validator found in a package, the most severe first; findings of one kind are one line with their count. */
export function Findings({ findings, label, hrefOf }: Props) {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = `${finding.severity}:${finding.rule}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
  }
  return (
    <ul aria-label={label} className="grid divide-y divide-line rounded-md border border-line text-sm">
      {[...kinds].map(([kind, of]) => (
        <Kind key={kind} findings={of} hrefOf={hrefOf} />
      ))}
    </ul>
  );
}

function Kind({ findings, hrefOf }: { findings: readonly Finding[]; hrefOf: Props["hrefOf"] }) {
  const [first, ...rest] = findings;
  if (!first) return null;
  const { tone, word } = SEVERITY_LOOKS[first.severity];
  return (
    <li className="grid gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[12rem_1fr]">
      <span className="min-w-0 font-mono text-xs wrap-anywhere">
        <Place finding={first} href={hrefOf?.(first) ?? null} />
      </span>
      <div className="min-w-0">
        <Badge tone={tone}>{word}</Badge> <code className="text-xs text-muted">{first.rule}</code>{" "}
        {rest.length > 0 && <span className="font-medium">×{findings.length}</span>} {first.message}
        {rest.length > 0 && (
          <details className="mt-1">
            <summary className="cursor-pointer text-xs text-muted">
              {rest.length} more {rest.length === 1 ? "place" : "places"}
            </summary>
            <ul className="mt-1 grid gap-1">
              {rest.map((finding, index) => (
                <li key={`${finding.file}:${finding.line}:${String(index)}`} className="wrap-anywhere">
                  <span className="font-mono text-xs">
                    <Place finding={finding} href={hrefOf?.(finding) ?? null} />
                  </span>{" "}
                  {finding.message !== first.message && finding.message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
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
