import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { SkillView } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 20;

const ListName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.listName.maxLength)
  .refine(isPlainLine, { error: "must be one line without invisible characters" })
  .meta({ description: "Name of one of your lists.", example: "Data cleaning" });

export const FavoriteInput = z
  .strictObject({ list: ListName.nullable().default(null) })
  .default({ list: null })
  .meta({ id: "FavoriteInput" });
export type FavoriteInput = z.output<typeof FavoriteInput>;

export const FavoritesQuery = z.object({ list: ListName.optional(), ...pageQuery(DEFAULT_PAGE_SIZE) });
export type FavoritesQuery = z.output<typeof FavoritesQuery>;

export const FavoriteView = z
  .object({
    skill: SkillView.nullable().meta({ description: "Null while the skill is off the marketplace." }),
    slug: z.string().meta({ example: "text-statistics" }),
    list: z.string().nullable().meta({ description: "Null when the skill is in no list.", example: null }),
    created_at: Time,
  })
  .meta({ id: "Favorite" });

export const FavoriteListSummary = z
  .object({ name: z.string().meta({ example: "Data cleaning" }), count: z.number().int() })
  .meta({ id: "FavoriteListSummary" });
export type FavoriteListSummary = z.output<typeof FavoriteListSummary>;
export const FavoriteList = pageOf(FavoriteView)
  .extend({ lists: z.array(FavoriteListSummary).meta({ description: "All of your lists, by name." }) })
  .meta({ id: "FavoriteList" });

/** The path parameter of a list; a malformed one is looked up as a name that no list has. */
export const FavoriteListParams = z.object({
  list: z
    .string()
    .meta({ description: "Name of one of your lists.", example: "Data cleaning" })
    .transform((name) => ListName.safeParse(name).data ?? ""),
});
export const FavoriteListChange = z.strictObject({ name: ListName }).meta({ id: "FavoriteListChange" });
export type FavoriteListChange = z.output<typeof FavoriteListChange>;
