import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS, SLUG } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { DETAIL_FIELDS, LIST_FIELDS, pick } from "@/lib/supply/skills/content-fields";
import { CONTENT_SHOWN } from "@/lib/supply/skills/content-schemas";
import { OperationPrices, OperationUnits, SkillTool } from "@/lib/supply/skills/operation-schemas";
import { IntervalName, PlanShown, Plans, TrialDays } from "@/lib/supply/skills/plans";
import { FREE_CALLS_RULE, TRIAL_RULE } from "@/lib/supply/skills/price-text";
import { PurchaseView, TrialState } from "@/lib/supply/skills/purchase-schemas";
import { Trust } from "@/lib/supply/skills/trust-schemas";
import { UnitShown, Units } from "@/lib/supply/skills/units";

const MAX_FREE_CALLS = 1_000_000;
/** Slugs that would stand in the way of our own paths and pages. */
const RESERVED_SLUGS = new Set(
  "admin api auth account console create design docs edit health help keys llms login me new openapi preview pricing purchases search sell settings sign-in sign-up skills support system usage v1 wallet www".split(
    " ",
  ),
);

export const PricingType = z
  .enum(["subscription", "usage"])
  .meta({ id: "PricingType", description: "How the skill is paid for.", example: "usage" });
export const Interval = IntervalName;
export const UsageKind = z.enum(["execute", "download"]).meta({ id: "UsageKind" });
export const UsageStatus = z.enum(["succeeded", "failed"]).meta({ id: "UsageStatus" });
export const SkillStatus = z
  .enum(["draft", "pending", "approved", "rejected"])
  .meta({ id: "SkillStatus", example: "approved" });
/** Who finds and uses a skill: everyone, or the members of its organization alone. */
export const Visibility = z
  .enum(["public", "organization"])
  .meta({ id: "SkillVisibility", description: "Who may find and use it: everyone, or its organization's members." });
export type Visibility = z.output<typeof Visibility>;
export type PricingType = z.output<typeof PricingType>;
export type Interval = z.output<typeof Interval>;
export type SkillStatus = z.output<typeof SkillStatus>;

export const Slug = z
  .string()
  .min(1)
  .max(LIMITS.slug.maxLength)
  .regex(SLUG, { error: "use lower-case letters, digits and single hyphens" })
  .refine((slug) => !RESERVED_SLUGS.has(slug), { error: "is reserved; choose another" })
  .meta({ description: "URL-safe identifier, unique, 1 to 64 characters.", example: "text-statistics" });

/** Commercial terms of new purchases and calls. */
export const TERM_FIELDS = {
  pricing_type: PricingType,
  price: Price.nullable().meta({ description: "Price of one term, in credits.", example: 5 }),
  subscription_interval: Interval.nullable(),
  price_per_call: Price.nullable().meta({ description: "Price of one call, in credits.", example: 0.02 }),
  free_calls: z.number().int().min(0).max(MAX_FREE_CALLS).meta({ description: FREE_CALLS_RULE, example: 10 }),
  operation_prices: OperationPrices.meta({
    description:
      "Own prices of tools, by name, in credits; any other tool costs `price_per_call`. 0 makes one free for everyone. A subscription includes all tools, so that only 0 counts there.",
    example: { list_invoices: 0.01 },
  }),
  units: Units.meta({
    description:
      'What a call costs beside `price_per_call`, by what its response reports in `Skill-Usage` (RFC 9651) or, of an MCP server, in `_meta["skill-usage"]`. At most five; for `usage` pricing of an API alone.',
    example: [{ name: "pages", price: 0.01, most: 100, free: 20 }],
  }),
  operation_units: OperationUnits.meta({
    description: "Own units of tools, by name. A tool without any has the skill's, or none where it has its own price.",
    example: {},
  }),
  trial_days: TrialDays.meta({ description: TRIAL_RULE, example: 7 }),
  plans: Plans.meta({
    description:
      "The plans of a subscription, at most four; `price`, `subscription_interval` and `trial_days` are those of the first. Empty for a single price. A plan that someone has can't be removed, and a published one keeps its interval.",
    example: [],
  }),
};

export const PriceChange = z
  .object({
    price: Credits.nullable(),
    price_per_call: Credits.nullable(),
    effective_at: Time,
    pricing_type: PricingType.optional(),
    subscription_interval: Interval.optional(),
    free_calls: z.number().int().optional(),
    units: z.array(UnitShown).optional(),
    trial_days: z.number().int().optional(),
    plans: z.array(PlanShown).optional(),
  })
  .meta({
    id: "PriceChange",
    description:
      "A rise of the price that is announced and does not apply yet. pricing_type, subscription_interval, free_calls, units, trial_days and plans are there only when they change with it.",
    example: { price: null, price_per_call: 0.05, effective_at: "2026-11-29T10:00:00.000Z" },
  });
export type PriceChange = z.input<typeof PriceChange>;

/** The terms of a skill as it is shown; the examples are those of one that is paid per call. */
const TERMS_SHOWN = {
  pricing_type: PricingType,
  price: Credits.nullable().meta({
    description: "Price of one term; null unless a subscription.",
    example: null,
  }),
  subscription_interval: Interval.nullable().meta({
    description: "Null unless a subscription.",
    example: null,
  }),
  price_per_call: Credits.nullable().meta({ description: "Null unless paid per call.", example: 0.02 }),
  free_calls: z.number().int().meta({ description: FREE_CALLS_RULE, example: 10 }),
  units: z
    .array(UnitShown)
    .meta({ description: "What a call costs beside `price_per_call`, by what its response reports.", example: [] }),
  trial_days: z.number().int().meta({ description: TRIAL_RULE, example: 0 }),
  plans: z
    .array(PlanShown)
    .meta({ description: "What a buyer of a subscription chooses from; the first is `price`.", example: [] }),
  price_change: PriceChange.nullable().meta({ example: null }),
};

export const SkillView = z
  .object({
    id: Id,
    slug: z.string().meta({ example: "text-statistics" }),
    ...pick(CONTENT_SHOWN, LIST_FIELDS),
    developer: z.object({
      id: Id,
      name: z.string().meta({ example: "Ada Lovelace" }),
      handle: z.string().meta({
        description: "Handle of the publisher: GET /v1/publishers/{handle}.",
        example: "ada-lovelace",
      }),
      verified: z.boolean().meta({ description: "Whether an administrator has verified the publisher's identity." }),
      domain: z.string().nullable().meta({
        description: "The domain that the publisher proved first, checked every week; null without one.",
        example: "example.com",
      }),
    }),
    ...TERMS_SHOWN,
    version: z.number().int().meta({ description: "Number of the approved revision.", example: 1 }),
    rating: z.object({
      average: z.number().nullable().meta({ example: 4.5 }),
      count: z.number().int().meta({ example: 4 }),
      histogram: z
        .array(z.number().int())
        .meta({ description: "Number of reviews by stars, from one to five.", example: [0, 0, 0, 2, 2] }),
    }),
    trust: Trust,
    purchase_count: z.number().int().meta({ description: "Subscriptions bought, by accounts as `trust` counts them." }),
    call_count: z.number().int().meta({
      description: "Successful calls and downloads, without those of the developer and of related accounts.",
    }),
    created_at: Time,
    updated_at: Time,
    published_at: Time,
    match: z.string().optional().meta({
      description: "In a search: which words of the skill match it, and where.",
      example: "Name: statistics; Description: words (for vocabulary)",
    }),
    similar_count: z.number().int().optional().meta({
      description: "In a list with `collapse=true`: how many nearly identical skills are left out for this one.",
      example: 3,
    }),
  })
  .meta({ id: "Skill" });
export type SkillView = z.input<typeof SkillView>;

export const UsedVersion = z.number().int().nullable().meta({
  description: "Number of the skill's version that was used; null where it was not recorded.",
  example: 2,
});

export const UsedTool = z.string().nullable().default(null).meta({
  description: "The tool that was called, of a skill that has several; else null.",
  example: null,
});

export const PackageSummary = z.object({
  version: z.string().meta({ example: "1.2.0" }),
  size: z.number().int().meta({ description: "Bytes.", example: 4096 }),
  sha256: z.string().meta({ example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }),
});

export const SkillDetail = SkillView.extend({
  listed: z.boolean().meta({
    description:
      "false when its developer took it off the marketplace: active purchases continue, new ones are refused.",
    example: true,
  }),
  visibility: Visibility.meta({ example: "public" }),
  ...pick(CONTENT_SHOWN, DETAIL_FIELDS),
  tools: z.array(SkillTool).meta({
    description:
      "The tools that `POST /v1/skills/{slug}/tools/{tool}/execute` calls; empty for a skill with one endpoint.",
    example: [],
  }),
  package: PackageSummary.nullable().meta({ description: "Null without a package.", example: null }),
  access: z
    .object({
      owned: z.boolean().meta({ description: "By a purchase, or as its developer.", example: false }),
      reason: z
        .enum(["owner", "admin", "purchase", "free_calls", "pay_per_call", "free", "none", "not_allowed", "used_up"])
        .meta({
          id: "AccessReason",
          description:
            "Why the caller may use the skill now; `none` when a purchase is required, `not_allowed` when the caller's organization has not allowed it, `used_up` when the plan's calls are used until its next term.",
          example: "free_calls",
        }),
      purchase: PurchaseView.nullable().meta({ description: "Set while the caller has one.", example: null }),
      free_calls_left: z
        .number()
        .int()
        .nullable()
        .meta({ description: "Null unless the skill is paid per call.", example: 10 }),
      included_calls_left: z.number().int().nullable().meta({
        description: "Calls that are left in this term of those that the plan includes; null without a limit.",
        example: null,
      }),
      included_units_left: z.record(z.string(), z.number().int()).nullable().meta({
        description: "How many of each unit that the plan includes are left in this term; null without such units.",
        example: null,
      }),
      trial: TrialState.nullable().meta({
        description:
          "Whether a purchase would begin with the trial; `unverified` until the account verifies its email. Null without a trial, and where nothing has to be bought.",
        example: null,
      }),
      max_cost: Credits.nullable().meta({
        description:
          "Most that one call charges now, the renewal of a due subscription included; null when a purchase is required or the skill is not allowed.",
        example: 0,
      }),
    })
    .meta({ description: "What the caller may do with the skill." }),
}).meta({ id: "SkillDetail" });

export const OwnedSkill = z
  .object({
    id: Id,
    slug: z.string().meta({ example: "text-statistics" }),
    status: SkillStatus,
    live: z.boolean().meta({ description: "Whether an approved revision is on the marketplace." }),
    approved: z.boolean().meta({ description: "Whether any revision was approved, listed or not." }),
    unlisted_at: Time.nullable().meta({
      description: "When its developer took it off the marketplace; null while it is not.",
      example: null,
    }),
    visibility: Visibility.meta({ example: "public" }),
    missing: z.array(z.object({ param: z.string(), message: z.string() })).meta({
      description: "What is missing before it can be submitted, by field.",
      example: [],
    }),
    sales_pause: z
      .object({
        reason: z.string().meta({ example: "The response breaks its schema: words is required." }),
        since: Time,
      })
      .nullable()
      .meta({
        description:
          "Set while sales are paused because the endpoint's responses changed in a harmful way since the review: the skill is unlisted until an administrator resumes them or approves another version.",
        example: null,
      }),
    suspension: z
      .object({ reason: z.string().meta({ example: "The endpoint serves malware." }), since: Time })
      .nullable()
      .meta({
        description: "Set while an administrator keeps the skill off the marketplace.",
        example: null,
      }),
    ...CONTENT_SHOWN,
    ...TERMS_SHOWN,
    operation_prices: z.record(z.string(), Credits).meta({ description: "Own prices of tools, by name.", example: {} }),
    operation_units: z
      .record(z.string(), z.array(UnitShown))
      .meta({ description: "Own units of tools, by name.", example: {} }),
    package: PackageSummary.nullable().meta({ description: "Null without a package.", example: null }),
    revision: z.number().int().meta({ description: "Number of the newest revision.", example: 1 }),
    rejection_reason: z.string().nullable().meta({ description: "Set while rejected.", example: null }),
    appealed: z.boolean().meta({
      description: "Whether the rejection of this revision was appealed, which is possible once.",
      example: false,
    }),
    submitted_at: Time.nullable().meta({ example: "2026-11-20T09:00:00.000Z" }),
    reviewed_at: Time.nullable().meta({ example: "2026-11-20T10:00:00.000Z" }),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: "OwnedSkill" });
export type OwnedSkill = z.input<typeof OwnedSkill>;
