import { query } from "@/lib/core/db";

/** Updates the words of the catalog, from which misspelled searches are corrected. Returns how many changed. */
export async function refreshWords(): Promise<number> {
  const [row] = await query<{ changed: number }>(
    "catalog.words",
    "SELECT search_words_refresh() AS changed",
    [],
  );
  return row?.changed ?? 0;
}
