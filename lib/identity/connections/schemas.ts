import { z } from "zod";
import { CONSENT_DEFAULTS, LIMITS } from "@/lib/platform/core/limits";
import { Price } from "@/lib/platform/core/money";

/** What programs may be granted; what administrators do is left to people and to keys that they make by hand. */
export const GRANTABLE = ["read", "purchase", "execute", "publish"] as const;

/** What each scope lets a program do, as its person reads it. */
export const ACCESS_SENTENCES: Record<(typeof GRANTABLE)[number], string> = {
  read: "Search skills and see your balance, usage and purchases",
  purchase: "Buy skills from your balance, within the limit below",
  execute: "Run and download skills from your balance, within the limit below",
  publish: "Create and change your own skills",
};

const MAX_QUERY_CHARS = 8_000;
const MAX_SKILLS = 100;
const MAX_DAYS = 3650;

export const ConsentInput = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(MAX_QUERY_CHARS)
    .meta({ description: "The signed query string from the consent page's URL." }),
  approved: z.boolean().meta({ description: "false denies access; the other fields are then ignored." }),
  scopes: z
    .array(z.enum(GRANTABLE).meta({ id: "GrantableScope" }))
    .min(1)
    .max(GRANTABLE.length)
    .optional()
    .meta({
      description: "What the program may do; defaults to everything it requested.",
    }),
  skills: z
    .array(z.string().min(1).max(LIMITS.slug.maxLength))
    .max(MAX_SKILLS)
    .default([])
    .meta({ description: "Slugs of the skills that it may buy, run and download; empty for all." }),
  credit_limit: Price.default(CONSENT_DEFAULTS.creditLimit).meta({
    description: "Maximum credits that it may spend per interval.",
  }),
  credit_limit_interval: z
    .enum(["day", "month"])
    .meta({ id: "ConnectionLimitInterval" })
    .default(CONSENT_DEFAULTS.interval),
  ask_above: Price.nullable().default(CONSENT_DEFAULTS.askAbove).meta({
    description:
      "Charges above this are refused with `approval_required` until you approve them; null for no such limit.",
  }),
  replace_former: z.boolean().default(true).meta({
    description: "Ends the access that the same program had before; false keeps it, for another device.",
  }),
  expires_in_days: z.number().min(0.001).max(MAX_DAYS).default(CONSENT_DEFAULTS.days),
});
export type ConsentInput = z.output<typeof ConsentInput>;

export const ConsentAnswer = z
  .object({
    redirect_to: z.string().meta({
      description: "Where the browser goes: back to the program, with a code or an error.",
      example: "http://127.0.0.1:8123/callback?code=…",
    }),
  })
  .meta({ id: "ConsentAnswer" });
