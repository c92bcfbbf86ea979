"use client";

import { useMemo, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { RelativeTime } from "@/components/ui/relative-time";
import { forgetRuns, readRuns, storedRuns, subscribeToRuns } from "@/lib/interfaces/client/run-history";
import { dollars } from "@/lib/platform/core/dollars";

type Props = {
  slug: string;
  /** The command that does the same as a run. */
  curlOf: (parameters: unknown) => string;
  onRerun: (parameters: unknown) => void;
};

/** The runs of this skill from this browser: again with the same input, or as a command for others. */
export function RunHistory({ slug, curlOf, onRerun }: Props) {
  const stored = useSyncExternalStore(
    subscribeToRuns,
    () => storedRuns(slug),
    () => "",
  );
  const runs = useMemo(() => readRuns(stored), [stored]);
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs" className="mt-8">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="runs" className="text-lg font-semibold">
          Your runs
        </h2>
        <Button size="sm" variant="quiet" onClick={() => forgetRuns(slug)}>
          Clear history
        </Button>
      </div>
      <p className="mb-3 text-xs text-muted">Kept in this browser only, and cleared when you sign out.</p>
      <ol className="grid grid-cols-1 gap-2">
        {runs.map((run) => (
          <li
            key={run.at}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line px-3 py-2 text-xs"
          >
            <RelativeTime time={run.at} />
            <span className={run.failure ? "text-bad" : "text-ok"}>
              {run.failure ?? `${run.durationMs} ms · ${run.cost ? dollars(run.cost) : "Free"}`}
            </span>
            <code className="min-w-0 flex-1 basis-48 truncate text-2xs text-muted">
              {JSON.stringify(run.parameters)}
            </code>
            <span className="flex gap-1.5">
              <Button size="sm" onClick={() => onRerun(run.parameters)}>
                Run again
              </Button>
              <CopyButton text={curlOf(run.parameters)} label="Copy as curl" />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
