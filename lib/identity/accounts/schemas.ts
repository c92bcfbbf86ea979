import { z } from "zod";
import { ApiKeySecret, KeyRecord } from "@/lib/identity/keys/schemas";
import { Id, Time } from "@/lib/platform/core/fields";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";

export const MIN_PASSWORD_CHARS = 8;
export const MAX_PASSWORD_CHARS = 128;
const MAX_EMAIL_CHARS = 254;
const MAX_NAME_CHARS = 100;

/** An email as it is stored: trimmed and in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARS)
  .pipe(z.email())
  .meta({
    override: {
      type: "string",
      format: "email",
      maxLength: MAX_EMAIL_CHARS,
      description: "Email address, unique.",
      example: "ada@example.com",
    },
  });
export const Password = z
  .string()
  .min(MIN_PASSWORD_CHARS)
  .max(MAX_PASSWORD_CHARS)
  .meta({ description: "8 to 128 characters.", example: "correct horse battery" });
export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_CHARS)
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
