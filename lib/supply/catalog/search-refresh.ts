import { query } from "@/lib/platform/core/db";

/**
 * Updates what searches need to know of the whole catalog: its words, from which misspelled searches are corrected, and which
 * listings are the most popular. Returns how many words and listings changed.
 */
export async function refreshSearch(): Promise<number> {
  // Two statements, each with its own time limit: with a million listings, one alone takes up to half of it.
  const words = await query<{ changed: number }>(
    "catalog.refresh-words",
    "SELECT search_words_refresh() AS changed",
    [],
  );
  const popular = await query<{ changed: number }>(
    "catalog.refresh-popular",
    "SELECT search_popular_refresh() AS changed",
    [],
  );
  return [...words, ...popular].reduce((sum, { changed }) => sum + changed, 0);
}
