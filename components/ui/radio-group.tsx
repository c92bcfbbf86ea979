"use client";

import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";

type Option<Value> = { value: Value; title: string; beside?: ReactNode };

/** A group of radio buttons, each with a fact beside it. */
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
      <Base aria-labelledby={id} value={selected} onValueChange={onSelect} className="grid gap-2">
        {options.map(({ value, title, beside }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="flex cursor-pointer items-center justify-between gap-3 rounded-md border border-line px-3 py-2 text-sm has-data-checked:border-accent"
          >
            <span className="flex items-center gap-2">
              <Radio.Root
                id={`${id}-${value}`}
                value={value}
                nativeButton
                render={<button type="button" />}
                className="grid size-4 shrink-0 place-items-center rounded-full border border-edge bg-surface data-checked:border-accent data-checked:bg-accent"
              >
                <Radio.Indicator className="size-1.5 rounded-full bg-accent-fg" />
              </Radio.Root>
              {title}
            </span>
            {beside !== undefined && <span className="font-mono text-xs">{beside}</span>}
          </label>
        ))}
      </Base>
    </div>
  );
}
