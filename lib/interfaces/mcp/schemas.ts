import { z } from "zod";
import { Executed } from "@/lib/demand/execution/schemas";
import { DEFAULT_TOOLSET, TOOLSETS } from "@/lib/interfaces/mcp/toolsets";
import { SlugParams, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { Credits, Price } from "@/lib/platform/core/money";
import { IDEMPOTENCY_KEY } from "@/lib/platform/ratelimit/idempotency";
import { FILTER_NAMES, FILTERS, isFlag, SORTS } from "@/lib/supply/catalog/filters";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { SkillDetail } from "@/lib/supply/skills/schemas";

/** Smaller than the API's pages, because agents read every row. */
const DEFAULT_FOUND = 20;
const MAX_FOUND = 50;
const MAX_OFFSET = 10_000;

const Limit = z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND).meta({ description: "Most rows to return." });
const Offset = z.int().min(0).max(MAX_OFFSET).default(0).meta({ description: "Rows to skip." });

/** The API's own filters under their names; flags are booleans here. */
const filters = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const schema = isFlag(name) ? z.boolean().optional() : BrowseQuery.shape[name];
    return [name, schema.meta({ description: FILTERS[name].description.replaceAll("`search`", "`query`") })];
  }),
);

export const SearchInput = z.strictObject({
  ...filters,
  query: z
    .string()
    .max(LIMITS.search.maxLength)
    .optional()
    .meta({ description: "Words of the name or the description; without it, the most popular." }),
  sort: z
    .enum(SORTS)
    .optional()
    .meta({ description: "By relevance for a query, by popularity without one, by default." }),
  limit: Limit,
  offset: Offset,
});

export const FoundSkills = z.object({
  skills: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      price: Credits.nullable(),
      per: z.string().nullable().meta({
        description:
          "Unit of the price: a call, with what its units cost, or a subscription's term; of several plans, the cheapest's.",
      }),
      rating: z.number().nullable(),
      description: z.string().meta({ description: "Start of the description; get_skill returns all of it." }),
      match: z.string().optional().meta({ description: "Why it matches the query." }),
      similar: z.int().optional().meta({ description: "Nearly identical skills that are left out for it." }),
    }),
  ),
  total: z.int(),
  has_more: z.boolean(),
});

/** A skill as agents read it: without pictures and charts, with the start of its readme and its first example. */
export const FoundSkill = SkillDetail.omit({ icon: true, screenshots: true }).extend({
  rating: SkillDetail.shape.rating.omit({ histogram: true }),
  trust: SkillDetail.shape.trust.omit({ daily: true }),
});

export const GetInput = z.strictObject(SlugParams.shape);

const Parameters = z
  .record(z.string(), z.unknown())
  .default({})
  .meta({ description: "The skill's parameters, as defined by `api_schema` in get_skill." });
const IdempotencyKey = z
  .string()
  .regex(IDEMPOTENCY_KEY, { error: "must be 1 to 255 printable ASCII characters" })
  .optional()
  .meta({
    description: "A new value for each operation; the same to retry it, which is then charged once.",
  });

/** Its format says enough: the pattern would take 75 tokens of every agent's context, twice. */
const ApprovalId = z.uuid().optional().meta({
  description: "The approval that covers this charge, after an `approval_required`.",
  pattern: undefined,
});

const ToolOf = z.string().max(64).optional().meta({ description: "Of a skill with `tools`: which one." });

export const QuoteToolInput = z.strictObject({ ...SlugParams.shape, tool: ToolOf, parameters: Parameters });

export const ExecuteToolInput = z.strictObject({
  ...SlugParams.shape,
  tool: ToolOf,
  parameters: Parameters,
  approval: ApprovalId,
  max_price: Price.meta({
    description:
      "Most credits that this call may charge, the renewal of a due subscription included: send the price that you were quoted. Above it the call is refused; with 0, only free calls run.",
  }),
  idempotency_key: IdempotencyKey,
});

/** A run's result, or the link to one that is too large for an answer. */
export const ToolExecuted = Executed.extend({
  result: z.unknown().optional().meta({ description: "What the skill returned, up to 256 KiB." }),
  result_link: z
    .object({
      url: z.string().meta({ description: "GET it with this account's authorization." }),
      bytes: z.int(),
      expires_at: Time,
    })
    .optional()
    .meta({ description: "Instead of a larger `result`: where to read it." }),
});

export const PurchaseToolInput = z.strictObject({
  ...SlugParams.shape,
  max_price: Price.meta({ description: "Most that the first term may cost." }),
  auto_renew: z.boolean().default(true).meta({ description: "Renew each term." }),
  // Without the form of a name, which costs an agent tokens: an unknown one is refused.
  plan: z.string().max(64).optional().meta({ description: "The first plan by default." }),
  trial: z.boolean().optional().meta({ description: "true: only with the free trial; false: without it." }),
  approval: ApprovalId,
  idempotency_key: IdempotencyKey,
});

const PurchaseId = z.uuid().meta({ description: "Id of the purchase, from list_purchases." });
export const QuotePlanToolInput = z.strictObject({ purchase_id: PurchaseId, plan: z.string().max(64) });
export const ChangePlanToolInput = z.strictObject({
  ...QuotePlanToolInput.shape,
  max_price: Price.meta({ description: "Most that a term of the plan may cost." }),
  approval: ApprovalId,
  idempotency_key: IdempotencyKey,
});

export const EmptyInput = z.strictObject({});
export const PageInput = z.strictObject({ limit: Limit, offset: Offset });
export const DownloadLink = z.object({
  name: z.string(),
  version: z.string(),
  zip_url: z.string(),
  digest: z.string().meta({ description: "`sha256:` and the digest of the ZIP." }),
  command: z.string().meta({ description: "Installs it into an agent." }),
  expires_at: Time,
});
export const TopupLink = z.object({ topup_url: z.string() });
export const SkillAnalyticsInput = z.strictObject({
  id: z.uuid().meta({ description: "Id of the skill, from list_own_skills." }),
  days: z
    .enum(["7", "30", "90"])
    .meta({ id: "AnalyticsDays" })
    .default("30")
    .meta({ description: "UTC days up to today." }),
});

/** The part of the server that a URL selects. */
export const McpQuery = z.object({
  skills: z
    .string()
    .max(2_000)
    .transform((text) =>
      text
        .split(",")
        .map((slug) => slug.trim())
        .filter(Boolean),
    )
    .optional()
    .meta({
      description: "Slugs, separated by commas: only these skills, each as a tool.",
      example: "text-statistics",
    }),
  toolset: z
    .enum([...TOOLSETS, "all"])
    .optional()
    .meta({
      description: `Only the tools of one group, \`${DEFAULT_TOOLSET}\` by default; \`all\` for every one.`,
      example: "market",
    }),
  readonly: z.enum(["true", "false"]).optional().meta({
    description: "true leaves out every tool that changes or charges something.",
    example: "false",
  }),
});
export type McpQuery = z.output<typeof McpQuery>;
