"use client";

import { useRef, useState } from "react";
import { ApiError, callApi, isUndecided } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";

const FIELDS = ["name", "email", "password"];

/**
 * Registers an address once, whatever comes after: `hasRegistered` says whether it is done. An address that is taken is
 * ours when the answer to our own attempt was lost; the sign-in that follows proves it by the password.
 */
function useRegistration() {
  const [registered, setRegistered] = useState<string | null>(null);
  const unsure = useRef<string | null>(null);
  const register = async (body: { email: string; password: string; name?: string }) => {
    const { email } = body;
    if (email === registered) return;
    await callApi("/v1/auth/register", { method: "POST", body }).catch((error: unknown) => {
      const isTaken = error instanceof ApiError && error.code === "email_taken";
      if (isTaken && unsure.current === email) return;
      if (isUndecided(error)) unsure.current = email;
      throw error;
    });
    setRegistered(email);
  };
  return { register, hasRegistered: registered !== null };
}

/** Signs in or, first, registers; then goes where the visitor came from. `next` is a path of our own. */
export function SignInForm({ isNew, next }: { isNew: boolean; next: string }) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const { register, hasRegistered } = useRegistration();
  const submit = (form: FormData) =>
    run(async () => {
      const [email, password, name] = [
        textOf(form, "email").trim(),
        textOf(form, "password"),
        textOf(form, "name").trim(),
      ];
      if (isNew) await register({ email, password, ...(name && { name }) });
      const { data } = await callApi<{ status: string }>("/api/auth/sign-in/email", {
        method: "POST",
        body: { email, password },
      });
      const isHalfWay = data.status === "two_factor_required";
      window.location.assign(isHalfWay ? `/sign-in/code?next=${encodeURIComponent(next)}` : next);
    });
  const failure = failureBeside(FIELDS);
  return (
    <Form className="grid gap-4" onSend={submit}>
      {isNew && (
        <Field
          id="name"
          label="Name (optional)"
          hint="What others see beside your skills and reviews."
          error={errorAt("name")}
        >
          <Input id="name" name="name" autoComplete="name" maxLength={100} />
        </Field>
      )}
      <Field id="email" label="E-mail address" error={errorAt("email")}>
        <Input id="email" name="email" type="email" autoComplete="username" required />
      </Field>
      <Field
        id="password"
        label="Password"
        {...(isNew && { hint: "At least 8 characters." })}
        error={errorAt("password")}
      >
        <Input
          id="password"
          name="password"
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          minLength={isNew ? 8 : 1}
          maxLength={128}
          required
        />
      </Field>
      <Button look="primary" size="lg" type="submit" disabled={isBusy || isDone}>
        {isNew && !hasRegistered ? "Create account" : "Sign in"}
      </Button>
      {hasRegistered && failure ? (
        <p className="text-sm">Your account has been created; only signing in failed.</p>
      ) : null}
      {failure ? <Failure error={failure} /> : null}
    </Form>
  );
}
