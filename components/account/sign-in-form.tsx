"use client";

import { PasswordField } from "@/components/account/password-field";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { hrefOf } from "@/components/ui/href";
import { textOf } from "@/components/ui/use-action";
import { post } from "@/lib/interfaces/client/api";

type Props = {
  isNew: boolean;
  next: string;
  /** The error of a form that was submitted without JavaScript. */
  problem: string | null;
};

/** Signs in, or registers and signs in, then returns to the visitor's page. Works without JavaScript. */
export function SignInForm({ isNew, next, problem }: Props) {
  const action = isNew ? "/api/auth/register" : "/api/auth/sign-in/email";
  const submit = async (form: FormData) => {
    const name = textOf(form, "name").trim();
    const { status } = await post<{ status: string }>(action, {
      email: textOf(form, "email").trim(),
      password: textOf(form, "password"),
      ...(name && { name }),
    });
    const needsCode = status === "two_factor_required";
    window.location.assign(needsCode ? hrefOf("/sign-in/code", { next }) : next);
  };
  return (
    <Form className="grid gap-4" action={action} onSend={submit}>
      <input type="hidden" name="next" value={next} />
      {isNew && (
        <TextField
          name="name"
          label="Name (optional)"
          hint="Shown with your skills and reviews."
          autoComplete="name"
          limit="personName"
        />
      )}
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" isNew={isNew} />
      <FormEnd
        action={isNew ? "Create account" : "Sign in"}
        size="lg"
        isWide
        isOnce
        problem={problem && new Error(problem)}
      />
    </Form>
  );
}
