"use client";

import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Role = BodyOf<"POST /v1/organizations/{handle}/invitations">["role"];
type Row = { id: string; email: string; role: string; expiresAt: Date; isExpired: boolean };
type Props = { handle: string; roles: readonly (readonly [value: Role, title: string])[]; rows: Row[] };

/** With more of them, the members would be far down the page. */
const MOST_SHOWN = 5;

/** Invites members by email, and lists the open invitations. */
export function InvitationPanel({ handle, roles, rows }: Props) {
  const invite = async (form: FormData, element: HTMLFormElement) => {
    const email = textOf(form, "email").trim();
    const body = { email, role: textOf(form, "role") as Role };
    await callApi("POST /v1/organizations/{handle}/invitations", { params: { handle }, body });
    notify(`Invited ${email}.`);
    element.reset();
  };
  const list = (
    <ul aria-label="Invitations" className="grid divide-y divide-line border-t border-line text-sm">
      {rows.map((row) => (
        <Invitation key={row.id} handle={handle} row={row} />
      ))}
    </ul>
  );
  return (
    <Panel title="Invite a member">
      <Form className="grid gap-3" onSend={invite} refreshes>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <TextField name="email" label="Email" type="email" limit="email" autoComplete="off" required />
          <SelectField name="role" label="Role" options={roles} defaultValue="member" />
        </div>
        <FormEnd action="Send invitation" />
      </Form>
      {rows.length > MOST_SHOWN ? (
        <details className="mt-4">
          <summary className="text-sm text-muted">{rows.length} open invitations</summary>
          <div className="mt-2">{list}</div>
        </details>
      ) : (
        rows.length > 0 && <div className="mt-4">{list}</div>
      )}
    </Panel>
  );
}

function Invitation({ handle, row }: { handle: string; row: Row }) {
  const params = { handle, invitation: row.id };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere">{row.email}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {row.role}
        {row.isExpired ? (
          <Badge tone="warn">expired</Badge>
        ) : (
          <span>
            expires <RelativeTime time={row.expiresAt} />
          </span>
        )}
        <ActionButton
          size="sm"
          variant="quiet"
          refreshes
          send={() => callApi("POST /v1/organizations/{handle}/invitations/{invitation}", { params })}
          done={`Sent the invitation to ${row.email} again.`}
        >
          Resend<span className="sr-only"> to {row.email}</span>
        </ActionButton>
        <ActionButton
          size="sm"
          variant="quiet"
          refreshes
          send={() => callApi("DELETE /v1/organizations/{handle}/invitations/{invitation}", { params })}
          done={`Withdrew the invitation of ${row.email}.`}
        >
          Withdraw<span className="sr-only"> {row.email}</span>
        </ActionButton>
      </span>
    </li>
  );
}
