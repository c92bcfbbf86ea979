"use client";

import { useState } from "react";
import { NumberField, SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

const UNITS = [
  ["percent_off", "%"],
  ["amount_off", "USD"],
] as const;

/** Creates a promotion code. */
export function NewCode({ id }: { id: string }) {
  const [unit, setUnit] = useState("percent_off");
  const create = async (form: FormData, element: HTMLFormElement) => {
    const [uses, end] = [textOf(form, "max_uses"), textOf(form, "ends_at")];
    const body = {
      code: textOf(form, "code"),
      [unit]: Number(textOf(form, unit)),
      ...(uses && { max_uses: Number(uses) }),
      // The whole of the last day, in UTC as everywhere.
      ...(end && { ends_at: `${end}T23:59:59Z` }),
    };
    await callApi("POST /v1/developer/skills/{id}/promotion-codes", { params: { id }, body });
    element.reset();
  };
  return (
    <Form autoComplete="off" onSend={create} refreshes className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          name="code"
          label="Code"
          required
          limit="promotionCode"
          placeholder="LAUNCH20"
          className="font-mono uppercase"
        />
        <div className="grid grid-cols-[1fr_auto] items-start gap-2">
          <NumberField
            name={unit}
            label="Off the price"
            required
            limit={unit === "percent_off" ? "promotionPercent" : "credits"}
          />
          <SelectField
            name="unit"
            label="Unit"
            value={unit}
            onChange={(event) => setUnit(event.target.value)}
            options={UNITS}
          />
        </div>
        <NumberField name="max_uses" label="Uses (optional)" limit="promotionUses" placeholder="No limit" />
        <TextField name="ends_at" label="Last day, UTC (optional)" type="date" />
      </div>
      <p className="text-xs text-muted">
        A buyer keeps the lower price for as long as the purchase renews. Your share is based on what they pay.
      </p>
      <FormEnd action="Create code" />
    </Form>
  );
}
