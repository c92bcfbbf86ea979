"use client";

import { Username } from "@/components/account/owner-field";
import { PasswordField } from "@/components/account/password-field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { post } from "@/lib/interfaces/client/api";

/** For an account that a provider's sign-in has made: mails the link that sets a first password. */
export function FirstPassword({ email }: { email: string }) {
  return (
    <Form className="grid gap-3" onSend={() => post("/api/auth/request-password-reset", { email })}>
      <p className="text-sm text-muted">Your account has no password. We'll email you a link to set one.</p>
      <FormEnd action="Send link" done="We've sent you a link. It works for an hour." />
    </Form>
  );
}

/** Changes the password. */
export function PasswordForm({ email }: { email: string }) {
  const change = async (fields: FormData, form: HTMLFormElement) => {
    await post("/api/auth/change-password", {
      current_password: textOf(fields, "password"),
      new_password: textOf(fields, "new_password"),
    });
    form.reset();
  };
  return (
    <Form className="grid gap-3" onSend={change} refreshes>
      <Username email={email} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <PasswordField name="password" label="Current password" />
        <PasswordField name="new_password" label="New password" isNew />
      </div>
      <FormEnd action="Change password" done="Password changed. All your other sessions have ended." />
    </Form>
  );
}
