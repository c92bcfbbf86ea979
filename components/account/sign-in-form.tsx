"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

const FIELDS = ["name", "email", "password"];

type Props = {
  isNew: boolean;
  /** The page of ours that the visitor came from. */
  next: string;
  /** The error of a form that was submitted without JavaScript. */
  problem: string | null;
};

/** Signs in, or registers and signs in, then returns to the visitor's page. Works without JavaScript. */
export function SignInForm({ isNew, next, problem }: Props) {
  const { run, isBusy, isDone, failure, errorAt, failureBeside } = useAction();
  const action = isNew ? "/api/auth/register" : "/api/auth/sign-in/email";
  const submit = (form: FormData) =>
    run(async () => {
      const name = textOf(form, "name").trim();
      const { data } = await callApi<{ status: string }>(action, {
        method: "POST",
        body: {
          email: textOf(form, "email").trim(),
          password: textOf(form, "password"),
          ...(name && { name }),
        },
      });
      const needsCode = data.status === "two_factor_required";
      window.location.assign(needsCode ? `/sign-in/code?next=${encodeURIComponent(next)}` : next);
    });
  const shown = failure ? failureBeside(FIELDS) : problem && new Error(problem);
  return (
    <Form className="grid gap-4" action={action} onSend={submit}>
      <input type="hidden" name="next" value={next} />
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
      <Field id="email" label="Email" error={errorAt("email")}>
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
      <Button variant="primary" size="lg" type="submit" disabled={isBusy || isDone}>
        {isNew ? "Create account" : "Sign in"}
      </Button>
      {shown ? <ErrorAlert error={shown} /> : null}
    </Form>
  );
}
