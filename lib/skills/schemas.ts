import { z } from "zod";
import { Id, ImageId, laterTime, Time } from "@/lib/core/fields";
import { isPlainLine, isPlainText } from "@/lib/core/hidden-characters";
import { MAX_SLUG_CHARS } from "@/lib/core/limits";
import { Credits, Price } from "@/lib/core/money";
import { type ContentName, DETAIL_FIELDS, LIST_FIELDS, pick } from "@/lib/skills/content-fields";
import { Examples, ResponseMode, ResponseSchema } from "@/lib/skills/contract-schemas";
import { FREE_CALLS_RULE } from "@/lib/skills/price-text";
import { PackagePreview, Screenshots } from "@/lib/skills/shown-schemas";
import { Trust } from "@/lib/skills/trust-schemas";

export const MAX_README_BYTES = 64 * 1024;
const MAX_NAME_CHARS = 100;
const MAX_DESCRIPTION_CHARS = 1024;
const MAX_URL_CHARS = 2048;
const MAX_FREE_CALLS = 1_000_000;
/** Slugs that would stand in the way of our own paths and pages. */
const RESERVED_SLUGS = new Set(
  "admin api auth account console create design docs edit health help keys llms login me new openapi pricing purchases search sell settings sign-in sign-up skills support system usage v1 wallet www".split(
    " ",
  ),
);

export const PricingType = z
  .enum(["subscription", "usage"])
  .meta({ description: "How the skill is paid for.", example: "usage" });
export const Interval = z
  .enum(["day", "week", "month", "year"])
  .meta({ description: "Length of a subscription's term.", example: "month" });
export const ExecutionType = z
  .enum(["api", "download", "both"])
  .meta({ description: "How the skill is used.", example: "api" });
export const SkillStatus = z.enum(["draft", "pending", "approved", "rejected"]).meta({ example: "approved" });
export type PricingType = z.output<typeof PricingType>;
export type Interval = z.output<typeof Interval>;
export type ExecutionType = z.output<typeof ExecutionType>;
export type SkillStatus = z.output<typeof SkillStatus>;

export const Category = z
  .string()
  .max(MAX_SLUG_CHARS)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "is not a category; GET /v1/categories lists them" })
  .meta({ description: "Slug of a category; GET /v1/categories lists them.", example: "writing" });

export const Slug = z
  .string()
  .min(1)
  .max(MAX_SLUG_CHARS)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "use lower-case letters, digits and single hyphens" })
  .refine((slug) => !RESERVED_SLUGS.has(slug), { error: "is reserved; choose another" })
  .meta({ description: "URL-safe identifier, unique, 1 to 64 characters.", example: "text-statistics" });

export const ApiSchema = z.record(z.string(), z.unknown()).meta({
  description: "JSON Schema 2020-12 of the parameters.",
  example: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
});

const blank = { error: "must not be blank" };
/** What developers may send as content: the fields of `CONTENT`. A field that may be left out is null then. */
export const CONTENT_FIELDS = {
  name: z
    .string()
    .trim()
    .min(1, blank)
    .max(MAX_NAME_CHARS)
    .refine(isPlainLine, { error: "must be one line without invisible characters" })
    .meta({ description: "Name of the skill, one line.", example: "Text statistics" }),
  description: z
    .string()
    .trim()
    .min(1, blank)
    .max(MAX_DESCRIPTION_CHARS)
    .refine(isPlainText, { error: "must not hold invisible characters" })
    .meta({
      description: "Short description.",
      example: "Counts words, sentences and reading time of a text.",
    }),
  category: Category,
  readme: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= MAX_README_BYTES, {
      error: `must be at most ${MAX_README_BYTES} bytes`,
    })
    .nullable()
    .meta({ description: "Markdown, at most 64 KiB.", example: "# Text statistics" })
    .optional(),
  execution_type: ExecutionType,
  api_endpoint: z
    .string()
    .max(MAX_URL_CHARS)
    .nullable()
    .meta({
      description: "https URL of the developer's endpoint.",
      example: "https://api.example.com/text-statistics",
    })
    .optional(),
  package_preview: PackagePreview,
  api_schema: ApiSchema.nullable().optional(),
  response_schema: ResponseSchema.nullable().optional(),
  response_mode: ResponseMode,
  examples: Examples.nullable().optional(),
  icon: ImageId.nullable().optional(),
  screenshots: Screenshots.nullable().optional(),
} satisfies Record<ContentName, z.ZodType>;

/** Content as it is stored, by column. */
export type Content = {
  [Name in ContentName]: Exclude<z.output<(typeof CONTENT_FIELDS)[Name]>, undefined>;
} & { package_id: string | null };

/** Content as it is answered. */
export const CONTENT_SHOWN = {
  name: z.string().meta({ example: "Text statistics" }),
  description: z.string(),
  category: z.string().meta({ example: "writing" }),
  readme: z.string().nullable(),
  execution_type: ExecutionType,
  api_endpoint: z.string().nullable(),
  package_preview: PackagePreview,
  api_schema: ApiSchema.nullable(),
  response_schema: ResponseSchema.nullable(),
  response_mode: ResponseMode,
  examples: Examples.nullable(),
  icon: ImageId.nullable().meta({ description: "Null for the drawn one.", example: null }),
  screenshots: Screenshots.nullable(),
} satisfies Record<ContentName, z.ZodType>;

/** Commercial terms of new purchases and calls. */
export const TERM_FIELDS = {
  pricing_type: PricingType,
  price: Price.nullable().meta({ description: "Price of one term, in credits.", example: 5 }),
  subscription_interval: Interval.nullable(),
  price_per_call: Price.nullable().meta({ description: "Price of one call, in credits.", example: 0.02 }),
  free_calls: z.number().int().min(0).max(MAX_FREE_CALLS).meta({ description: FREE_CALLS_RULE, example: 10 }),
};

export const PriceChange = z
  .object({
    price: Credits.nullable(),
    price_per_call: Credits.nullable(),
    effective_at: Time,
    pricing_type: PricingType.optional(),
    subscription_interval: Interval.optional(),
    free_calls: z.number().int().optional(),
  })
  .meta({
    id: "PriceChange",
    description:
      "A rise of the price that is announced and does not apply yet. pricing_type, subscription_interval and free_calls are there only when they change with it.",
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
      verified: z
        .boolean()
        .meta({ description: "Whether an administrator has verified the publisher's identity." }),
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
    purchase_count: z.number().int(),
    call_count: z
      .number()
      .int()
      .meta({ description: "Successful calls and downloads, but for the developer's own." }),
    created_at: Time,
    updated_at: Time,
    published_at: Time,
  })
  .meta({ id: "Skill" });
export type SkillView = z.input<typeof SkillView>;

export const PurchaseStatus = z.enum(["active", "cancelled", "expired"]).meta({ example: "active" });
export const PurchaseView = z
  .object({
    id: Id,
    skill: z.object({ slug: z.string().meta({ example: "text-statistics" }), name: z.string() }),
    price: Credits,
    interval: Interval,
    status: PurchaseStatus,
    started_at: Time,
    current_period_end: laterTime("2026-12-20T10:00:00.000Z"),
    auto_renew: z.boolean(),
    refunded: Credits.meta({ description: "Credits given back when the purchase was refunded.", example: 0 }),
  })
  .meta({ id: "Purchase" });
export type PurchaseView = z.input<typeof PurchaseView>;

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
  ...pick(CONTENT_SHOWN, DETAIL_FIELDS),
  package: PackageSummary.nullable().meta({ description: "Null without a package.", example: null }),
  access: z
    .object({
      owned: z.boolean().meta({ description: "By a purchase, or as its developer.", example: false }),
      reason: z.enum(["owner", "admin", "purchase", "free_calls", "pay_per_call", "free", "none"]).meta({
        description: "Why the caller may use the skill now; `none` when a purchase is required.",
        example: "free_calls",
      }),
      purchase: PurchaseView.nullable().meta({ description: "Set while the caller has one.", example: null }),
      free_calls_left: z
        .number()
        .int()
        .nullable()
        .meta({ description: "Null unless the skill is paid per call.", example: 10 }),
      max_cost: Credits.nullable().meta({
        description:
          "Most that one call charges now, the renewal of a due subscription included; null when a purchase is required.",
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
    missing: z.array(z.object({ param: z.string(), message: z.string() })).meta({
      description: "What is missing before it can be submitted, by field.",
      example: [],
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
