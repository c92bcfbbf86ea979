"use client";

import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import { callApi } from "@/lib/interfaces/client/api";

type Row = { handle: string; name: string; linkedAt: string };

/** The organizations whose own sign-in the account is linked to, and the way to link another one. */
export function CompanySignIn({ rows }: { rows: Row[] }) {
  return (
    <div className="grid gap-4">
      {rows.length > 0 && (
        <ul aria-label="Linked organizations" className="divide-y divide-line">
          {rows.map(({ handle, name, linkedAt }) => (
            <li key={handle} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-xs text-muted">
                  linked <RelativeTime time={linkedAt} />
                </p>
              </div>
              <ActionButton
                size="sm"
                question={{
                  title: `Remove the link to ${name}?`,
                  action: "Remove link",
                  isDangerous: true,
                  children: `Where ${name} requires its own sign-in, your keys and connected programs of it stop working until you link it again.`,
                }}
                send={() => callApi("DELETE /v1/account/company-identities/{handle}", { params: { handle } })}
                done="Link removed."
                refreshes
              >
                Remove link …
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/api/auth/sign-in/company" className="grid max-w-md gap-3">
        <input type="hidden" name="next" value="/settings#company" />
        <TextField
          name="domain"
          label="Domain of your work email"
          hint="For example, example.com. Your account joins the organization if it isn't a member yet."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div>
          <Button type="submit">Link an organization</Button>
        </div>
      </form>
    </div>
  );
}
