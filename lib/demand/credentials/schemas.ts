import { z } from "zod";
import { SlugParams, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";

/** Shorter ones could be a word of any response, which would be redacted in it. */
const MIN_VALUE_CHARS = 8;
const MAX_VALUE_CHARS = 4_096;

export const CredentialParams = z.object({
  ...SlugParams.shape,
  name: z.string().max(64).meta({ description: "Name of the credential.", example: "github_token" }),
});

export const CredentialInput = z.strictObject({
  value: z
    .string()
    .min(MIN_VALUE_CHARS, { error: `must have at least ${MIN_VALUE_CHARS} characters` })
    .max(MAX_VALUE_CHARS)
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, { error: "must be one line of printable ASCII" })
    .meta({
      description: "The secret, 8 to 4096 characters. The seller receives it; it is never shown again.",
      example: "a-secret-of-yours",
    }),
});
export type CredentialInput = z.output<typeof CredentialInput>;

export const CredentialState = z.enum(["missing", "stored", "changed"]).meta({
  id: "CredentialState",
  description:
    "`changed`: the skill's endpoint, a place in its calls, or its seller has changed since you stored it, or it can't be read any more. It isn't sent until you store it again.",
  example: "stored",
});

const StoredCredentialState = z.enum(["stored", "changed", "unused"]).meta({
  id: "StoredCredentialState",
  description: "`unused`: the skill is off the marketplace or doesn't ask for it any more.",
  example: "stored",
});

const Stored = {
  state: CredentialState,
  updated_at: Time.nullable(),
  last_used_at: Time.nullable().meta({ description: "To the minute; null when no call carried it." }),
};

export const SkillCredential = z
  .object({
    name: z.string().meta({ example: "github_token" }),
    description: z.string().meta({ description: "What it is for.", example: "Reads your issues" }),
    url: z.string().meta({ description: "Where to get it.", example: "https://github.com/settings/tokens" }),
    ...Stored,
  })
  .meta({ id: "SkillCredential" });
export type SkillCredential = z.input<typeof SkillCredential>;

export const SkillCredentialList = pageOf(SkillCredential).meta({ id: "SkillCredentialList" });

export const StoredCredential = z
  .object({
    skill: z.object({ slug: z.string(), name: z.string() }).meta({
      example: { slug: "issue-triage", name: "Issue triage" },
    }),
    name: z.string().meta({ example: "github_token" }),
    ...Stored,
    state: StoredCredentialState,
  })
  .meta({ id: "StoredCredential" });
export type StoredCredential = z.input<typeof StoredCredential>;

export const StoredCredentialList = pageOf(StoredCredential).meta({ id: "StoredCredentialList" });
