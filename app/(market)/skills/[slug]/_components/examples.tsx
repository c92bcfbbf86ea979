"use client";

import { Button } from "@/components/ui/button";

export type Example = { name?: string | undefined; input: Record<string, unknown>; output?: unknown };

/** Calls that the developer shows, with their results; one click puts an input into the form. */
export function Examples({ examples, fill }: { examples: Example[]; fill: (input: unknown) => void }) {
  if (examples.length === 0) return null;
  return (
    <section aria-label="Examples" className="mb-6 grid gap-2">
      <h2 className="text-sm font-medium">Examples</h2>
      <ul className="grid gap-2 md:grid-cols-2">
        {examples.map(({ name, input, output }, at) => {
          const title = name ?? `Example ${at + 1}`;
          return (
            <li key={title} className="min-w-0 rounded-md border border-line bg-surface p-3">
              <div className="flex items-center justify-between gap-3">
                <h3 className="min-w-0 text-sm font-medium break-words">{title}</h3>
                <Button size="sm" onClick={() => fill(input)} aria-label={`Fill the form with ${title}`}>
                  Fill the form
                </Button>
              </div>
              <Json label="Input" value={input} />
              {output !== undefined && <Json label="Result" value={output} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <div className="mt-2">
      <p className="text-2xs text-muted">{label}</p>
      <pre className="line-clamp-6 rounded-sm bg-raised px-2 py-1.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {JSON.stringify(value, null, 1)}
      </pre>
    </div>
  );
}
