"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import type { FormField } from "@/app/admin/settings/_components/fields";
import { AreaField, NumberField, SelectField, TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";

export type PanelProps = {
  title: string;
  fields: readonly FormField[];
  /** Whether its inputs stand in two columns. */
  isWide?: boolean;
  /** What is above its inputs. */
  note?: ReactNode;
  children?: ReactNode;
};

/** The inputs of a panel, with what is below them. */
export function SettingsPanel({ title, fields, isWide = false, note, children }: PanelProps) {
  return (
    <Panel title={title}>
      {note}
      <div className={`grid gap-4 ${isWide ? "lg:grid-cols-2" : ""}`}>
        {fields.map((field) => (
          <SettingField key={field.name} {...field} />
        ))}
        {children}
      </div>
    </Panel>
  );
}

function SettingField({ name, label, hint, input, text, isOptional, type, limit }: FormField): ReactNode {
  const field = { id: name, name, label, hint, defaultValue: text, limit };
  const line = { ...field, required: !isOptional };
  switch (input.kind) {
    case "line":
      return <TextField {...line} type={type} />;
    case "number":
      return <NumberField {...line} className="max-w-32" />;
    case "color":
      return <TextField {...line} placeholder="#0f766e" className="max-w-40 font-mono" />;
    case "text":
    case "lines":
    case "titled":
      return <AreaField {...field} rows={input.rows} />;
    case "markdown":
      return <AreaField {...line} rows={input.rows} />;
    case "choice":
      return <SelectField {...field} options={Object.entries(input.options)} />;
    case "its own":
      return null;
  }
}

/** Name, color and mails, with a mail as they make it. */
export function BrandPanel(props: PanelProps) {
  const textOf = (name: string) => props.fields.find((field) => field.name === name)?.text ?? "";
  const [name, setName] = useState(textOf("marketplace_name"));
  const [footer, setFooter] = useState(textOf("mail_footer"));
  const follow = (event: FormEvent<HTMLDivElement>) => {
    const { name: field, value } = event.target as HTMLInputElement;
    if (field === "marketplace_name") setName(value);
    if (field === "mail_footer") setFooter(value);
  };
  return (
    <div onChange={follow}>
      <SettingsPanel {...props}>
        <figure aria-label="Preview of a mail" className="rounded-md border border-line bg-raised p-3 text-sm">
          <p className="font-semibold">Text statistics is approved</p>
          <p className="mt-2">It is on the marketplace now.</p>
          <p className="mt-3 text-xs text-muted underline">{name}</p>
          {footer && <p className="mt-1 text-xs whitespace-pre-line text-muted">{footer}</p>}
        </figure>
      </SettingsPanel>
    </div>
  );
}

/** The texts of /terms and /privacy. */
export function LegalPanel({ version, ...props }: PanelProps & { version: number }) {
  const note = (
    <p className="mb-3 max-w-prose text-sm text-muted">
      Markdown. The default texts are drafts: have a lawyer review them. This is version {version}. Saving a change
      creates the next one, which new accounts accept.
    </p>
  );
  return <SettingsPanel {...props} isWide note={note} />;
}
