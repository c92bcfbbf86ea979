"use client";

import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { BillingDetails } from "@/lib/money/billing/schemas";

const LINES = [
  { name: "line1", label: "Address", autoComplete: "address-line1" },
  { name: "line2", label: "Address, second line", autoComplete: "address-line2" },
  { name: "postal_code", label: "Postal code", autoComplete: "postal-code" },
  { name: "city", label: "City", autoComplete: "address-level2" },
  { name: "region", label: "State or region", autoComplete: "address-level1" },
] as const;

type Props = { initial: BillingDetails; countries: readonly (readonly [code: string, name: string])[] };

/** Who is billed: what is issued from now on shows it. */
export function DetailsForm({ initial, countries }: Props) {
  const save = async (form: FormData) => {
    const text = (name: string) => textOf(form, name).trim() || null;
    await callApi("PATCH /v1/credits/billing", {
      body: {
        kind: textOf(form, "kind") === "company" ? "company" : "person",
        name: text("name"),
        line1: text("line1"),
        line2: text("line2"),
        postal_code: text("postal_code"),
        city: text("city"),
        region: text("region"),
        country: text("country"),
        tax_id: text("tax_id"),
        purchase_order: text("purchase_order"),
      },
    });
  };
  return (
    <Form className="grid gap-4" onSend={save} refreshes>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          name="kind"
          label="Billed as"
          defaultValue={initial.kind}
          options={[
            ["person", "Person"],
            ["company", "Company"],
          ]}
        />
        <TextField
          name="name"
          label="Legal name"
          hint="Leave empty to use your account's name."
          defaultValue={initial.name ?? ""}
          autoComplete="organization"
          limit="billingLine"
        />
        {LINES.map(({ name, ...rest }) => (
          <TextField key={name} name={name} defaultValue={initial[name] ?? ""} limit="billingLine" {...rest} />
        ))}
        <SelectField
          name="country"
          label="Country"
          defaultValue={initial.country ?? ""}
          autoComplete="country"
          options={[["", "–"], ...countries]}
        />
        <TextField
          name="tax_id"
          label="Tax ID"
          hint="VAT number, EIN or ABN, for example. We check its format."
          defaultValue={initial.tax_id ?? ""}
          limit="billingLine"
        />
        <TextField
          name="purchase_order"
          label="Purchase order"
          hint="Printed on every bill."
          defaultValue={initial.purchase_order ?? ""}
          limit="billingLine"
        />
      </div>
      <FormEnd action="Save" done="Saved. Bills issued from now on show it." />
    </Form>
  );
}
