"use client";

import { FormEnd } from "@/app/(account)/settings/_components/form-end";
import { Username } from "@/app/(account)/settings/_components/username";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";

/** Asks for the password before something that only the owner may do. `run` gets it. */
export function PasswordPrompt({
  id,
  email,
  action,
  isDangerous = false,
  refreshes = false,
  onCancel,
  onPassword,
}: {
  id: string;
  email: string;
  action: string;
  isDangerous?: boolean;
  /** Whether the page shows it elsewhere, too. */
  refreshes?: boolean;
  onCancel: () => void;
  onPassword: (password: string) => Promise<void>;
}) {
  const { run, isBusy, errorAt, failureBeside } = useAction({ refreshes });
  const failure = failureBeside(["password"]);
  return (
    <Form
      className="grid gap-3"
      onSend={(fields) => {
        void run(() => onPassword(textOf(fields, "password")));
      }}
    >
      <Username email={email} />
      <Field id={id} label="Your password" error={errorAt("password")}>
        <Input
          id={id}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          className="max-w-80"
          required
        />
      </Field>
      <FormEnd
        action={action}
        isBusy={isBusy}
        isDangerous={isDangerous}
        onCancel={onCancel}
        failure={failure}
      />
    </Form>
  );
}
