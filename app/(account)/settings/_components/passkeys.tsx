"use client";

import { useState, useSyncExternalStore } from "react";
import { browserName } from "@/app/(account)/settings/_components/browser-name";
import { OwnerPrompt } from "@/app/(account)/settings/_components/owner-prompt";
import { type Owner, OwnerField, proofOf } from "@/components/account/owner-field";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { RelativeTime } from "@/components/ui/relative-time";
import { textOf } from "@/components/ui/use-action";
import { post } from "@/lib/interfaces/client/api";
import { addPasskey, hasPasskeys } from "@/lib/interfaces/client/passkeys";

type PasskeyRow = { id: string; name: string; created_at: string; last_used_at: string | null };

const never = () => () => {};

/** The passkeys of the account: add one, remove one. */
export function Passkeys({ owner, rows }: { owner: Owner; rows: PasskeyRow[] }) {
  const [isAdding, setAdding] = useState(false);
  const isOffered = useSyncExternalStore(never, hasPasskeys, () => true);
  return (
    <div className="grid gap-4">
      {rows.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.id} owner={owner} row={row} />
          ))}
        </ul>
      )}
      {isAdding && <AddForm owner={owner} onEnd={() => setAdding(false)} />}
      {!isAdding && isOffered && (
        <div>
          <Button variant={rows.length === 0 ? "primary" : "plain"} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </div>
      )}
      {!isOffered && <p className="text-sm text-muted">This browser does not support passkeys.</p>}
    </div>
  );
}

function Row({ owner, row }: { owner: Owner; row: PasskeyRow }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="grid gap-3 py-2.5 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{row.name}</p>
          <p className="text-xs text-muted">
            added <RelativeTime time={row.created_at} /> ·{" "}
            {row.last_used_at ? (
              <>
                last used <RelativeTime time={row.last_used_at} />
              </>
            ) : (
              "not used yet"
            )}
          </p>
        </div>
        {!isRemoving && (
          <Button size="sm" aria-label={`Remove ${row.name}`} onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      {isRemoving && (
        <OwnerPrompt
          owner={owner}
          action="Remove passkey"
          isDangerous
          refreshes
          onCancel={() => setRemoving(false)}
          onConfirmed={async (proof) => {
            await post("/api/auth/passkey/remove", { id: row.id, ...proof });
          }}
        />
      )}
    </li>
  );
}

function AddForm({ owner, onEnd }: { owner: Owner; onEnd: () => void }) {
  const add = async (fields: FormData) => {
    await addPasskey(textOf(fields, "name").trim(), proofOf(fields));
    onEnd();
  };
  return (
    <Form className="grid gap-3" onSend={add} refreshes>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          name="name"
          label="Passkey name"
          autoComplete="off"
          limit="passkeyName"
          defaultValue={browserName(navigator.userAgent)}
          required
        />
        <OwnerField owner={owner} />
      </div>
      <FormEnd action="Continue" onCancel={onEnd} />
    </Form>
  );
}
