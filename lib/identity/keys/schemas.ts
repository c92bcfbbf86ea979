import { z } from "zod";
import { SCOPES } from "@/lib/platform/core/caller";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { pageOf } from "@/lib/platform/core/page";

/** Shortest life of a key, in days: about a minute and a half. */
const MIN_EXPIRY_DAYS = 0.001;
const MAX_EXPIRY_DAYS = 3650;
const MAX_ALLOWED_SKILLS = 100;

const ScopeName = z.enum(SCOPES).meta({ id: "Scope" });
const LimitInterval = z.enum(["day", "week", "month", "total"]).meta({ id: "LimitInterval" });
const KeyName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.keyName.maxLength)
  .meta({ description: "A label for people.", example: "ci" });
const Guardrails = {
  scopes: z
    .array(ScopeName)
    .min(1)
    .max(SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: "must not repeat a scope" })
    .meta({
      description:
        "What the key may do; by default all that its maker may: the key that makes it, or the account. A key that is limited in nothing follows the role of its owner, any other never becomes stronger.",
      example: ["read", "execute"],
    }),
  skills: z
    .array(z.string().min(1).max(LIMITS.slug.maxLength))
    .max(MAX_ALLOWED_SKILLS)
    .meta({
      description: "Slugs of the only skills it may buy, execute and download; empty for all.",
      example: ["text-statistics"],
    }),
  credit_limit: Price.nullable().meta({
    description: "Most credits that it may spend in an interval; null for no limit.",
    example: 10,
  }),
  credit_limit_interval: LimitInterval.nullable().meta({
    description: "The interval of credit_limit, in UTC.",
    example: "month",
  }),
};

const AskAbove = Price.nullable().meta({
  description: "Charges above this are refused with `approval_required` until the user approves them; null for none.",
  example: 1,
});

type Limit = { credit_limit?: number | null | undefined; credit_limit_interval?: string | null | undefined };
const hasWholeLimit = ({ credit_limit: limit, credit_limit_interval: interval }: Limit) =>
  (limit === undefined && interval === undefined) ||
  (limit === null && (interval === null || interval === undefined)) ||
  (typeof limit === "number" && typeof interval === "string");
const wholeLimit = {
  error: "credit_limit and credit_limit_interval are set together",
  path: ["credit_limit_interval"],
};

export const KeyInput = z
  .strictObject({
    name: KeyName.optional(),
    expires_in_days: z.number().min(MIN_EXPIRY_DAYS).max(MAX_EXPIRY_DAYS).optional().meta({
      description:
        "The key expires after this many days; fractions are allowed. By default it never expires, or expires with the key that makes it; it can never outlive that key.",
      example: 90,
    }),
    scopes: Guardrails.scopes.optional(),
    skills: Guardrails.skills.optional(),
    credit_limit: Guardrails.credit_limit.optional(),
    credit_limit_interval: Guardrails.credit_limit_interval.optional(),
    ask_above: AskAbove.optional(),
  })
  .refine(hasWholeLimit, wholeLimit);
export type KeyInput = z.output<typeof KeyInput>;

export const KeyChange = z
  .strictObject({
    name: KeyName.optional(),
    active: z.boolean().optional().meta({ description: "false disables the key immediately.", example: false }),
    scopes: Guardrails.scopes.optional(),
    skills: Guardrails.skills.optional(),
    credit_limit: Guardrails.credit_limit.optional(),
    credit_limit_interval: Guardrails.credit_limit_interval.optional(),
    ask_above: AskAbove.optional(),
  })
  .refine(hasWholeLimit, wholeLimit)
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one field to change" });
export type KeyChange = z.output<typeof KeyChange>;

export const KeyRecord = z
  .object({
    id: Id,
    name: z.string().nullable().meta({ example: "ci" }),
    prefix: z
      .string()
      .meta({ description: "The start of the key; the rest is never shown again.", example: "skm_4fTq9x" }),
    active: z.boolean(),
    revoked: z.literal(true).optional(),
    expires_at: Time.nullable(),
    last_used_at: Time.nullable(),
    scopes: z.array(ScopeName).meta({ example: ["read", "execute"] }),
    skills: z.array(z.string()).meta({ description: "The only skills it may use; empty for all.", example: [] }),
    credit_limit: Credits.nullable(),
    credit_limit_interval: LimitInterval.nullable(),
    credits_spent: Credits.nullable().meta({
      description:
        "Credits spent in the current interval, together with the keys that this one replaces or that replace it; null without a limit.",
    }),
    ask_above: Credits.nullable().meta({
      description: "A charge above this needs an approval (`approval_required`); null for none.",
    }),
    client: z.object({ name: z.string().nullable(), uri: z.string().nullable() }).nullable().meta({
      description: "Self-reported name of the connected program that uses this key; null for a key with a secret.",
    }),
    replaced_by: Id.nullable().meta({ description: "The key that replaces it, after a rotation." }),
    person_id: Id.nullable().meta({
      description: "The member who made it, for a key of an organization; null for your own key.",
    }),
    created_at: Time,
  })
  .meta({ id: "Key" });
export type KeyRecord = z.input<typeof KeyRecord>;

export const ApiKeySecret = z.string().meta({
  description: "The key itself: shown once, stored only as a hash.",
  example: "skm_4fTq9xN0bYcW2mKd7RzHsJ1vLpG3aE0QxB8u",
});
export const NewKey = z.object({ api_key: ApiKeySecret, key: KeyRecord }).meta({ id: "NewKey" });
export const KeyList = pageOf(KeyRecord).meta({ id: "KeyList" });
