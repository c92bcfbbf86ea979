import { z } from "zod";
import { ApiKeySecret, KeyRecord } from "@/lib/identity/keys/schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";
import { LIMITS } from "@/lib/platform/core/limits";

/** An email as it is stored: trimmed and in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(LIMITS.email.maxLength)
  .pipe(z.email())
  .meta({
    override: {
      type: "string",
      format: "email",
      maxLength: LIMITS.email.maxLength,
      description: "Email address, unique.",
      example: "ada@example.com",
    },
  });
export const Password = z
  .string()
  .min(LIMITS.password.minLength)
  .max(LIMITS.password.maxLength)
  .meta({
    description: `${LIMITS.password.minLength} to ${LIMITS.password.maxLength} characters.`,
    example: "correct horse battery",
  });
export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.personName.maxLength)
  .refine(isPlainLine, { error: "must be one line without invisible characters" })
  .meta({ description: "Display name, one line.", example: "Ada Lovelace" });

export const RegisterInput = z.strictObject({
  email: Email,
  password: Password,
  name: DisplayName.optional(),
});
export type RegisterInput = z.output<typeof RegisterInput>;

export const Role = z.enum(["user", "admin"]).meta({ id: "Role" });
export const AccountView = z
  .object({
    id: Id,
    email: z.string().meta({ example: "ada@example.com" }),
    name: z.string().meta({ example: "Ada Lovelace" }),
    role: Role,
    created_at: Time,
  })
  .meta({ id: "Account" });

export const Registered = z
  .object({ account: AccountView, api_key: ApiKeySecret, key: KeyRecord })
  .meta({ id: "Registered" });
