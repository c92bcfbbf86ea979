"use client";

import { useState } from "react";
import { PasswordField } from "@/components/account/password-field";
import { buttonStyle } from "@/components/ui/button-style";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { textOf, useAction } from "@/components/ui/use-action";
import { ApiError, post } from "@/lib/interfaces/client/api";

type Problem = { code: string; text: string } | null;
type AskProps = { mailbox: boolean; isSent: boolean; problem: Problem };

/** Asks for a link to choose a new password. The response is the same for every email. Works without scripts. */
export function AskForReset({ mailbox, isSent, problem }: AskProps) {
  const asking = useAction();
  const submit = (form: FormData) =>
    asking.run(async () => {
      await post("/api/auth/request-password-reset", { email: textOf(form, "email").trim() });
    });
  if (asking.isDone || isSent) {
    return (
      <div role="status" className="grid gap-2">
        <p className="font-medium">Check your inbox</p>
        <p className="text-sm text-muted">
          If there is an account with this email, we have sent it a link to choose a new password. The link works once,
          for an hour.
        </p>
        {mailbox && (
          <a className="text-sm text-accent-ink underline" href="/mail">
            Open the local mailbox
          </a>
        )}
      </div>
    );
  }
  return (
    <Form className="grid gap-4" action="/api/auth/request-password-reset" by={asking} onSend={submit}>
      <TextField
        name="email"
        label="Email"
        hint="We'll email you a link to choose a new password."
        type="email"
        autoComplete="username"
        required
      />
      <FormEnd action="Send reset link" size="lg" isWide problem={problem && new Error(problem.text)} />
    </Form>
  );
}

/** Confirms that the password has been changed. */
export function PasswordChanged({ isEndingKeys = false }: { isEndingKeys?: boolean }) {
  return (
    <div role="status" className="grid gap-4">
      <p>
        Your password has been changed. All sessions {isEndingKeys ? "and all other access " : ""}have ended; sign in
        with the new password.
      </p>
      <Link className={buttonStyle({ variant: "primary", size: "lg" })} href="/sign-in">
        Sign in
      </Link>
    </div>
  );
}

/** Chooses a new password with the token of a link. Works without scripts. */
export function ChooseAnew({ token, problem }: { token: string; problem: Problem }) {
  const choosing = useAction();
  const { isDone, failure } = choosing;
  const [isEndingKeys, setEndingKeys] = useState(false);
  const submit = (form: FormData) =>
    choosing.run(async () => {
      const body = { token, new_password: textOf(form, "new_password"), end_keys: isEndingKeys };
      await post("/api/auth/reset-password", body);
    });
  if (isDone) return <PasswordChanged isEndingKeys={isEndingKeys} />;
  const isOver = failure instanceof ApiError ? failure.code === "link_expired" : problem?.code === "link_expired";
  if (isOver) {
    return (
      <div role="alert" className="grid gap-4">
        <p>{failure instanceof ApiError ? failure.message : problem?.text}</p>
        <Link className={buttonStyle({ variant: "primary", size: "lg" })} href="/reset-password">
          Request a new link
        </Link>
      </div>
    );
  }
  return (
    <Form className="grid gap-4" action="/api/auth/reset-password" by={choosing} onSend={submit}>
      <input type="hidden" name="token" value={token} />
      <PasswordField name="new_password" label="New password" isNew />
      <label htmlFor="end-keys" className="flex items-start gap-2 text-sm">
        <input
          id="end-keys"
          name="end_keys"
          type="checkbox"
          className="mt-0.5 size-4 accent-accent"
          checked={isEndingKeys}
          onChange={(event) => setEndingKeys(event.target.checked)}
        />
        <span>
          Also end all other access
          <span className="block text-muted">
            Do this if someone else may have had access. Revokes every API key and connected app, removes passkeys and
            linked sign-ins, and turns off webhooks, install links and monthly payouts.
          </span>
        </span>
      </label>
      <FormEnd action="Change password" size="lg" isWide problem={problem && new Error(problem.text)} />
    </Form>
  );
}
