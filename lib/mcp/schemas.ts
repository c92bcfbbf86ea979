import { z } from "zod";
import { BrowseQuery, SORTS } from "@/lib/catalog/schemas";
import { SlugParams } from "@/lib/core/fields";
import { Price } from "@/lib/core/money";
import { IDEMPOTENCY_KEY } from "@/lib/idempotency/service";
import { Category, PricingType } from "@/lib/skills/schemas";

/** Fewer than the API's page, because an agent reads every one of them. */
const DEFAULT_FOUND = 10;
const MAX_FOUND = 50;
const MAX_OFFSET = 10_000;
const MAX_SEARCH_CHARS = 200;

export const SearchInput = z.strictObject({
  query: z
    .string()
    .max(MAX_SEARCH_CHARS)
    .optional()
    .meta({ description: "Words of the name or the description. Without it, the most popular skills." }),
  category: Category.optional(),
  pricing_type: PricingType.optional(),
  execution_type: BrowseQuery.shape.execution_type,
  sort: z
    .enum(SORTS)
    .optional()
    .meta({ description: "By relevance for a query, by popularity without one, by default." }),
  limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND).meta({ description: "Most skills to answer." }),
  offset: z.int().min(0).max(MAX_OFFSET).default(0).meta({ description: "Skills to skip." }),
});

export const GetInput = z.strictObject(SlugParams.shape);

export const ExecuteToolInput = z.strictObject({
  ...SlugParams.shape,
  parameters: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: "The skill's own parameters, as the `api_schema` of get_skill says." }),
  dry_run: z
    .boolean()
    .default(false)
    .meta({ description: "Check the parameters and quote the price, without calling or charging." }),
  max_price: Price.optional().meta({
    description:
      "Most credits that this call may charge, the renewal of a due subscription included: send the price that you were quoted. Above it the call is refused; with 0, only free calls run.",
  }),
  idempotency_key: z
    .string()
    .regex(IDEMPOTENCY_KEY, { error: "must be 1 to 255 printable ASCII characters" })
    .optional()
    .meta({ description: "Repeating the call with the same key answers the same and charges once." }),
});

export const BalanceInput = z.strictObject({});
