"use client";

import { useState } from "react";
import { type Former, FormerAccess } from "@/app/(auth)/connect/_components/former-access";
import { SkillPicker } from "@/components/skills/skill-picker";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { NumberField, SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { textOf, useAction } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";
import { CONSENT_DEFAULTS } from "@/lib/platform/core/limits";

type Decision = BodyOf<"POST /v1/account/connections">;
type Scope = NonNullable<Decision["scopes"]>[number];
type Props = {
  query: string;
  name: string;
  /** Whether its single charges are limited unless the person removes that. */
  isAgent: boolean;
  former: Former | null;
  scopes: { scope: Scope; title: string }[];
};

const INTERVALS = [
  ["day", "day"],
  ["month", "month"],
] as const;
const EXPIRIES = [1, 7, 30, 90, 365].map((days) => [days, days === 1 ? "tomorrow" : `in ${days} days`] as const);

/** Grants or refuses, then sends the browser back to the program. */
export function ConsentForm({ query, name, isAgent, former, scopes }: Props) {
  const [granted, setGranted] = useState(() => new Set(scopes.map(({ scope }) => scope)));
  const [replaces, setReplaces] = useState(true);
  const answering = useAction();
  const send = (body: Omit<Decision, "query">) =>
    answering.run(async () => {
      const { data } = await callApi("POST /v1/account/connections", { body: { query, ...body } });
      window.location.assign(data.redirect_to);
    });
  return (
    <Form
      className="grid gap-4"
      by={answering}
      onSend={(form) => send({ ...decisionOf(form, granted), replace_former: replaces })}
    >
      {former && <FormerAccess former={former} replaces={replaces} onSelect={setReplaces} />}
      <Panel title="Permissions">
        <ul className="grid gap-2">
          {scopes.map(({ scope, title }) => (
            <li key={scope}>
              <label htmlFor={`scope-${scope}`} className="flex items-center gap-2 text-sm">
                <Checkbox
                  id={`scope-${scope}`}
                  checked={granted.has(scope)}
                  onCheckedChange={(isOn) => setGranted((old) => changed(old, scope, isOn))}
                />
                {title}
              </label>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Spending limit">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            name="credit_limit"
            label="At most (USD)"
            limit="credits"
            required
            defaultValue={CONSENT_DEFAULTS.creditLimit}
          />
          <SelectField
            name="credit_limit_interval"
            label="Every"
            defaultValue={CONSENT_DEFAULTS.interval}
            options={INTERVALS}
          />
          <NumberField
            name="ask_above"
            label="At most in one charge (USD)"
            hint="Larger charges are refused. Leave empty for no such limit."
            limit="credits"
            defaultValue={isAgent ? CONSENT_DEFAULTS.askAbove : undefined}
          />
          <SelectField
            name="expires_in_days"
            label="Until"
            defaultValue={String(CONSENT_DEFAULTS.days)}
            options={EXPIRIES}
          />
        </div>
      </Panel>
      <Panel title="Skills">
        <SkillPicker id="skills" error={answering.errorAt("skills")} />
      </Panel>
      <FormEnd action="Connect" size="lg" isBlocked={granted.size === 0} isOnce>
        <Button size="lg" disabled={answering.isBusy || answering.isDone} onClick={() => send({ approved: false })}>
          Refuse
        </Button>
      </FormEnd>
      <p className="text-sm text-muted">Review {name}'s spending or disconnect it anytime on the API keys page.</p>
    </Form>
  );
}

function changed(old: Set<Scope>, scope: Scope, isOn: boolean): Set<Scope> {
  const next = new Set(old);
  if (isOn) next.add(scope);
  else next.delete(scope);
  return next;
}

function decisionOf(form: FormData, granted: Set<Scope>): Omit<Decision, "query"> {
  const ask = textOf(form, "ask_above");
  return {
    approved: true,
    scopes: [...granted],
    skills: form.getAll("skills").map(String),
    credit_limit: Number(textOf(form, "credit_limit")),
    credit_limit_interval: textOf(form, "credit_limit_interval") as Decision["credit_limit_interval"],
    ask_above: ask === "" ? null : Number(ask),
    expires_in_days: Number(textOf(form, "expires_in_days")),
  };
}
