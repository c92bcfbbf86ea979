import { z } from "zod";
import { isStorable } from "@/lib/core/fields";
import { pageOf, pageQuery } from "@/lib/core/page";
import { Category, PricingType, SkillView } from "@/lib/skills/schemas";

const DEFAULT_PAGE_SIZE = 20;
const MAX_SEARCH_CHARS = 200;

export const SORTS = ["popular", "newest", "price_asc", "price_desc", "rating"] as const;

export const BrowseQuery = z.object({
  category: Category.optional().meta({ description: "Only this category (its slug).", example: "writing" }),
  pricing_type: PricingType.optional(),
  execution_type: z.enum(["api", "download"]).optional().meta({
    description: "Only skills that are run so; those that offer both are in either.",
    example: "api",
  }),
  search: z
    .string()
    .trim()
    .max(MAX_SEARCH_CHARS)
    .refine(isStorable, { error: "must be well-formed text" })
    .optional()
    .meta({
      description: "Words, or parts of words, of the name or the description.",
      example: "text statistics",
    }),
  sort: z.enum(SORTS).optional().meta({
    description:
      "`popular` unless searching, which ranks by relevance. Popularity is the purchases and successful calls of the last 30 days, without the developer's own.",
    example: "popular",
  }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type BrowseQuery = z.output<typeof BrowseQuery>;

export const SkillList = pageOf(SkillView).meta({ id: "SkillList" });

export const CategoryView = z
  .object({
    slug: z.string().meta({ example: "writing" }),
    title: z.string().meta({ example: "Writing & editing" }),
    description: z.string(),
    skill_count: z.number().int().meta({ description: "Skills on the marketplace.", example: 7 }),
  })
  .meta({ id: "Category" });
export const CategoryList = pageOf(CategoryView).meta({ id: "CategoryList" });

/** The few facts of a skill that a list of suggestions shows. */
export const Suggestions = z.object({
  data: z.array(SkillView.pick({ slug: true, name: true, description: true })),
});
