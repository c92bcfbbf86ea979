"use client";

import { useState } from "react";
import { FormEnd } from "@/app/(account)/settings/_components/form-end";
import { Done } from "@/app/(account)/settings/_components/section";
import { Username } from "@/app/(account)/settings/_components/username";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** The display name. */
export function NameForm({ initial }: { initial: string }) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction({ refreshes: true });
  const [name, setName] = useState(initial);
  const save = (form: FormData) =>
    run(async () => {
      const { data } = await callApi<{ name: string }>("/v1/account", {
        method: "PATCH",
        body: { name: textOf(form, "name") },
      });
      setName(data.name);
    });
  const failure = failureBeside(["name"]);
  return (
    <Form className="grid gap-3" onSend={save}>
      <Field
        id="name"
        label="Name"
        hint="What others see beside your skills and reviews."
        error={errorAt("name")}
      >
        <Input id="name" name="name" defaultValue={name} autoComplete="name" maxLength={100} required />
      </Field>
      <FormEnd action="Save" isBusy={isBusy} done={isDone && `Saved as ${name}.`} failure={failure} />
    </Form>
  );
}

/** The email, its verification, and the form to change it. */
export function Address({
  email,
  hasPassword,
  isVerified,
}: {
  email: string;
  hasPassword: boolean;
  isVerified: boolean;
}) {
  const [isChanging, setChanging] = useState(false);
  const { run, isBusy, isDone, failure } = useAction();
  const send = () =>
    run(async () => {
      await callApi("/v1/account/verification", { method: "POST" });
    });
  return (
    <div className="mb-5 grid gap-3 border-b border-line pb-5">
      <p className="text-sm font-medium">Email address</p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0">{email}</span>
        <Badge tone={isVerified ? "ok" : "warn"}>{isVerified ? "confirmed" : "not confirmed"}</Badge>
      </p>
      {isChanging ? (
        <AddressForm email={email} hasPassword={hasPassword} onCancel={() => setChanging(false)} />
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
          {isDone && <Done>A link is on its way. It works for a day.</Done>}
        </div>
      )}
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}

function AddressForm({
  email,
  hasPassword,
  onCancel,
}: {
  email: string;
  hasPassword: boolean;
  onCancel: () => void;
}) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const failure = failureBeside(["email", "password"]);
  if (isDone)
    return <Done>Open the link that we have sent to the new address. Until then nothing changes.</Done>;
  return (
    <Form
      className="grid gap-3"
      onSend={(form) => {
        void run(async () => {
          const proof = hasPassword ? { password: textOf(form, "password") } : {};
          const body = { email: textOf(form, "email").trim(), ...proof };
          await callApi("/v1/account/email", { method: "POST", body });
        });
      }}
    >
      <Username email={email} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field id="new-email" label="New address" error={errorAt("email")}>
          <Input id="new-email" name="email" type="email" autoComplete="email" required />
        </Field>
        {hasPassword && (
          <Field id="email-password" label="Your password" error={errorAt("password")}>
            <Input
              id="email-password"
              name="password"
              type="password"
              autoComplete="current-password"
              maxLength={128}
              required
            />
          </Field>
        )}
      </div>
      <FormEnd action="Send the link" isBusy={isBusy} onCancel={onCancel} failure={failure} />
    </Form>
  );
}
