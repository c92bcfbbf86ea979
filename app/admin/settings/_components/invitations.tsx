"use client";

import { ActionButton } from "@/components/ui/action-button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Invited = { email: string; invitedAt: Date; acceptedAt: Date | null };

/** Invites by email, and lists who was invited. */
export function Invitations({ invited, total }: { invited: readonly Invited[]; total: number }) {
  const invite = async (form: FormData, element: HTMLFormElement) => {
    const email = textOf(form, "email");
    await callApi("POST /v1/admin/invitations", { body: { email } });
    notify(`Invited ${email}.`);
    element.reset();
  };
  return (
    <Panel title="Invitations">
      <div className="grid gap-4">
        <Form className="grid gap-3" onSend={invite} refreshes>
          <TextField name="email" label="Email to invite" type="email" required />
          <FormEnd action="Invite" variant="plain" />
        </Form>
        {invited.length > 0 && (
          <ul aria-label="Invited" className="grid divide-y divide-line text-sm">
            {invited.map((one) => (
              <li key={one.email} className="flex flex-wrap items-center justify-between gap-2 py-1.5">
                <span className="min-w-0 wrap-anywhere">{one.email}</span>
                <span className="flex items-center gap-3 text-xs text-muted">
                  {one.acceptedAt ? "has an account" : <RelativeTime time={one.invitedAt} />}
                  <ActionButton
                    size="sm"
                    variant="quiet"
                    refreshes
                    send={() => callApi("DELETE /v1/admin/invitations/{email}", { params: { email: one.email } })}
                    done={`Withdrew the invitation of ${one.email}.`}
                  >
                    Withdraw<span className="sr-only"> {one.email}</span>
                  </ActionButton>
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
