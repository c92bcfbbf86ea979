import { batchLoader } from "@/lib/platform/core/batch-loader";
import { catalogSource, query, REPLICA, type Source, VISITORS } from "@/lib/platform/core/db";
import type { Listed } from "@/lib/supply/catalog/memory";
import { VersionedCache } from "@/lib/supply/catalog/versioned-cache";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/supply/catalog/views";
import type { SkillView } from "@/lib/supply/skills/schemas";

/** Most pages that one query reads, and most such queries at a time. */
const MAX_PAGES_A_QUERY = 16;
const QUERIES_IN_FLIGHT = 8;

/** Most bytes of all cached cards, and about what one has beside its texts. */
const MAX_CARDS_BYTES = 8 * 1024 * 1024;
const CARD_BYTES = 1_200;

/** Cards by the ids of their skills. Requests share them: do not change them. */
const known = new VersionedCache<SkillView>({
  name: "catalog_cards",
  maxBytes: MAX_CARDS_BYTES,
  bytesOf: ({ name, description }) => CARD_BYTES + name.length + description.length,
});

/** Listings by id, and the generation of which they are. */
type Cards = { rows: Map<string, ListingRow>; generation: number };

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
 * The cards of a page, of a generation at least. One that was read before is as good as new unless its listing has changed since; the
 * others are read in one statement. One that is not there any more is missing.
 */
export async function readCards(page: Pick<Listed, "id" | "changedIn">[], generation: number) {
  const views = new Map<string, SkillView>();
  const unread: string[] = [];
  for (const { id, changedIn } of page) {
    const card = known.get(id, (readIn) => readIn >= changedIn);
    if (card) views.set(id, card);
    else unread.push(id);
  }
  const read = unread.length > 0 ? await readRows(unread, generation) : null;
  for (const id of unread) {
    const row = read?.rows.get(id);
    if (!read || !row) continue;
    const view = toSkillView(row);
    known.set(id, view, read.generation);
    views.set(id, view);
  }
  return views;
}

/**
 * The replica is asked first, where there is one: it may be some seconds behind, and is passed over when it is older than the caller or
 * does not have a listing yet.
 */
async function readRows(ids: string[], generation: number): Promise<Cards> {
  if (catalogSource().name === "replica") {
    const cards = await replica(ids);
    if (cards.generation >= generation && ids.every((id) => cards.rows.has(id))) return cards;
  }
  return generation === 0 ? visitors(ids) : primary(ids);
}
