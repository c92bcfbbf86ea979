import { SafeMarkdown } from "@/components/skills/markdown";
import { priceText } from "@/components/skills/price";
import { relative } from "@/components/ui/format";
import { Badge } from "@/components/ui/panel";
import * as catalog from "@/lib/catalog/service";
import type { Caller } from "@/lib/core/caller";
import * as packages from "@/lib/packages/service";
import type { ReviewedSkill } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";

/** What a reviewer judges by: the fields with what has changed since the live revision, the package's findings, the history. */
export async function Evidence({ skill, viewer }: { skill: ReviewedSkill; viewer: Caller }) {
  const live = skill.live ? await catalog.requireListing(skill.slug).catch(() => null) : null;
  const [findings, { data: events }] = await Promise.all([
    skill.package ? packages.findingsOf(skill.package.sha256) : [],
    review.history(viewer, skill.id),
  ]);
  const fields: [string, string | null, string | null][] = [
    ["Name", skill.name, live?.name ?? null],
    ["Description", skill.description, live?.description ?? null],
    ["Category", skill.category, live?.category ?? null],
    ["Kind", skill.execution_type, live?.execution_type ?? null],
    ["Endpoint", skill.api_endpoint, live?.api_endpoint ?? null],
    [
      "Schema",
      skill.api_schema && JSON.stringify(skill.api_schema, null, 2),
      live?.api_schema ? JSON.stringify(live.api_schema, null, 2) : null,
    ],
    [
      "Package",
      skill.package && `${skill.package.version} (${skill.package.sha256.slice(0, 12)})`,
      live?.package_sha256 ? `${live.package_version} (${live.package_sha256.slice(0, 12)})` : null,
    ],
  ];
  return (
    <div className="grid gap-4">
      <p className="text-xs text-muted">
        {skill.slug} · {skill.developer.name} ({skill.developer.email}) · {priceText(skill)}
      </p>
      <dl className="grid gap-3">
        {fields
          .filter(([, value, before]) => value !== null || before !== null)
          .map(([name, value, before]) => (
            <div key={name}>
              <dt className="flex items-center gap-2 text-xs font-medium text-muted">
                {name} {live && value !== before && <Badge tone="warn">changed</Badge>}
              </dt>
              {live && value !== before && (
                <dd className="whitespace-pre-wrap text-sm text-bad line-through">{before ?? "none"}</dd>
              )}
              <dd className="whitespace-pre-wrap text-sm">{value ?? "none"}</dd>
            </div>
          ))}
      </dl>
      {findings.length > 0 && (
        <div>
          <h3 className="mb-1 text-xs font-medium text-muted">Found in the package</h3>
          <ul className="grid gap-1 text-sm">
            {findings.map((finding) => (
              <li key={`${finding.rule}-${finding.file}-${finding.line}-${finding.message}`}>
                <Badge tone={finding.severity === "notice" ? "warn" : "plain"}>{finding.rule}</Badge>{" "}
                <code className="text-xs">
                  {finding.file}
                  {finding.line !== null && `:${finding.line}`}
                </code>{" "}
                {finding.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {skill.readme && (
        <details>
          <summary className="text-xs font-medium text-muted">Readme</summary>
          <div className="mt-2">
            <SafeMarkdown text={skill.readme} />
          </div>
        </details>
      )}
      <details>
        <summary className="text-xs font-medium text-muted">History ({events.length})</summary>
        <ol className="mt-1 grid gap-1 text-sm">
          {events.map((event) => (
            <li key={event.id}>
              {event.action} of revision {event.revision} by {event.actor.name}, {relative(event.created_at)}{" "}
              {event.reason && `— ${event.reason}`}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
