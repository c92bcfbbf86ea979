/** Most rows on all kept pages together: with their JSON they weigh about 15 MB. */
const MAX_ROWS = 2_500;

/** What a page was read from: how often the catalogue had changed by then, or null for a page that is not to be kept. */
type State = { changes: string | null; until: number };
type Kept<Page> = { page: Page; changes: string; until: number };

/**
 * Pages that were made, to be shown again while the catalogue stands as it was. Whoever asks brings how often it had
 * changed after they had come, which the check of their key tells: nothing that was published before is missed.
 */
export function createKept<Page extends { data: unknown[] }>() {
  const pages = new Map<string, Kept<Page>>();
  let rowCount = 0;
  const drop = (id: string) => {
    rowCount -= weightOf(pages.get(id));
    pages.delete(id);
  };
  return {
    /** The page of an id if it is what would be read now, or undefined. Waits for the count only when there is one. */
    async find(id: string, now: Promise<string | null> | undefined): Promise<Page | undefined> {
      if (!now || !pages.has(id)) return undefined;
      const changes = await now;
      const kept = pages.get(id);
      if (!kept || kept.changes !== changes || kept.until <= Date.now()) return undefined;
      // To the end of the line, at whose head pages are dropped.
      pages.delete(id);
      pages.set(id, kept);
      return kept.page;
    },

    /** Keeps a page in place of the one that was kept before, and drops those that were not asked for the longest. */
    keep(id: string, page: Page, { changes, until }: State): void {
      drop(id);
      if (changes === null) return;
      const kept = { page, changes, until };
      pages.set(id, kept);
      rowCount += weightOf(kept);
      for (const old of pages.keys()) {
        if (rowCount <= MAX_ROWS) return;
        drop(old);
      }
    },
  };
}

/** A page without rows takes room as well. */
const weightOf = (kept: { page: { data: unknown[] } } | undefined) => (kept ? kept.page.data.length + 1 : 0);
