"use client";

import { useState } from "react";
import { EMPTY_PLAN, PlanFields, sentPlanOf } from "@/components/console/plan-fields";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Offers a plan to one account. */
export function NewOffer({ id, hasCalls }: { id: string; hasCalls: boolean }) {
  const [row, setRow] = useState(EMPTY_PLAN);
  const create = async (form: FormData, element: HTMLFormElement) => {
    const body = { account: textOf(form, "account"), plan: sentPlanOf(row) };
    await callApi("POST /v1/developer/skills/{id}/offers", { params: { id }, body });
    element.reset();
    setRow(EMPTY_PLAN);
  };
  return (
    <Form autoComplete="off" onSend={create} refreshes className="grid gap-4">
      <TextField
        name="account"
        label="Account"
        required
        limit="handle"
        placeholder="acme"
        className="max-w-xs font-mono"
        hint="The handle of a person or an organization, from the address of their page."
      />
      <PlanFields path="plan" row={row} hasCalls={hasCalls} onChange={(change) => setRow({ ...row, ...change })} />
      <p className="text-xs text-muted">
        Only this account can see and buy the plan. We notify it, and you can send it the link.
      </p>
      <FormEnd action="Offer plan" />
    </Form>
  );
}
