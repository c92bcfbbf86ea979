"use client";

import { useState } from "react";
import { AreaField, SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Kind = BodyOf<"POST /v1/name-claims">["kind"];
const KINDS: [Kind, string][] = [
  ["handle", "Publisher handle"],
  ["slug", "Skill slug"],
];

/** Claims a name that another account has; `skills` are those that could get a slug. */
export function ClaimForm({ skills }: { skills: (readonly [string, string])[] }) {
  const [kind, setKind] = useState<Kind>("handle");
  const claim = async (fields: FormData, form: HTMLFormElement) => {
    const [skill, domain] = [textOf(fields, "skill_id"), textOf(fields, "domain")];
    await callApi("POST /v1/name-claims", {
      body: {
        kind,
        name: textOf(fields, "name").trim(),
        evidence: textOf(fields, "evidence"),
        ...(kind === "slug" && skill && { skill_id: skill }),
        ...(domain && { domain }),
      },
    });
    form.reset();
    setKind("handle");
  };
  return (
    <Form onSend={claim} refreshes className="grid gap-3" autoComplete="off">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          name="kind"
          label="What"
          options={KINDS}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        <TextField name="name" label="Name" hint="As in the address of its page." limit="slug" required />
        {kind === "slug" && (
          <SelectField
            name="skill_id"
            label="Your skill that gets it"
            hint={skills.length > 0 ? "A skill that was never approved." : "Create a draft first: it gets the slug."}
            options={skills}
            required
          />
        )}
        <TextField
          name="domain"
          label="Your domain (optional)"
          hint="Verify it in your profile first: that is the best evidence."
          placeholder="example.com"
        />
      </div>
      <AreaField
        name="evidence"
        label="Evidence"
        hint="Why the name is yours, with links, such as a trademark’s number and register. The current holder will see this."
        limit="claimEvidence"
        required
      />
      <FormEnd action="Claim" done="Sent. You'll have a decision within 14 days." />
    </Form>
  );
}

/** Appeals against a decision. */
export function AppealForm({ id, name }: { id: string; name: string }) {
  const appeal = (fields: FormData) =>
    callApi("POST /v1/name-claims/{id}/appeal", { params: { id }, body: { text: textOf(fields, "text") } });
  return (
    <Form onSend={appeal} refreshes className="grid gap-2">
      <AreaField
        name="text"
        label={`Appeal about ${name}`}
        hint="You can appeal once. Another administrator decides."
        limit="claimEvidence"
        className="min-h-16!"
        required
      />
      <FormEnd action="Appeal" size="sm" variant="plain" isOnce />
    </Form>
  );
}
