import { z } from "zod";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf } from "@/lib/platform/core/page";
import { Category } from "@/lib/supply/skills/content-schemas";

/** People choose one from a list. */
export const MAX_CATEGORIES = 60;

const line = (maxChars: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxChars)
    .refine(isPlainLine, { error: "must be one line without invisible characters" });

const NO_SLUG = "-";

/** The path parameter of a category that is there; a malformed one is looked up as a slug that nothing has. */
export const CategoryParams = z.object({
  slug: z
    .string()
    .meta({ description: "Slug of the category.", example: "writing" })
    .transform((slug) => (Category.safeParse(slug).success ? slug : NO_SLUG)),
});
/** The same where a category may be made. */
export const NewCategoryParams = z.object({ slug: Category });

export const CategoryInput = z
  .strictObject({
    title: line(LIMITS.categoryTitle.maxLength).meta({ example: "Writing & editing" }),
    description: line(LIMITS.categoryDescription.maxLength).meta({ example: "Draft, edit, shorten and check texts." }),
  })
  .meta({ id: "CategoryInput" });

export const CategoryMerge = z
  .strictObject({ into: Category.meta({ description: "The category that its skills move to." }) })
  .meta({ id: "CategoryMerge", example: { into: "writing" } });

export const CategoryOrder = z
  .strictObject({
    order: z
      .array(Category)
      .min(1)
      .max(MAX_CATEGORIES)
      .meta({
        description: "All categories, in the order in which they are shown.",
        example: ["writing", "data"],
      }),
  })
  .meta({ id: "CategoryOrder" });

export const AdminCategory = z
  .object({
    slug: z.string().meta({ example: "writing" }),
    title: z.string().meta({ example: "Writing & editing" }),
    description: z.string(),
    skill_count: z.number().int().meta({ description: "Skills that are or were in it, drafts included." }),
    former: z.array(z.string()).meta({
      description: "Slugs of categories that were merged into it; their links lead here.",
      example: ["copywriting"],
    }),
  })
  .meta({ id: "AdminCategory" });
export type AdminCategory = z.input<typeof AdminCategory>;
export const AdminCategoryList = pageOf(AdminCategory).meta({ id: "AdminCategoryList" });
