"use client";

import { type ComponentProps, useId, useState } from "react";
import { twMerge } from "tailwind-merge";
import { TextArea } from "@/components/ui/field";

type Props = Omit<ComponentProps<typeof TextArea>, "value" | "onChange"> & {
  /** What the text begins with; afterwards the text is the user's own. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** Whether no text at all is no value, and not a mistake. */
  canBeEmpty?: boolean;
};

/**
 * A value as JSON. A text that is none says why, and the form that holds it cannot be sent: what would be sent is not
 * what is seen.
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
        className={twMerge("font-mono text-xs", rest.className)}
        value={text}
        aria-invalid={problem ? true : rest["aria-invalid"]}
        aria-describedby={problem ? id : rest["aria-describedby"]}
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
