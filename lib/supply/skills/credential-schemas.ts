import { z } from "zod";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";
import { placeOf } from "@/lib/supply/skills/credential-places";
import { canCarrySecret } from "@/lib/supply/skills/operation-request";

const MAX_CREDENTIALS = 5;
const MAX_PURPOSE_CHARS = 200;
const MAX_URL_CHARS = 2_048;
const MAX_PLACE_CHARS = 64;

export const CredentialName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, { error: "must be up to 32 lowercase letters, digits and underscores" })
  .meta({ description: "Name of the credential.", example: "github_token" });

const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === "https:";
const isArgument = (name: string) => /^[A-Za-z_][\w.-]*$/.test(name) && name !== "__proto__";

export const CredentialDeclaration = z
  .strictObject({
    name: CredentialName,
    description: z
      .string()
      .trim()
      .min(1, { error: "must not be blank" })
      .max(MAX_PURPOSE_CHARS)
      .refine(isPlainLine, { error: "must be one line without invisible characters" })
      .meta({ description: "What it is for.", example: "Reads the issues of your repositories" }),
    url: z
      .string()
      .max(MAX_URL_CHARS)
      .refine(isHttps, { error: "must be an https link" })
      .meta({ description: "Where buyers get it.", example: "https://github.com/settings/tokens" }),
    in: z.enum(["header", "argument"]).meta({
      id: "CredentialPlace",
      description:
        "Where calls carry it: a header, or an argument of the JSON body or tool. An argument is left out of the skill's schemas, since callers don't send it.",
      example: "header",
    }),
    as: z.string().min(1).max(MAX_PLACE_CHARS).meta({
      description: "Name of the header or argument. `Authorization` carries it as a bearer token.",
      example: "Authorization",
    }),
  })
  .refine((one) => (one.in === "header" ? canCarrySecret(one.as) : isArgument(one.as)), {
    error: "can't carry a credential",
    path: ["as"],
  });
export type CredentialDeclaration = z.output<typeof CredentialDeclaration>;

const isUnique = (texts: string[]) => new Set(texts).size === texts.length;

export const Credentials = z
  .array(CredentialDeclaration)
  .min(1)
  .max(MAX_CREDENTIALS)
  .refine((all) => isUnique(all.map(({ name }) => name)), { error: "must not repeat a name" })
  .refine((all) => isUnique(all.map(placeOf)), { error: "must not repeat a place" })
  .meta({
    description:
      "Secrets that each buyer stores once, up to 5. Live calls carry them to your endpoint; test calls never do. Null for none.",
    example: [
      {
        name: "github_token",
        description: "Reads the issues of your repositories",
        url: "https://github.com/settings/tokens",
        in: "header",
        as: "Authorization",
      },
    ],
  });
