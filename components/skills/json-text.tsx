"use client";

import { cx } from "class-variance-authority";
import { type ComponentProps, useId, useState } from "react";
import { TextArea } from "@/components/ui/field";

type Props = Omit<ComponentProps<typeof TextArea>, "value" | "onChange"> & {
  value: unknown;
  onChange: (value: unknown) => void;
  /** Whether an empty text means no value. */
  canBeEmpty?: boolean;
};

/**
 * A field for a JSON value. Invalid text shows its error and blocks the form, because the last valid value would be
 * sent instead.
 */
export function JsonText({ value, onChange, canBeEmpty = false, ...rest }: Props) {
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const [problem, setProblem] = useState("");
  const id = useId();
  const change = (area: HTMLTextAreaElement) => {
    const read = canBeEmpty && area.value.trim() === "" ? { value: undefined } : readJson(area.value);
    const wrong = "problem" in read ? read.problem : "";
    setText(area.value);
    setProblem(wrong);
    area.setCustomValidity(wrong);
    if ("value" in read) onChange(read.value);
  };
  return (
    <div className="grid gap-1">
      <TextArea
        {...rest}
        className={cx("font-mono text-xs!", rest.className)}
        value={text}
        {...(problem && { "aria-invalid": true, "aria-describedby": id })}
        onChange={(event) => change(event.target)}
      />
      {problem && (
        <p id={id} role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
}
