"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

const FIELDS = ["code", "percent_off", "amount_off", "max_uses", "ends_at"];

/** Makes a promotion code. */
export function NewCode({ id }: { id: string }) {
  const [unit, setUnit] = useState("percent_off");
  const { run, isBusy, failure, failureBeside, errorAt } = useAction({ refreshes: true });
  const create = async (form: FormData, element: HTMLFormElement) => {
    const [uses, end] = [textOf(form, "max_uses"), textOf(form, "ends_at")];
    const body = {
      code: textOf(form, "code"),
      [unit]: Number(textOf(form, "off")),
      ...(uses && { max_uses: Number(uses) }),
      // The whole of the last day, in UTC as everywhere.
      ...(end && { ends_at: `${end}T23:59:59Z` }),
    };
    await run(async () => {
      await callApi(`/v1/developer/skills/${id}/promotion-codes`, { method: "POST", body });
      element.reset();
    });
  };
  return (
    <Form autoComplete="off" onSend={create} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field id="code" label="Code" error={errorAt("code")}>
          <Input
            id="code"
            name="code"
            required
            minLength={3}
            maxLength={32}
            placeholder="LAUNCH20"
            className="font-mono uppercase"
          />
        </Field>
        <Field id="off" label="Off the price" error={errorAt("percent_off") ?? errorAt("amount_off")}>
          <div className="flex gap-2">
            <Input
              id="off"
              name="off"
              type="number"
              required
              min={unit === "percent_off" ? 1 : 0.000001}
              max={unit === "percent_off" ? 100 : undefined}
              step={unit === "percent_off" ? 1 : "any"}
            />
            <Select aria-label="Unit" value={unit} onChange={(event) => setUnit(event.target.value)}>
              <option value="percent_off">%</option>
              <option value="amount_off">credits</option>
            </Select>
          </div>
        </Field>
        <Field id="max_uses" label="Uses (optional)" error={errorAt("max_uses")}>
          <Input id="max_uses" name="max_uses" type="number" min={1} step={1} placeholder="No limit" />
        </Field>
        <Field id="ends_at" label="Last day, UTC (optional)" error={errorAt("ends_at")}>
          <Input id="ends_at" name="ends_at" type="date" />
        </Field>
      </div>
      <p className="text-xs text-muted">
        A buyer pays the lower price for as long as the purchase renews. Your share is of what is paid.
      </p>
      {failureBeside(FIELDS) ? <ErrorAlert error={failure} /> : null}
      <div>
        <Button variant="primary" type="submit" disabled={isBusy}>
          Create code
        </Button>
      </div>
    </Form>
  );
}
