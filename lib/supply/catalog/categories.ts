/** The categories that administrators keep; a skill belongs to exactly one. They are written by `administration/categories`. */

import type { Caller } from "@/lib/platform/core/caller";
import { catalogSource, query } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import { GENERATION } from "@/lib/supply/catalog/statements";
import { VersionedCache } from "@/lib/supply/catalog/versioned-cache";

/** A category, and the slugs of those that were merged into it. */
export type CategoryInfo = { slug: string; title: string; description: string; former: string[] };

const MAX_BYTES = 256 * 1024;
const cache = new VersionedCache<CategoryInfo[]>({ name: "catalog_categories", maxBytes: MAX_BYTES });

/** All categories in the order of the administrators; the cached ones if they are of the reader's generation. */
export async function list(reader?: Pick<Caller, "catalogGeneration"> | null): Promise<CategoryInfo[]> {
  const source = catalogSource();
  const cached = cache.get(source.name, reader?.catalogGeneration);
  if (cached) return cached;
  const [row] = await query<{ categories: CategoryInfo[]; generation: string }>(
    "catalog.category-list",
    `SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'title', c.title, 'description', c.description,
         'former', ARRAY(SELECT f.slug FROM former_category f WHERE f.category_slug = c.slug ORDER BY f.slug))
         ORDER BY c.position, c.slug), '[]') AS categories, ${GENERATION} AS generation FROM category c`,
    [],
    source,
  );
  const categories = row?.categories ?? [];
  cache.set(source.name, categories, row?.generation ?? "");
  return categories;
}

/** The category of a slug, or the one that it was merged into; undefined for any other. */
export const findCategory = (categories: CategoryInfo[], slug: string) =>
  categories.find((one) => one.slug === slug || one.former.includes(slug));

/** The refusal of a slug that is no category. */
export const unknownCategory = () =>
  invalid([{ param: "category", message: "is not a category; GET /v1/categories lists them" }]);
