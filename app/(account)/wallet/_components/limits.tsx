"use client";

import { useSettings } from "@/app/(account)/wallet/_components/alerts";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";

type Props = {
  /** The field of the settings. */
  name: "low_balance_threshold" | "confirm_above";
  label: string;
  hint: string;
  /** Whether it can be turned off. */
  isOptional?: boolean;
};

/** An amount of credits among the wallet's settings, with its own Save. */
function Amount({ name, label, hint, isOptional = false }: Props) {
  const { settings, change } = useSettings();
  const { run, again, isBusy, isDone, failure, errorAt, failureBeside } = useAction();
  const value = settings[name];
  const save = (next: number | null) => run(() => change({ [name]: next }));
  return (
    <Form className="grid gap-3" onSend={(fields) => save(Number(textOf(fields, name)))}>
      <Field id={name} label={label} hint={hint} error={errorAt(name)}>
        <Input
          id={name}
          name={name}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          required
          defaultValue={value ?? ""}
          className="max-w-40"
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={isBusy}>
          {value === null ? "Turn on" : "Save"}
        </Button>
        {isOptional && value !== null && (
          <Button variant="quiet" disabled={isBusy} onClick={() => save(null)}>
            Turn off
          </Button>
        )}
        <span role="status" className="text-xs text-muted">
          {isDone && (value === null ? "Off." : "Saved.")}
        </span>
      </div>
      {failure && failureBeside([name]) ? <ErrorAlert error={failure} retry={again} /> : null}
    </Form>
  );
}

/** Below which balance the owner is notified, and above which charge the pages ask first. */
export function Limits() {
  return (
    <div className="grid gap-6">
      <Amount
        name="low_balance_threshold"
        label="Alert me below (credits)"
        hint="Here and by email, each time the balance falls below this."
        isOptional
      />
      <Amount
        name="confirm_above"
        label="Confirm charges above (credits)"
        hint="Applies to purchases, runs and downloads on this site, not to API calls."
      />
    </div>
  );
}
