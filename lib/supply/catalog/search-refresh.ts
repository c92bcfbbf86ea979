import { query, withJobTimeout } from "@/lib/platform/core/db";

/**
 * Updates what searches need to know of the whole catalog: its words, from which misspelled searches are corrected, and which
 * listings are the most popular. Returns how many words and listings changed.
 */
export async function refreshSearch(): Promise<number> {
  // Two transactions: what one has locked is free before the other begins.
  const words = await withJobTimeout((db) =>
    query<{ changed: number }>("catalog.refresh-words", "SELECT search_words_refresh() AS changed", [], db),
  );
  const popular = await withJobTimeout((db) =>
    query<{ changed: number }>("catalog.refresh-popular", "SELECT search_popular_refresh() AS changed", [], db),
  );
  return [...words, ...popular].reduce((sum, { changed }) => sum + changed, 0);
}
