import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { isPlainLine, isPlainText } from "@/lib/platform/core/hidden-characters";
import { LIMITS, SLUG } from "@/lib/platform/core/limits";
import { pageOf } from "@/lib/platform/core/page";
import { SkillView } from "@/lib/supply/skills/schemas";

export const MAX_SKILLS = 50;
const NO_SLUG = "-";

export const CollectionParams = z.object({
  slug: z
    .string()
    .meta({ description: "Slug of the collection.", example: "clean-data" })
    .transform((slug) => (SLUG.test(slug) && slug.length <= LIMITS.slug.maxLength ? slug : NO_SLUG)),
});

export const CollectionView = z
  .object({
    slug: z.string().meta({ example: "clean-data" }),
    title: z.string().meta({ example: "Clean data" }),
    description: z.string(),
    position: z.number().int().meta({ description: "Position among the collections.", example: 1 }),
    skill_count: z.number().int().meta({ description: "Skills that are on the marketplace now.", example: 6 }),
    updated_at: Time,
  })
  .meta({ id: "Collection" });
export const CollectionList = pageOf(CollectionView).meta({ id: "CollectionList" });
export const CollectionDetail = CollectionView.extend({
  skills: z.array(SkillView).meta({ description: "In the order of the collection." }),
}).meta({ id: "CollectionDetail" });

export const CollectionInput = z
  .strictObject({
    title: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.collectionTitle.maxLength)
      .refine(isPlainLine, { error: "must be one line without invisible characters" })
      .meta({ example: "Clean data" }),
    description: z
      .string()
      .trim()
      .max(LIMITS.collectionDescription.maxLength)
      .refine(isPlainText, { error: "must not contain invisible characters" })
      .meta({ example: "From a messy export to a table that you can trust." }),
    position: z
      .number()
      .int()
      .min(0)
      .max(LIMITS.collectionPosition.max)
      .default(0)
      .meta({ description: "Position among the collections, lowest first.", example: 1 }),
    skills: z
      .array(z.string().max(LIMITS.slug.maxLength))
      .min(1)
      .max(MAX_SKILLS)
      .refine((slugs) => new Set(slugs).size === slugs.length, { error: "must not list a skill twice" })
      .meta({
        description: `Slugs in order, at most ${MAX_SKILLS}.`,
        example: ["csv-to-json", "survey-cleaner"],
      }),
  })
  .meta({ id: "CollectionInput" });
export type CollectionInput = z.output<typeof CollectionInput>;
