"use client";

import { changeOf, SETTING_NAMES, shown } from "@/app/admin/settings/_components/fields";
import {
  BrandPanel,
  hintOf,
  type PanelProps,
  PricesPanel,
  ReviewPanel,
} from "@/app/admin/settings/_components/panels";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { SiteSettings } from "@/lib/platform/site/schemas";

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
    const body = changeOf(settings, form);
    if (Object.keys(body).length === 0) return notify("Nothing has changed.");
    return run(async () => {
      await callApi("PATCH /v1/admin/settings", { body });
      notify("Settings saved.");
    });
  };
  const failure = failureBeside(SETTING_NAMES);
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
            defaultValue={shown(settings, "announcement")}
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
            defaultValue={shown(settings, "support_email")}
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
            defaultValue={shown(settings, "operator_name")}
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
            defaultValue={shown(settings, "operator_details")}
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
              defaultValue={shown(settings, name)}
            />
          </Field>
        ))}
      </div>
    </Panel>
  );
}
