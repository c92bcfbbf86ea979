"use client";

import { ActionButton } from "@/components/ui/action-button";
import { AreaField, NumberField, SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { AdvisorySeverity } from "@/lib/supply/advisories/schemas";

/** Yanks a version of the package. */
export function YankForm({ id, versions }: { id: string; versions: string[] }) {
  const yank = async (form: FormData, element: HTMLFormElement) => {
    const body = { version: textOf(form, "version"), reason: textOf(form, "reason") };
    await callApi("POST /v1/developer/skills/{id}/yanks", { params: { id }, body });
    element.reset();
  };
  return (
    <Form autoComplete="off" onSend={yank} refreshes className="grid gap-4">
      <SelectField
        name="version"
        label="Version"
        options={versions.map((version) => [version, version] as const)}
        className="max-w-48"
      />
      <AreaField name="reason" label="Reason, sent to everyone who has it" required limit="reason" />
      <p className="text-xs text-muted">
        It can't be installed any more. Those who have it can still fetch it by its exact version, with a warning.
      </p>
      <FormEnd action="Yank version" variant="danger" />
    </Form>
  );
}

/** Publishes an advisory of one of the `severities`. */
export function NewAdvisory({ id, severities }: { id: string; severities: readonly AdvisorySeverity[] }) {
  const publish = async (form: FormData, element: HTMLFormElement) => {
    const fixed = textOf(form, "fixed_in");
    const body = {
      severity: textOf(form, "severity") as AdvisorySeverity,
      summary: textOf(form, "summary"),
      details: textOf(form, "details"),
      action: textOf(form, "action"),
      introduced: Number(textOf(form, "introduced")),
      fixed_in: fixed ? Number(fixed) : null,
    };
    await callApi("POST /v1/developer/skills/{id}/advisories", { params: { id }, body });
    element.reset();
  };
  return (
    <Form autoComplete="off" onSend={publish} refreshes className="grid gap-4">
      <TextField name="summary" label="What was found, in one line" required limit="advisorySummary" />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          name="severity"
          label="Severity"
          defaultValue="moderate"
          options={severities.map((severity) => [severity, severity] as const)}
        />
        <NumberField name="introduced" label="First affected version" required defaultValue="1" limit="versionNumber" />
        <NumberField name="fixed_in" label="Fixed in version (optional)" limit="versionNumber" />
      </div>
      <AreaField name="action" label="What users should do" required limit="advisoryText" />
      <AreaField name="details" label="Details (optional)" limit="advisoryText" />
      <p className="text-xs text-muted">
        Everyone who bought or downloaded the skill, or called it in the last 90 days, is notified by email. Use the
        version numbers in the History tab.
      </p>
      <FormEnd action="Publish advisory" />
    </Form>
  );
}

/** Withdraws an advisory after asking. */
export function WithdrawAdvisory({ id, advisory, kind }: { id: string; advisory: string; kind: string }) {
  const isYank = kind === "yank";
  return (
    <div>
      <ActionButton
        size="sm"
        refreshes
        question={{
          title: isYank ? "Make this version installable again?" : "Withdraw this advisory?",
          action: isYank ? "Undo yank" : "Withdraw",
          children: "Everyone who was warned is notified. The advisory stays public, marked as withdrawn.",
        }}
        send={() =>
          callApi("PATCH /v1/developer/skills/{id}/advisories/{advisory}", {
            params: { id, advisory },
            body: { withdrawn: true },
          })
        }
      >
        {isYank ? "Undo yank" : "Withdraw"}
      </ActionButton>
    </div>
  );
}
