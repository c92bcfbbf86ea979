"use client";

import { ActionButton } from "@/components/ui/action-button";
import { NumberField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Input = NonNullable<BodyOf<"POST /v1/approvals/{id}/decision">>;
/** How many calls of this price the form for a skill begins with. */
const FIRST_CALLS = 5;

/** What a person can do about a request: approve it, approve the skill up to an amount, or refuse. */
export function Decision({ id, price, isPending }: { id: string; price: number; isPending: boolean }) {
  const send = (body: Input) => callApi("POST /v1/approvals/{id}/decision", { params: { id }, body });
  return (
    <div className="grid gap-6">
      {isPending && (
        <>
          <div>
            <ActionButton
              size="lg"
              variant="primary"
              className="max-sm:w-full"
              send={() => send({ decision: "approve" })}
              done="Approved. The request can be repeated now."
              refreshes
            >
              Approve once
            </ActionButton>
          </div>
          <Form
            className="grid gap-3"
            refreshes
            onSend={(fields) => send({ decision: "approve_skill", amount: Number(textOf(fields, "amount")) })}
          >
            <NumberField
              name="amount"
              label="Or approve this skill up to (USD)"
              hint="Any request of this key for this version of the skill, for 24 hours."
              limit="credits"
              required
              defaultValue={price * FIRST_CALLS}
              className="max-w-40"
            />
            <FormEnd action="Approve this skill" variant="plain" />
          </Form>
        </>
      )}
      <Form
        className="grid gap-3"
        refreshes
        onSend={(fields) => send({ decision: "refuse", reason: textOf(fields, "reason") })}
      >
        <TextField
          name="reason"
          label={isPending ? "Or refuse, with a reason for the agent (optional)" : "End it, with a reason (optional)"}
          limit="approvalReason"
        />
        <FormEnd action={isPending ? "Refuse" : "End the approval"} variant="plain" />
      </Form>
    </div>
  );
}
