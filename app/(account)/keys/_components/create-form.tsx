"use client";

import { useState } from "react";
import { KeyFields, type NewKey } from "@/components/keys/key-fields";
import { SkillPicker } from "@/components/skills/skill-picker";
import { Button } from "@/components/ui/button";
import { NumberField, SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";

const EXPIRIES = [
  ["", "never"],
  [7, "in 7 days"],
  [30, "in 30 days"],
  [90, "in 90 days"],
  [365, "in a year"],
] as const;
const SCOPES = [
  ["read", "Read", "balance, usage, purchases"],
  ["purchase", "Buy", "skills, top-ups"],
  ["execute", "Use", "run and download skills"],
  ["publish", "Publish", "manage your own skills"],
] as const;

/** What a new key is called, how long it lives, what it may spend and do. */
export function CreateForm({ onCreate, isBusy }: { onCreate: (form: HTMLFormElement) => void; isBusy: boolean }) {
  const [formsSent, setFormsSent] = useState(0);
  return (
    <Form
      autoComplete="off"
      className="grid gap-3"
      onSend={(_, form) => onCreate(form)}
      onReset={() => setFormsSent((count) => count + 1)}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-end gap-3">
        <KeyFields key={formsSent} />
        <SelectField name="expires_in_days" label="Expires" defaultValue="" options={EXPIRIES} />
      </div>
      <details>
        <summary className="text-sm font-medium">Permissions</summary>
        <div className="mt-3 grid gap-3">
          <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
            <legend className="sr-only">What the key may do</legend>
            {SCOPES.map(([scope, title, about]) => (
              <label key={scope} className="flex items-center gap-2 text-sm">
                <input type="checkbox" name="scope" value={scope} defaultChecked className="accent-accent" />
                {title} <span className="text-xs text-muted">{about}</span>
              </label>
            ))}
          </fieldset>
          <NumberField
            name="ask_above"
            label="Needs your approval above (USD)"
            hint="A larger charge waits for your decision under Approvals. Empty for none."
            limit="credits"
            className="max-w-40"
          />
          <SkillPicker key={formsSent} id="key-skills" />
        </div>
      </details>
      <div>
        <Button variant="primary" type="submit" disabled={isBusy}>
          Create key
        </Button>
      </div>
    </Form>
  );
}

/** The permissions that a form asks for; nothing of what stands for all of them. */
export function permissionsOf(form: FormData): Pick<NewKey, "scopes" | "skills" | "ask_above"> {
  const wanted = form.getAll("scope");
  const scopes = SCOPES.map(([scope]) => scope).filter((scope) => wanted.includes(scope));
  const skills = form.getAll("skills").map(String);
  const askAbove = form.get("ask_above");
  return {
    ...(scopes.length < SCOPES.length && { scopes }),
    ...(skills.length > 0 && { skills }),
    ...(askAbove && { ask_above: Number(askAbove) }),
  };
}
