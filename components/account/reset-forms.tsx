"use client";

import { useState } from "react";
import { ApiError, callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";

/** Asks for a link to choose a new password. What it says is the same for every address. */
export function AskForReset({ mailbox }: { mailbox: boolean }) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const submit = (form: FormData) =>
    run(async () => {
      await callApi("/api/auth/request-password-reset", {
        method: "POST",
        body: { email: textOf(form, "email").trim() },
      });
    });
  const failure = failureBeside(["email"]);
  if (isDone) {
    return (
      <div role="status" className="grid gap-2">
        <p className="font-medium">Check your mail</p>
        <p className="text-sm text-muted">
          If there is an account with this address, a link to choose a new password is on its way. It works
          once, for an hour.
        </p>
        {mailbox && (
          <a className="text-sm text-accent-ink underline" href="/mail">
            Open this machine's mailbox
          </a>
        )}
      </div>
    );
  }
  return (
    <Form className="grid gap-4" onSend={submit}>
      <Field
        id="email"
        label="E-mail address"
        hint="We send a link that lets you choose a new one."
        error={errorAt("email")}
      >
        <Input id="email" name="email" type="email" autoComplete="username" required />
      </Field>
      <Button look="primary" size="lg" type="submit" disabled={isBusy}>
        Send the link
      </Button>
      {failure ? <Failure error={failure} /> : null}
    </Form>
  );
}

/** Chooses a new password with the token of a link. */
export function ChooseAnew({ token }: { token: string }) {
  const { run, isBusy, isDone, failure, errorAt, failureBeside } = useAction();
  const [isEndingKeys, setEndingKeys] = useState(false);
  const submit = (form: FormData) =>
    run(async () => {
      await callApi("/api/auth/reset-password", {
        method: "POST",
        body: { token, new_password: textOf(form, "password"), end_keys: isEndingKeys },
      });
    });
  if (isDone) {
    return (
      <div role="status" className="grid gap-4">
        <p>
          The new password is set, and every session {isEndingKeys ? "and API key " : ""}has ended. Sign in
          with it.
        </p>
        <a className={buttonStyle({ look: "primary", size: "lg" })} href="/sign-in">
          Sign in
        </a>
      </div>
    );
  }
  if (failure instanceof ApiError && failure.code === "link_expired") {
    return (
      <div role="alert" className="grid gap-4">
        <p>{failure.message}</p>
        <a className={buttonStyle({ look: "primary", size: "lg" })} href="/reset-password">
          Ask for a new link
        </a>
      </div>
    );
  }
  const other = failureBeside(["new_password"]);
  return (
    <Form className="grid gap-4" onSend={submit}>
      <Field id="password" label="New password" hint="At least 8 characters." error={errorAt("new_password")}>
        <Input
          id="password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          required
        />
      </Field>
      <label htmlFor="end-keys" className="flex items-start gap-2 text-sm">
        <Checkbox id="end-keys" className="mt-0.5" checked={isEndingKeys} onCheckedChange={setEndingKeys} />
        <span>
          Revoke every API key as well
          <span className="block text-muted">
            If somebody else may have got in. Whatever uses your keys stops working until it has new ones.
          </span>
        </span>
      </label>
      <Button look="primary" size="lg" type="submit" disabled={isBusy}>
        Set the password
      </Button>
      {other ? <Failure error={other} /> : null}
    </Form>
  );
}
