"use client";

import { FormEnd } from "@/app/(account)/settings/_components/form-end";
import { Username } from "@/app/(account)/settings/_components/username";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";

/** What confirms an owner: the password; nothing for an account without one, whose sign-in must be recent. */
type Proof = { password?: string };

/** Asks for confirmation before something that only the owner may do. */
export function OwnerPrompt({
  id,
  email,
  hasPassword,
  action,
  isDangerous = false,
  refreshes = false,
  onCancel,
  onConfirmed,
}: {
  id: string;
  email: string;
  hasPassword: boolean;
  action: string;
  isDangerous?: boolean;
  /** Whether the page shows it elsewhere, too. */
  refreshes?: boolean;
  onCancel: () => void;
  onConfirmed: (proof: Proof) => Promise<void>;
}) {
  const { run, isBusy, errorAt, failureBeside } = useAction({ refreshes });
  const failure = failureBeside(["password"]);
  return (
    <Form
      className="grid gap-3"
      onSend={(fields) => {
        void run(() => onConfirmed(hasPassword ? { password: textOf(fields, "password") } : {}));
      }}
    >
      <Username email={email} />
      {hasPassword && (
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
      )}
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
