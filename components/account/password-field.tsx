import { TextField } from "@/components/ui/field";
import { LIMITS } from "@/lib/platform/core/limits";

const { minLength, maxLength } = LIMITS.password;
const ASKED = { autoComplete: "current-password", limit: { minLength: 1, maxLength } } as const;
const CHOSEN = { autoComplete: "new-password", limit: "password", hint: `At least ${minLength} characters.` } as const;

/** A password that an account has, or a new one with its rule. */
export function PasswordField({ isNew = false, ...named }: { name: string; label: string; isNew?: boolean }) {
  return <TextField type="password" required {...(isNew ? CHOSEN : ASKED)} {...named} />;
}
