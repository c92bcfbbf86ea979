/** Catalogues in memory, made of rows, for tests. */
import { type CatalogRow, type ListQuery, MemoryCatalog } from "@/lib/supply/catalog/memory";

export const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
export const rowOf = (number: number, more: Partial<CatalogRow> = {}): CatalogRow => ({
  skill_id: idOf(number),
  name: `Skill ${number}`,
  description: "",
  developer_name: "Ada",
  sample_queries: null,
  publisher: "ada",
  category: "data",
  traits: 1,
  popularity: 0,
  week_uses: 0,
  published_at: 0,
  price_rank: 0,
  rating_score: 0,
  ...more,
});

/** A catalogue of rows, of which some are there before the sorting and the others come after it. */
export function catalogOf(rows: CatalogRow[], sortedAfter = rows.length): MemoryCatalog {
  const catalog = new MemoryCatalog();
  for (const row of rows.slice(0, sortedAfter)) catalog.put(row);
  for (const _ of catalog.sorting());
  for (const row of rows.slice(sortedAfter)) catalog.put(row);
  for (const _ of catalog.tidying());
  return catalog;
}

/** The page of a list, and its ids. */
export function listOf(catalog: MemoryCatalog, list: ListQuery) {
  const { page } = catalog.answer({ list });
  if (!page) throw new Error("the category is unknown");
  return { ...page, ids: page.listed.map(({ id }) => id) };
}
