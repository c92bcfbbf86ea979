"use client";

import { ActionButton } from "@/components/ui/action-button";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { TrustedPublisher } from "@/lib/supply/releasing/schemas";

const NAMES: Record<string, string> = {
  "https://token.actions.githubusercontent.com": "GitHub Actions",
  "https://gitlab.com": "GitLab CI",
};

type Props = { id: string; publisher: TrustedPublisher | null; issuers: string[]; isOwner: boolean };

/** Names the workflow that releases a skill. */
export function PublisherForm({ id, publisher, issuers, isOwner }: Props) {
  const save = async (form: FormData) => {
    const code = textOf(form, "code");
    const body = {
      issuer: textOf(form, "issuer"),
      repository: textOf(form, "repository"),
      workflow: textOf(form, "workflow"),
      environment: textOf(form, "environment") || null,
      refs: textOf(form, "refs")
        .split(/[\s,]+/)
        .filter(Boolean),
      required: textOf(form, "required") === "yes",
      ...(code && { code }),
    };
    await callApi("PUT /v1/developer/skills/{id}/trusted-publisher", { params: { id }, body });
  };
  const needsCode = publisher?.required === true;
  return (
    <Form autoComplete="off" onSend={save} refreshes className="grid gap-4">
      <SelectField
        name="issuer"
        label="CI"
        defaultValue={publisher?.issuer}
        options={issuers.map((issuer) => [issuer, NAMES[issuer] ?? issuer] as const)}
      />
      <TextField
        name="repository"
        label="Repository"
        required
        placeholder="owner/repository"
        defaultValue={publisher?.repository}
        hint={publisher?.repository_id ? `The one with the id ${publisher.repository_id}.` : undefined}
      />
      <TextField
        name="workflow"
        label="Workflow file"
        required
        placeholder=".github/workflows/release.yml"
        defaultValue={publisher?.workflow}
      />
      <TextField
        name="refs"
        label="Branches and tags that may release"
        required
        defaultValue={publisher?.refs.join(" ") ?? "refs/tags/v*"}
        hint="Separated by spaces. * matches any text without a slash."
      />
      <TextField name="environment" label="Environment (optional)" defaultValue={publisher?.environment ?? ""} />
      <SelectField
        name="required"
        label="Who can change the skill's content"
        defaultValue={publisher?.required ? "yes" : "no"}
        options={[
          ["no", "This workflow, your keys and signed-in users"],
          ["yes", "Only this workflow can release"],
        ]}
      />
      {needsCode && (
        <TextField
          name="code"
          label="Code of your authenticator app"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={isOwner ? "Changing what is required needs it." : "Only an owner can change what is required."}
          className="max-w-40"
        />
      )}
      <FormEnd action={publisher ? "Save" : "Turn on"} />
    </Form>
  );
}

/** Removes the publisher after asking. */
export function RemovePublisher({ id, repository }: { id: string; repository: string }) {
  return (
    <ActionButton
      size="sm"
      refreshes
      question={{
        title: "Remove trusted publishing?",
        action: "Remove",
        children: `Runs of ${repository} can no longer release this skill. Released versions keep what they show.`,
      }}
      send={() => callApi("POST /v1/developer/skills/{id}/trusted-publisher/remove", { params: { id }, body: {} })}
    >
      Remove
    </ActionButton>
  );
}
