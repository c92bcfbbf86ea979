"use client";

import { useState } from "react";
import { shown } from "@/app/admin/settings/_components/fields";
import { Field, Input, TextArea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import type { SiteSettings } from "@/lib/platform/site/schemas";

export type PanelProps = { settings: SiteSettings; errorAt: (name: string) => string | undefined };

/** Name, color and mails. */
export function BrandPanel({ settings, errorAt }: PanelProps) {
  const [footer, setFooter] = useState(settings.mail_footer ?? "");
  const [name, setName] = useState(settings.marketplace_name);
  return (
    <Panel title="Brand">
      <div className="grid gap-4">
        <Field
          id="marketplace_name"
          label="Marketplace name"
          hint="In the header, in page titles and in mails."
          error={errorAt("marketplace_name")}
        >
          <Input
            id="marketplace_name"
            name="marketplace_name"
            required
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          id="accent_color"
          label="Accent color"
          hint="A color such as #0f766e, for links and buttons; its lightness is fitted to each theme. Empty uses the default."
          error={errorAt("accent_color")}
        >
          <Input
            id="accent_color"
            name="accent_color"
            pattern="#[0-9a-fA-F]{6}"
            placeholder="#0f766e"
            className="max-w-40 font-mono"
            defaultValue={shown(settings, "accent_color")}
          />
        </Field>
        <Field
          id="mail_footer"
          label="Text below every mail"
          hint="For example your address and tax id. Empty shows none."
          error={errorAt("mail_footer")}
        >
          <TextArea
            id="mail_footer"
            name="mail_footer"
            rows={3}
            maxLength={500}
            className="font-sans text-sm"
            value={footer}
            onChange={(event) => setFooter(event.target.value)}
          />
        </Field>
        <figure
          aria-label="Preview of a mail"
          className="rounded-md border border-line bg-raised p-3 text-sm"
        >
          <p className="font-semibold">Text statistics is approved</p>
          <p className="mt-2">It is on the marketplace now.</p>
          <p className="mt-3 text-xs text-muted underline">{name}</p>
          {footer && <p className="mt-1 text-xs whitespace-pre-line text-muted">{footer}</p>}
        </figure>
      </div>
    </Panel>
  );
}

/** The hint of a field, or what in the environment sets it. */
export function hintOf(overridden: readonly string[], name: string, text: string): string {
  return overridden.includes(name)
    ? `Set by ${name.toUpperCase()} in the environment; it can't be changed here.`
    : text;
}

const PRICES = [
  {
    name: "fee_percent",
    label: "Fee on sales (%)",
    hint: "Applies to sales from now on. Developers with their own fee keep it; the others are notified of a change.",
    max: 100,
    step: 0.01,
  },
  {
    name: "price_rise_percent",
    label: "Largest price rise without notice (%)",
    hint: "On a skill that others use, once in the days of notice. Any larger rise is announced to them first.",
    max: 100,
    step: 1,
  },
  {
    name: "price_notice_days",
    label: "Days of notice",
    hint: "From the announcement of a price rise to the rise. 0 applies every rise at once. Announced rises keep their day.",
    max: 90,
    step: 1,
  },
] as const;

/** The general fee and the rule on price rises; the environment may set each. */
export function PricesPanel({
  settings,
  errorAt,
  overridden,
}: PanelProps & { overridden: readonly string[] }) {
  return (
    <Panel title="Fee and price rises">
      <div className="grid gap-4">
        {PRICES.map(({ name, label, hint, max, step }) => (
          <Field
            key={name}
            id={name}
            label={label}
            hint={hintOf(overridden, name, hint)}
            error={errorAt(name)}
          >
            <Input
              id={name}
              name={name}
              type="number"
              min={0}
              max={max}
              step={step}
              required
              disabled={overridden.includes(name)}
              className="max-w-32"
              defaultValue={shown(settings, name)}
            />
          </Field>
        ))}
      </div>
    </Panel>
  );
}

/** The review target and the reasons to begin a rejection with. */
export function ReviewPanel({ settings, errorAt }: PanelProps) {
  return (
    <Panel title="Review">
      <div className="grid gap-4">
        <Field
          id="review_target_hours"
          label="Review target, in hours"
          hint="A submission that has waited longer is overdue, and administrators are notified."
          error={errorAt("review_target_hours")}
        >
          <Input
            id="review_target_hours"
            name="review_target_hours"
            type="number"
            min={1}
            max={720}
            required
            className="max-w-32"
            defaultValue={shown(settings, "review_target_hours")}
          />
        </Field>
        <Field
          id="rejection_reasons"
          label="Rejection reasons"
          hint="Separate reasons with an empty line. First line: title. Rest: text for the developer."
          error={errorAt("rejection_reasons")}
        >
          <TextArea
            id="rejection_reasons"
            name="rejection_reasons"
            rows={12}
            className="font-sans text-sm"
            defaultValue={shown(settings, "rejection_reasons")}
          />
        </Field>
      </div>
    </Panel>
  );
}
