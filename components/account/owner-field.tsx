import { PasswordField } from "@/components/account/password-field";
import { textOf } from "@/components/ui/use-action";

/** Whose account it is, and whether a password confirms what only the owner may do; else the sign-in must be recent. */
export type Owner = { email: string; hasPassword: boolean };
export type Proof = { password?: string };

/** Asks for the owner's password, with the hidden user name that password managers want. */
export function OwnerField({ owner: { email, hasPassword } }: { owner: Owner }) {
  return (
    <>
      <Username email={email} />
      {hasPassword && <PasswordField name="password" label="Your password" />}
    </>
  );
}

export const proofOf = (fields: FormData): Proof =>
  fields.has("password") ? { password: textOf(fields, "password") } : {};

/** A hidden user name for password managers. */
export function Username({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
