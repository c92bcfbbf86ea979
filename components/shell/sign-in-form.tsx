"use client";

import { useState } from "react";
import { ApiError, callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input } from "@/components/ui/field";

async function signIn(email: string, password: string): Promise<void> {
  const response = await fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (response.ok) return;
  const wait = response.headers.get("retry-after");
  throw new Error(
    response.status === 429
      ? `Too many attempts. Try again in ${wait} s.`
      : "This address and password do not belong together.",
  );
}

/** Signs in or, first, registers; then goes where the visitor came from. `next` is a path of our own. */
export function SignInForm({ isNew, next }: { isNew: boolean; next: string }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: FormData) => {
    const [email, password, name] = ["email", "password", "name"].map((field) =>
      String(form.get(field) ?? "").trim(),
    );
    setBusy(true);
    setFailure(null);
    try {
      const secret = String(form.get("password") ?? password);
      if (isNew)
        await callApi("/v1/auth/register", {
          method: "POST",
          body: { email, password: secret, ...(name && { name }) },
        });
      await signIn(email ?? "", secret);
      window.location.assign(next);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const errorAt = (param: string) =>
    failure instanceof ApiError && failure.param === param ? failure.message : undefined;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
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
        <Input id="email" name="email" type="email" autoComplete="email" required />
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
          minLength={8}
          maxLength={128}
          required
        />
      </Field>
      <Button look="primary" size="lg" type="submit" disabled={isBusy}>
        {isNew ? "Create account" : "Sign in"}
      </Button>
      {failure ? <Failure error={failure} /> : null}
    </form>
  );
}
