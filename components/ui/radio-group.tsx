"use client";

import { type ReactNode, useId } from "react";

type Option<Value> = { value: Value; title: string; beside?: ReactNode };

/** A group of radio buttons, each with a fact beside it. Native ones: base-ui's add 2 KB to the pages that have them. */
export function RadioGroup<Value extends string>({
  label,
  options,
  selected,
  onSelect,
}: {
  label: string;
  options: Option<Value>[];
  selected: Value;
  onSelect: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1 text-sm font-medium">
        {label}
      </p>
      <div role="radiogroup" aria-labelledby={id} className="grid gap-2">
        {options.map(({ value, title, beside }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent"
          >
            <span className="flex min-w-0 items-center gap-2 wrap-anywhere">
              <input
                type="radio"
                id={`${id}-${value}`}
                name={id}
                value={value}
                checked={value === selected}
                onChange={() => onSelect(value)}
                className="size-4 shrink-0 appearance-none rounded-full border border-edge bg-surface checked:border-5 checked:border-accent checked:bg-accent-fg"
              />
              {title}
            </span>
            {beside !== undefined && <span className="ml-auto font-mono text-xs whitespace-nowrap">{beside}</span>}
          </label>
        ))}
      </div>
    </div>
  );
}
