import { cx } from "class-variance-authority";

export type Fact = readonly [name: string, value: string, hint?: string];

/** A grid of labeled values, two per row on a phone. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className: string }) {
  return (
    <dl className={cx("grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line", className)}>
      {facts.map(([name, value, hint]) => (
        <div key={name} className="bg-surface px-4 py-3 last:odd:max-lg:col-span-2">
          <dt className="text-xs text-muted">{name}</dt>
          <dd>
            <span className="block font-mono text-lg wrap-anywhere">{value}</span>
            {hint && <span className="block text-xs text-muted">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
