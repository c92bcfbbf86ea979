"use client";

import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";

type Choice<Value> = { value: Value; title: string; beside?: ReactNode };

/** A few choices of which one holds, each with a fact beside it; arrows move between them. */
export function Choices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: Choice<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1 text-sm font-medium">
        {label}
      </p>
      <RadioGroup aria-labelledby={id} value={chosen} onValueChange={onChoose} className="grid gap-2">
        {choices.map(({ value, title, beside }) => (
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
      </RadioGroup>
    </div>
  );
}
