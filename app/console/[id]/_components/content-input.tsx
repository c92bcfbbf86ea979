"use client";

import type { ReactNode } from "react";
import { bound, type SectionProps } from "@/app/console/[id]/_components/section";
import { AreaField, SelectField, TextField } from "@/components/ui/field";
import { LIMITS } from "@/lib/platform/core/limits";
import { CONTENT, type ContentField, type EditorSection, inputsOf } from "@/lib/supply/skills/content-fields";

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
export function ContentInput({ name, ...section }: SectionProps & { name: Name }): ReactNode {
  const field: ContentField = CONTENT[name];
  const { label = field.label, hint, limit, placeholder } = field.input;
  const most = limit && LIMITS[limit].maxLength;
  const counted =
    field.form === "text" && most ? `${section.state[name].length} of ${most.toLocaleString("en-US")}.` : "";
  const control = {
    ...bound(section, name),
    label,
    hint: [hint, counted].filter(Boolean).join(" "),
    limit,
    placeholder,
  };
  switch (field.form) {
    case "line":
      return <TextField {...control} />;
    case "url":
      return <TextField {...control} type="url" />;
    case "text":
      return <AreaField {...control} rows={2} className="min-h-14!" />;
    case "lines":
      return <AreaField {...control} rows={3} />;
    case "choice":
      return <SelectField {...control} options={Object.entries<string>(field.choices ?? {})} />;
  }
}
