import { z } from "zod";
import { Handle } from "@/lib/identity/accounts/handle-schemas";
import { PROVIDERS } from "@/lib/identity/accounts/providers";
import { DisplayName, Email, Password } from "@/lib/identity/accounts/schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf } from "@/lib/platform/core/page";

/** An existing password, which may predate today's rules. */
export const GivenPassword = z
  .string()
  .min(1)
  .max(LIMITS.password.maxLength)
  .meta({ description: "The account's password.", example: "correct horse battery" });

export const SignInInput = z.strictObject({ email: Email, password: GivenPassword });
export type SignInInput = z.output<typeof SignInInput>;

export const ChangePasswordInput = z.strictObject({
  current_password: GivenPassword,
  new_password: Password,
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;

export const EmailInput = z.strictObject({ email: Email });

export const ResetInput = z.strictObject({
  token: z.string().min(1).max(100),
  new_password: Password,
  end_keys: z.boolean().default(false),
});
export type ResetInput = z.output<typeof ResetInput>;

export const TotpInput = z.strictObject({
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "must be 6 digits")),
});

export const RecoveryInput = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^[0-9a-zA-Z]{5}-[0-9a-zA-Z]{5}$/, "must be two groups of 5 letters and digits, such as aB3dE-fG5hI"),
});

/** For an account without a password, none. */
export const OwnerInput = z.strictObject({ password: GivenPassword.optional() });

const MAX_CREDENTIAL_CHARS = 2_000;

/** What a browser's `PublicKeyCredential.toJSON()` gives; the session library checks what it says. */
const PasskeyResponse = z.looseObject({
  id: z.string().min(1).max(MAX_CREDENTIAL_CHARS),
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
});
export type PasskeyResponse = z.output<typeof PasskeyResponse>;
export const PasskeySignInInput = z.strictObject({ response: PasskeyResponse });

export const AddPasskeyInput = z.strictObject({
  name: DisplayName.max(LIMITS.passkeyName.maxLength),
  response: PasskeyResponse,
});
export type AddPasskeyInput = z.output<typeof AddPasskeyInput>;
export const RemoveProviderInput = OwnerInput.extend({ provider: z.enum(PROVIDERS) });
export type RemoveProviderInput = z.output<typeof RemoveProviderInput>;
export const RemovePasskeyInput = OwnerInput.extend({ id: Id });

const SessionView = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: "Whether this request came with it." }),
    organization: z.object({ handle: Handle, name: DisplayName }).nullable().meta({
      description: "The organization whose own sign-in began it, and which alone it opens; null for your own sign-in.",
    }),
    address: z.string().nullable().meta({ description: "Where it began.", example: "203.0.113.7" }),
    user_agent: z.string().nullable().meta({ example: "Mozilla/5.0 (X11; Linux x64)" }),
    created_at: Time,
    last_used_at: Time,
    expires_at: Time,
  })
  .meta({ id: "Session" });

export const SessionList = pageOf(SessionView);
export const SessionsEnded = z
  .object({ ended: z.number().int().meta({ description: "How many sessions ended.", example: 1 }) })
  .meta({ id: "SessionsEnded" });

export const EndSessionsQuery = z.object({
  keep_current: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "`true` keeps the session of this request.", example: "true" }),
});
