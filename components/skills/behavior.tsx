import { BEHAVIOR_KINDS, BEHAVIORS, type PackageBehavior } from "@/lib/supply/packages/behavior-schemas";

/** What a package's code does, as its text says. */
export function Behavior({ behavior }: { behavior: PackageBehavior | null }) {
  if (!behavior) return <p className="text-sm text-muted">This version was uploaded before its code was looked at.</p>;
  const shown = BEHAVIOR_KINDS.filter((kind) => behavior[kind].length > 0);
  if (shown.length === 0)
    return (
      <p className="text-sm text-muted">
        No hosts, commands, environment variables or files outside its folder were found in its text.
      </p>
    );
  return (
    <dl className="grid gap-3 text-sm">
      {shown.map((kind) => (
        <div key={kind} className="grid gap-1">
          <dt className={kind === "misleading_links" || kind === "decodes" ? "text-warn" : "text-muted"}>
            {BEHAVIORS[kind]}
          </dt>
          <dd>
            <ul className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs wrap-anywhere">
              {behavior[kind].map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
