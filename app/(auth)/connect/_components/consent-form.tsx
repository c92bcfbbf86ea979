"use client";

import { useState } from "react";
import { type Former, FormerAccess } from "@/app/(auth)/connect/_components/former-access";
import { SkillPicker } from "@/components/skills/skill-picker";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { CONSENT_DEFAULTS } from "@/lib/platform/core/limits";

type Props = {
  query: string;
  name: string;
  /** Whether its single charges are limited unless the person removes that. */
  isAgent: boolean;
  /** The access that the program has already. */
  former: Former | null;
  scopes: { scope: string; title: string }[];
};

const FIELDS = ["skills", "credit_limit", "ask_above"];
const DAYS = [1, 7, 30, 90, 365];

/** Grants or refuses, then sends the browser back to the program. */
export function ConsentForm({ query, name, isAgent, former, scopes }: Props) {
  const [granted, setGranted] = useState(() => new Set(scopes.map(({ scope }) => scope)));
  const [replaces, setReplaces] = useState(true);
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const send = (body: Record<string, unknown>) =>
    run(async () => {
      const { data } = await callApi<{ redirect_to: string }>("/v1/account/connections", {
        method: "POST",
        body: { query, ...body },
      });
      window.location.assign(data.redirect_to);
    });
  const problem = failureBeside(FIELDS);
  return (
    <Form
      className="grid gap-4"
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
          <Field id="limit" label="At most (credits)" error={errorAt("credit_limit")}>
            <Input
              id="limit"
              name="limit"
              type="number"
              min={0}
              max={10000}
              step={0.000001}
              required
              defaultValue={CONSENT_DEFAULTS.creditLimit}
            />
          </Field>
          <Field id="interval" label="Every">
            <Select id="interval" name="interval" defaultValue={CONSENT_DEFAULTS.interval}>
              <option value="day">day</option>
              <option value="month">month</option>
            </Select>
          </Field>
          <Field
            id="ask"
            label="At most in one charge (credits)"
            hint="Larger charges are refused. Leave empty for no such limit."
            error={errorAt("ask_above")}
          >
            <Input
              id="ask"
              name="ask"
              type="number"
              min={0}
              max={10000}
              step={0.000001}
              defaultValue={isAgent ? CONSENT_DEFAULTS.askAbove : undefined}
            />
          </Field>
          <Field id="days" label="Until">
            <Select id="days" name="days" defaultValue={String(CONSENT_DEFAULTS.days)}>
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === 1 ? "tomorrow" : `in ${days} days`}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </Panel>
      <Panel title="Skills">
        <SkillPicker id="skills" error={errorAt("skills")} />
      </Panel>
      {problem ? <ErrorAlert error={problem} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" type="submit" disabled={isBusy || isDone || granted.size === 0}>
          Connect
        </Button>
        <Button size="lg" disabled={isBusy || isDone} onClick={() => send({ approved: false })}>
          Refuse
        </Button>
      </div>
      <p className="text-sm text-muted">
        Review {name}'s spending or disconnect it anytime on the API keys page.
      </p>
    </Form>
  );
}

function changed(old: Set<string>, scope: string, isOn: boolean): Set<string> {
  const next = new Set(old);
  if (isOn) next.add(scope);
  else next.delete(scope);
  return next;
}

function decisionOf(form: FormData, granted: Set<string>): Record<string, unknown> {
  const ask = textOf(form, "ask");
  return {
    approved: true,
    scopes: [...granted],
    skills: form.getAll("skills").map(String),
    credit_limit: Number(textOf(form, "limit")),
    credit_limit_interval: textOf(form, "interval"),
    ask_above: ask === "" ? null : Number(ask),
    expires_in_days: Number(textOf(form, "days")),
  };
}
