"use client";

import { useState } from "react";
import { leaveOrganization } from "@/components/shell/acting";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";

type Props = {
  handle: string;
  hasPassword: boolean;
  closing: { blockers: string[]; credits: number; earnings: number };
};

/** Closes the organization, after listing what prevents it and what would be lost. */
export function CloseOrganization({ handle, hasPassword, closing }: Props) {
  const [isAgreed, setAgreed] = useState(false);
  const left = [
    ...(closing.credits > 0 ? [dollars(closing.credits)] : []),
    ...(closing.earnings > 0 ? [`${dollars(closing.earnings)} of earnings`] : []),
  ].join(" and ");
  if (closing.blockers.length > 0)
    return (
      <ul
        aria-label="Before you can close it"
        className="grid gap-1 rounded-md border border-line bg-raised p-3 text-sm"
      >
        {closing.blockers.map((blocker) => (
          <li key={blocker}>{blocker}</li>
        ))}
      </ul>
    );
  const close = async (form: FormData) => {
    const password = textOf(form, "password");
    await callApi("DELETE /v1/organizations/{handle}", {
      params: { handle },
      body: { ...(password && { password }), give_up_credits: isAgreed },
    });
    leaveOrganization();
  };
  return (
    <Form className="grid max-w-md gap-3 text-sm" onSend={close}>
      <p className="text-muted">
        Its skills leave the marketplace, its keys are revoked, and its members leave it. Ledger, purchases and
        documents stay under “Closed account”.
      </p>
      {left && (
        <label htmlFor="give-up" className="flex items-start gap-2">
          <Checkbox id="give-up" className="mt-0.5" checked={isAgreed} onCheckedChange={setAgreed} />
          We give up {left}.
        </label>
      )}
      {hasPassword && (
        <TextField name="password" label="Your password" type="password" autoComplete="current-password" required />
      )}
      <FormEnd action="Close organization permanently" variant="danger" isBlocked={left !== "" && !isAgreed} />
    </Form>
  );
}
