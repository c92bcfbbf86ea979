import { batchLoader } from "@/lib/platform/core/batch-loader";
import { catalogSource, query, REPLICA, type Source, VISITORS } from "@/lib/platform/core/db";
import { LISTING_COLUMNS, type ListingRow } from "@/lib/supply/catalog/views";

/** Most pages that one query reads, and most such queries at a time. */
const MAX_PAGES_A_QUERY = 16;
const QUERIES_IN_FLIGHT = 8;

/** Listings by id, and the generation of which they are. */
export type Cards = { rows: Map<string, ListingRow>; generation: number };

/** Listings by id; concurrent pages share one query. At least one row, for the generation. */
const loaderOf = (source?: Source) =>
  batchLoader(
    async (pages: string[][]): Promise<Cards[]> => {
      const rows = await query<{ generation: number } & (ListingRow | { [Column in keyof ListingRow]: null })>(
        "catalog.cards",
        `SELECT g.generation::float8, ${LISTING_COLUMNS} FROM catalog_generation g
           LEFT JOIN listing l ON l.skill_id = ANY ((SELECT $1::uuid[])::uuid[])`,
        [[...new Set(pages.flat())]],
        source,
      );
      const cards: Cards = { rows: new Map(), generation: rows[0]?.generation ?? 0 };
      for (const row of rows) if (row.skill_id !== null) cards.rows.set(row.skill_id, row);
      return pages.map(() => cards);
    },
    { identify: (ids) => ids.join(), most: MAX_PAGES_A_QUERY, inFlight: QUERIES_IN_FLIGHT },
  );

const replica = loaderOf(REPLICA);
const primary = loaderOf();
const visitors = loaderOf(VISITORS);

/**
 * The listings of a page, of a generation at least. The replica is asked first, where there is one: it may be some seconds behind,
 * and is passed over when it is older than the caller or does not have a listing yet.
 */
export async function readCards(ids: string[], generation: number): Promise<Cards> {
  if (catalogSource().name === "replica") {
    const cards = await replica(ids);
    if (cards.generation >= generation && ids.every((id) => cards.rows.has(id))) return cards;
  }
  return generation === 0 ? visitors(ids) : primary(ids);
}
