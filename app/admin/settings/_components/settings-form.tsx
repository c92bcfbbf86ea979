"use client";

import {
  BrandPanel,
  hintOf,
  type PanelProps,
  PricesPanel,
  ReviewPanel,
  readReasons,
} from "@/app/admin/settings/_components/panels";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/client/api";
import type { SiteSettings, SiteSettingsChange } from "@/lib/site/schemas";

const FIELDS = [
  "marketplace_name",
  "accent_color",
  "mail_footer",
  "review_target_hours",
  "rejection_reasons",
  "announcement",
  "registration",
  "support_email",
  "operator_name",
  "operator_details",
  "fee_percent",
  "price_rise_percent",
  "price_notice_days",
  "terms",
  "privacy",
];
/** Browsers send line breaks of a form as CRLF. */
const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();

/** The logo has its own form. */
type Given = Omit<SiteSettings, "logo">;

/** The settings as a form gives them. */
function read(form: FormData): Given {
  const text = (name: string) => plain(textOf(form, name));
  return {
    marketplace_name: text("marketplace_name"),
    accent_color: text("accent_color") || null,
    mail_footer: text("mail_footer") || null,
    review_target_hours: Number(text("review_target_hours")),
    rejection_reasons: readReasons(text("rejection_reasons")),
    announcement: text("announcement") || null,
    registration: text("registration") as SiteSettings["registration"],
    support_email: text("support_email") || null,
    fee_percent: Number(text("fee_percent")),
    price_rise_percent: Number(text("price_rise_percent")),
    price_notice_days: Number(text("price_notice_days")),
    operator_name: text("operator_name"),
    operator_details: text("operator_details")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    terms: text("terms") || null,
    privacy: text("privacy") || null,
  };
}

/** The settings that differ from those that were loaded. */
function changeOf(before: SiteSettings, after: Given): SiteSettingsChange {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const isChanged = (name: string) => {
    const [old, next] = [before[name as keyof Given], after[name as keyof Given]];
    return !same(typeof old === "string" ? plain(old) : old, next);
  };
  return Object.fromEntries(Object.entries(after).filter(([name]) => isChanged(name)));
}

/** Changes the marketplace's settings; sends only what differs. */
export function SettingsForm({
  settings,
  overridden,
  version,
}: {
  settings: SiteSettings;
  overridden: readonly string[];
  version: number;
}) {
  const { run, again, isBusy, errorAt, failureBeside } = useAction({ refreshes: true });
  const send = (form: FormData) => {
    // A disabled field is not in a form: it keeps its value.
    const given = {
      ...read(form),
      ...Object.fromEntries(overridden.map((name) => [name, settings[name as keyof SiteSettings]])),
    };
    const body = changeOf(settings, given as SiteSettings);
    if (Object.keys(body).length === 0) return notify("Nothing has changed.");
    return run(async () => {
      await callApi("/v1/admin/settings", { method: "PATCH", body });
      notify("Settings saved.");
    });
  };
  const failure = failureBeside(FIELDS);
  return (
    <Form className="grid gap-4" onSend={send}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BrandPanel settings={settings} errorAt={errorAt} />
        <div className="grid gap-4">
          <SitePanel settings={settings} errorAt={errorAt} />
          <PricesPanel settings={settings} errorAt={errorAt} overridden={overridden} />
        </div>
        <OperatorPanel settings={settings} errorAt={errorAt} overridden={overridden} />
        <ReviewPanel settings={settings} errorAt={errorAt} />
      </div>
      <LegalPages settings={settings} version={version} errorAt={errorAt} />
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      <div>
        <Button type="submit" variant="primary" disabled={isBusy}>
          Save settings
        </Button>
      </div>
    </Form>
  );
}

/** The banner, registration and support. */
function SitePanel({ settings, errorAt }: PanelProps) {
  return (
    <Panel title="Site">
      <div className="grid gap-4">
        <Field
          id="announcement"
          label="Announcement"
          hint="A banner above every page. Empty shows none."
          error={errorAt("announcement")}
        >
          <TextArea
            id="announcement"
            name="announcement"
            rows={2}
            maxLength={300}
            className="font-sans text-sm"
            defaultValue={settings.announcement ?? ""}
          />
        </Field>
        <Field id="registration" label="Registration" error={errorAt("registration")}>
          <Select id="registration" name="registration" defaultValue={settings.registration}>
            <option value="open">Open: anybody can create an account</option>
            <option value="invitation">By invitation: those whose email is invited below</option>
            <option value="closed">Closed: no new accounts</option>
          </Select>
        </Field>
        <Field
          id="support_email"
          label="Support email"
          hint="Shown in the footer. Empty shows none."
          error={errorAt("support_email")}
        >
          <Input
            id="support_email"
            name="support_email"
            type="email"
            defaultValue={settings.support_email ?? ""}
          />
        </Field>
      </div>
    </Panel>
  );
}

/** Who issues receipts; the environment may set it. */
function OperatorPanel({ settings, errorAt, overridden }: PanelProps & { overridden: readonly string[] }) {
  const fixed = (name: string) => overridden.includes(name);
  return (
    <Panel title="Operator, on receipts">
      <div className="grid gap-4">
        <Field
          id="operator_name"
          label="Name"
          hint={hintOf(overridden, "operator_name", "The company or person who runs the marketplace.")}
          error={errorAt("operator_name")}
        >
          <Input
            id="operator_name"
            name="operator_name"
            required
            maxLength={120}
            disabled={fixed("operator_name")}
            defaultValue={settings.operator_name}
          />
        </Field>
        <Field
          id="operator_details"
          label="Address and tax id"
          hint={hintOf(overridden, "operator_details", "One line each, at most 10.")}
          error={errorAt("operator_details")}
        >
          <TextArea
            id="operator_details"
            name="operator_details"
            rows={4}
            className="font-sans text-sm"
            disabled={fixed("operator_details")}
            defaultValue={settings.operator_details.join("\n")}
          />
        </Field>
      </div>
    </Panel>
  );
}

/** The texts of /terms and /privacy. */
function LegalPages({ settings, version, errorAt }: PanelProps & { version: number }) {
  return (
    <Panel title="Terms and privacy">
      <p className="mb-3 max-w-prose text-sm text-muted">
        Markdown. These are drafts until you change them: have a lawyer check them. This is version {version}.
        A change makes the next one, which new accounts accept.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        {(["terms", "privacy"] as const).map((name) => (
          <Field
            key={name}
            id={name}
            label={name === "terms" ? "Terms of service, at /terms" : "Privacy policy, at /privacy"}
            hint="Empty shows the draft."
            error={errorAt(name)}
          >
            <TextArea
              id={name}
              name={name}
              rows={14}
              maxLength={65_536}
              defaultValue={settings[name] ?? ""}
            />
          </Field>
        ))}
      </div>
    </Panel>
  );
}
