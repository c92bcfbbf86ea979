"use client";

import type { ComponentProps, ReactNode } from "react";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import {
  CONTENT,
  type ContentField,
  type ContentForm,
  type EditorSection,
  inputsOf,
} from "@/lib/supply/skills/content-fields";

type Name = ReturnType<typeof inputsOf>[number];
/** The inputs of a section, but those that it places itself. */
export function ContentInputs({
  section,
  except = [],
  ...props
}: SectionProps & { section: EditorSection; except?: readonly Name[] }) {
  return inputsOf(section)
    .filter((name) => !except.includes(name))
    .map((name) => <ContentInput key={name} name={name} {...props} />);
}

/** The input of one field, after its form. */
export function ContentInput({ name, state, change, errorAt }: SectionProps & { name: Name }) {
  const field: ContentField = CONTENT[name];
  const { label = field.label, hint, maxLength, ...shape } = field.input;
  const counted =
    field.form === "text" && maxLength ? `${state[name].length} of ${maxLength.toLocaleString("en-US")}.` : "";
  const control = {
    id: name,
    value: state[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  };
  const typed = { ...control, ...shape, ...(maxLength && { maxLength }) };
  return (
    <Field id={name} label={label} hint={[hint, counted].filter(Boolean).join(" ")} error={errorAt(name)}>
      {controlOf(field.form, typed, field.choices)}
    </Field>
  );
}

type Typed = ComponentProps<"input"> & ComponentProps<"textarea"> & ComponentProps<"select">;

function controlOf(form: Exclude<ContentForm, "json" | "markdown" | "image">, control: Typed, choices = {}): ReactNode {
  switch (form) {
    case "line":
      return <Input {...control} />;
    case "url":
      return <Input {...control} type="url" />;
    case "text":
      return <TextArea {...control} rows={2} className="min-h-14" />;
    case "choice":
      return (
        <Select {...control}>
          {Object.entries<string>(choices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      );
  }
}
