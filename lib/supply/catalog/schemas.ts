import { z } from "zod";
import { isStorable } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import {
  FACETS,
  type FacetName,
  FILTERS,
  type FilterValue,
  type NamedFilter,
  SORTS,
  TRAIT_FILTERS,
  type TraitFilter,
  takenBy,
} from "@/lib/supply/catalog/filters";
import { Category } from "@/lib/supply/skills/content-schemas";
import { PricingType, SkillView } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 20;

type TraitSchemas = {
  [Name in TraitFilter]: z.ZodOptional<z.ZodEnum<{ [Value in FilterValue<Name>]: Value }>>;
};
/** Names of the filters' values in generated clients, where they have more than one; a price has its own in the skill. */
const VALUES: Partial<Record<TraitFilter, z.ZodEnum>> = {
  pricing_type: PricingType,
  execution_type: z.enum(takenBy("execution_type")).meta({ id: "UseKind" }),
  min_rating: z.enum(takenBy("min_rating")).meta({ id: "MinimumRating" }),
};
/** The filters by properties, each with the values that it takes. */
const TRAIT_SCHEMAS = Object.fromEntries(
  TRAIT_FILTERS.map((name) => {
    const taken = takenBy(name);
    const [first] = taken;
    const schema = VALUES[name] ?? z.enum(taken);
    return [name, schema.optional().meta({ description: FILTERS[name].description, example: first })];
  }),
) as unknown as TraitSchemas;

const NAMED_SCHEMAS = {
  category: Category.optional().meta({ description: FILTERS.category.description, example: "writing" }),
  publisher: z
    .string()
    .min(1)
    .max(LIMITS.slug.maxLength)
    .refine(isStorable, { error: "must be well-formed text" })
    .optional()
    .meta({ description: FILTERS.publisher.description, example: "lindqvist-tools" }),
} satisfies Record<NamedFilter, z.ZodType>;

export const BrowseQuery = z.object({
  ...NAMED_SCHEMAS,
  ...TRAIT_SCHEMAS,
  search: z
    .string()
    .trim()
    .max(LIMITS.search.maxLength)
    .refine(isStorable, { error: "must be well-formed text" })
    .optional()
    .meta({
      description: "Words, or parts of words, of the name, the description or the sample queries.",
      example: "text statistics",
    }),
  sort: z.enum(SORTS).meta({ id: "SkillSort" }).optional().meta({
    description:
      "`popular` unless searching, which ranks by relevance. Popularity counts purchases and successful calls in the last 30 days, excluding the developer's own; `trending` counts the last 7 days. Prices are compared within their unit: first prices per call, then subscriptions by price per month; `price_desc` is the reverse.",
    example: "popular",
  }),
  allowed: z.enum(["true", "false"]).optional().meta({
    description:
      "false also lists skills that your organization has not allowed. Without effect unless the organization for which you act limits its members to allowed skills; its members' lists, totals and facets have only these by default.",
    example: "false",
  }),
  facets: z.enum(["true", "false"]).optional().meta({
    description: "true adds `facets` to the response: the number of results for each filter value.",
    example: "true",
  }),
  collapse: z.enum(["true", "false"]).optional().meta({
    description:
      "true shows one of several skills whose texts are nearly the same, the one approved first, and counts the others in its `similar_count`. Without it every skill is listed; `facets` count every skill either way.",
    example: "true",
  }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type BrowseQuery = z.output<typeof BrowseQuery>;

const FacetValues = z.array(
  z.object({ value: z.string().meta({ example: "true" }), count: z.number().int().meta({ example: 12 }) }),
);
const Facets = z
  .object(Object.fromEntries(FACETS.map((name) => [name, FacetValues])) as Record<FacetName, typeof FacetValues>)
  .meta({
    id: "Facets",
    description:
      "Number of skills that each filter value would match, given the search and the other filters. Values without matches are omitted.",
  });

const Corrections = z
  .array(
    z.object({
      typed: z.string().meta({ example: "securty" }),
      corrected: z.string().meta({ example: "security" }),
    }),
  )
  .meta({
    description: "Search words that match no skill, each with the word that was searched instead.",
  });

export const SkillList = pageOf(SkillView)
  .extend({ facets: Facets.optional(), corrections: Corrections.optional() })
  .meta({ id: "SkillList" });

export const PrivateSkillsQuery = BrowseQuery.pick({ search: true, category: true }).extend(
  pageQuery(DEFAULT_PAGE_SIZE),
);
export const PrivateSkillList = pageOf(SkillView).meta({ id: "PrivateSkillList" });

export const CategoryView = z
  .object({
    slug: z.string().meta({ example: "writing" }),
    title: z.string().meta({ example: "Writing & editing" }),
    description: z.string(),
    skill_count: z.number().int().meta({ description: "Skills on the marketplace.", example: 7 }),
  })
  .meta({ id: "Category" });
export const CategoryList = pageOf(CategoryView).meta({ id: "CategoryList" });

/** Suggestions while the user types. */
export const Suggestions = z.object({
  data: z.array(SkillView.pick({ slug: true, name: true, description: true, icon: true })),
  publishers: z.array(
    z.object({ handle: z.string(), name: z.string(), verified: z.boolean(), skill_count: z.number().int() }),
  ),
  categories: z.array(z.object({ slug: z.string(), title: z.string() })),
});
