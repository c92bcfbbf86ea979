"use client";

import { useSettings } from "@/app/(account)/wallet/_components/alerts";
import { ActionButton } from "@/components/ui/action-button";
import { NumberField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";

type Props = {
  name: "low_balance_threshold" | "confirm_above" | "ask_above";
  label: string;
  hint: string;
  isOptional?: boolean;
};

/** An amount of credits among the wallet's settings, with its own Save. */
function Amount({ name, label, hint, isOptional = false }: Props) {
  const { settings, change } = useSettings();
  const value = settings[name];
  return (
    <Form className="grid gap-3" onSend={(fields) => change({ [name]: Number(textOf(fields, name)) })}>
      <NumberField
        name={name}
        label={label}
        hint={hint}
        limit="credits"
        required
        defaultValue={value ?? ""}
        className="max-w-40"
      />
      <FormEnd action={value === null ? "Turn on" : "Save"} variant="plain" done="Saved.">
        {isOptional && value !== null && (
          <ActionButton variant="quiet" send={() => change({ [name]: null })}>
            Turn off
          </ActionButton>
        )}
      </FormEnd>
    </Form>
  );
}

/** Below which balance the owner is notified, and above which charge the pages ask first. */
export function Limits() {
  return (
    <div className="grid gap-6">
      <Amount
        name="low_balance_threshold"
        label="Alert me below (USD)"
        hint="Here and by email, each time the balance falls below this."
        isOptional
      />
      <Amount
        name="confirm_above"
        label="Confirm charges above (USD)"
        hint="Applies to purchases, runs and downloads on this site, not to API calls."
      />
      <Amount
        name="ask_above"
        label="Approve charges of keys above (USD)"
        hint="Larger charges of your keys and connected programs wait for your decision under Approvals."
        isOptional
      />
    </div>
  );
}
