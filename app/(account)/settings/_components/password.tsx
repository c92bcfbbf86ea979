"use client";

import { useRef } from "react";
import { FormEnd } from "@/app/(account)/settings/_components/form-end";
import { Username } from "@/app/(account)/settings/_components/username";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

const FIELDS = ["current_password", "password", "new_password"];

/** For an account that a provider's sign-in has made: mails the link that sets a first password. */
export function FirstPassword({ email }: { email: string }) {
  const { run, isBusy, isDone, failure } = useAction();
  const send = () =>
    run(async () => {
      await callApi("/api/auth/request-password-reset", { method: "POST", body: { email } });
    });
  return (
    <Form className="grid gap-3" onSend={send}>
      <p className="text-sm text-muted">Your account has no password. We mail you a link to set one.</p>
      <FormEnd
        action="Send the link"
        isBusy={isBusy}
        done={isDone && "The link is on its way. It works for an hour."}
        failure={failure}
      />
    </Form>
  );
}

/** Changes the password. */
export function PasswordForm({ email }: { email: string }) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction({ refreshes: true });
  const form = useRef<HTMLFormElement>(null);
  const change = (fields: FormData) =>
    run(async () => {
      await callApi("/api/auth/change-password", {
        method: "POST",
        body: { current_password: textOf(fields, "current"), new_password: textOf(fields, "new") },
      });
      form.current?.reset();
    });
  const failure = failureBeside(FIELDS);
  return (
    <Form ref={form} className="grid gap-3" onSend={change}>
      <Username email={email} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          id="current"
          label="Current password"
          error={errorAt("password") ?? errorAt("current_password")}
        >
          <Input
            id="current"
            name="current"
            type="password"
            autoComplete="current-password"
            maxLength={128}
            required
          />
        </Field>
        <Field id="new" label="New password" hint="At least 8 characters." error={errorAt("new_password")}>
          <Input
            id="new"
            name="new"
            type="password"
            autoComplete="new-password"
            minLength={8}
            maxLength={128}
            required
          />
        </Field>
      </div>
      <FormEnd
        action="Change the password"
        isBusy={isBusy}
        done={isDone && "Changed. Every other session has ended."}
        failure={failure}
      />
    </Form>
  );
}
