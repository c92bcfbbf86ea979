"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Invited = { email: string; invitedAt: Date; acceptedAt: Date | null };

/** Invites by email, and lists who was invited. */
export function Invitations({ invited, total }: { invited: readonly Invited[]; total: number }) {
  const [email, setEmail] = useState("");
  const { run, isBusy, failure, errorAt, failureBeside } = useAction({ refreshes: true });
  const invite = () =>
    run(async () => {
      await callApi("/v1/admin/invitations", { method: "POST", body: { email } });
      notify(`Invited ${email}.`);
      setEmail("");
    });
  const withdraw = (address: string) =>
    run(async () => {
      await callApi(`/v1/admin/invitations/${encodeURIComponent(address)}`, { method: "DELETE" });
      notify(`Withdrew the invitation of ${address}.`);
    });
  const shown = failure ? failureBeside(["email"]) : null;
  return (
    <Panel title="Invitations">
      <div className="grid gap-4">
        <Form className="flex flex-wrap items-end gap-3" onSend={invite}>
          <div className="min-w-60 flex-1">
            <Field id="invite_email" label="Email to invite" error={errorAt("email")}>
              <Input
                id="invite_email"
                type="email"
                required
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
          </div>
          <Button type="submit" disabled={isBusy}>
            Invite
          </Button>
        </Form>
        {shown ? <ErrorAlert error={shown} /> : null}
        {invited.length > 0 && (
          <ul aria-label="Invited" className="grid divide-y divide-line text-sm">
            {invited.map((one) => (
              <li key={one.email} className="flex flex-wrap items-center justify-between gap-2 py-1.5">
                <span className="min-w-0 wrap-anywhere">{one.email}</span>
                <span className="flex items-center gap-3 text-xs text-muted">
                  {one.acceptedAt ? "has an account" : <RelativeTime time={one.invitedAt} />}
                  <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => withdraw(one.email)}>
                    Withdraw<span className="sr-only"> {one.email}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
        {total > invited.length && (
          <p className="text-xs text-muted">
            The newest {invited.length} of {total}.
          </p>
        )}
      </div>
    </Panel>
  );
}
