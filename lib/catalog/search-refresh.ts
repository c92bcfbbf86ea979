import { query } from "@/lib/core/db";

/**
 * Updates what searches need to know of the whole catalog: its words, from which misspelled searches are corrected, and which
 * listings are the most popular. Returns how many words and listings changed.
 */
export async function refreshSearch(): Promise<number> {
  const [row] = await query<{ changed: number }>(
    "catalog.refresh",
    "SELECT search_words_refresh() + search_popular_refresh() AS changed",
    [],
  );
  return row?.changed ?? 0;
}
