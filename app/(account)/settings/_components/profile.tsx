"use client";

import { useState } from "react";
import { type Owner, OwnerField, proofOf } from "@/components/account/owner-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Done } from "@/components/ui/done";
import { ErrorAlert } from "@/components/ui/error-alert";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** The display name. */
export function NameForm({ initial }: { initial: string }) {
  const [name, setName] = useState(initial);
  const save = async (form: FormData) => {
    const { data } = await callApi("PATCH /v1/account", { body: { name: textOf(form, "name") } });
    setName(data.name);
  };
  return (
    <Form className="grid gap-3" onSend={save} refreshes>
      <TextField
        name="name"
        label="Name"
        hint="Shown with your skills and reviews."
        defaultValue={name}
        autoComplete="name"
        limit="personName"
        required
      />
      <FormEnd action="Save" done={`Saved as ${name}.`} />
    </Form>
  );
}

/** The email, its verification, and the form to change it. */
export function Email({ owner, isVerified }: { owner: Owner; isVerified: boolean }) {
  const [isChanging, setChanging] = useState(false);
  const { run, isBusy, isDone, failure } = useAction();
  const send = () => run(async () => void (await callApi("POST /v1/account/verification")));
  return (
    <div className="mb-5 grid gap-3 border-b border-line pb-5">
      <p className="text-sm font-medium">Email</p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0">{owner.email}</span>
        <Badge tone={isVerified ? "ok" : "warn"}>{isVerified ? "verified" : "not verified"}</Badge>
      </p>
      {isChanging ? (
        <EmailForm owner={owner} onCancel={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={() => setChanging(true)}>
            Change
          </Button>
          {!isVerified && (
            <Button size="sm" onClick={send} disabled={isBusy}>
              Resend email
            </Button>
          )}
          {isDone && <Done>We've sent you a link. It works for a day.</Done>}
        </div>
      )}
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}

function EmailForm({ owner, onCancel }: { owner: Owner; onCancel: () => void }) {
  const changing = useAction();
  const send = (form: FormData) =>
    changing.run(async () => {
      const body = { email: textOf(form, "email").trim(), ...proofOf(form) };
      await callApi("POST /v1/account/email", { body });
    });
  if (changing.isDone) return <Done>Open the link we sent to your new email. Nothing changes until then.</Done>;
  return (
    <Form className="grid gap-3" by={changing} onSend={send}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField name="email" label="New email" type="email" autoComplete="email" required />
        <OwnerField owner={owner} />
      </div>
      <FormEnd action="Send link" onCancel={onCancel} />
    </Form>
  );
}
