/**
 * The catalogue in the memory of this process: what lists and searches need of every listing, and nothing that is private. Anyone who
 * shows a listing reads it from the database by its id.
 */
import { type Columns, ListingColumns } from "@/lib/supply/catalog/columns";
import { type Collapsed, Copies, NONE } from "@/lib/supply/catalog/copies";
import type { Sort } from "@/lib/supply/catalog/filters";
import type { Reason } from "@/lib/supply/catalog/reasons";
import { type Correction, type Found, Searcher } from "@/lib/supply/catalog/search";
import { SearchIndex } from "@/lib/supply/catalog/search-index";
import type { Synonyms } from "@/lib/supply/catalog/search-ways";
import { synonymsOf } from "@/lib/supply/catalog/synonym-words";
import type { TraitCount } from "@/lib/supply/catalog/traits";

/** A category, and the slugs of those that were merged into it. */
export type CategoryInfo = { slug: string; title: string; description: string; former: string[] };
/** A listing as it comes from the database. */
export type CatalogRow = Columns & {
  name: string;
  description: string;
  developer_name: string;
  sample_queries: string[] | null;
};
/** What administrators say of the whole catalogue. */
export type CatalogSettings = { categories: CategoryInfo[]; synonyms: { term: string; meanings: string }[] };

/** A page of listings, of all or of what a search finds. */
export type ListQuery = {
  category?: string | undefined;
  publisher?: string | undefined;
  traits: number;
  /** The only listings that there are for the caller, by their ids. */
  only?: readonly string[] | null;
  search?: string | undefined;
  sort?: Sort | undefined;
  /** Whether near copies are left out, and one listing stands for them. */
  isCollapsed?: boolean;
  limit: number;
  offset: number;
};
/** A listing of a page: the generation that changed it last, how many near copies it stands for, and why a search finds it. */
export type Listed = { id: string; changedIn: number; similar: number; reason: Reason | null };
/** A page in its order, how many listings there are on all pages, and the category, which may have been merged into another. */
export type ListedPage = {
  listed: Listed[];
  total: number;
  corrections: Correction[];
  category: string | undefined;
};
/** What is asked of the catalogue in one question: `totals` of all listings, or of what a search finds; words `near` those of a search. */
export type Question = { list?: ListQuery; totals?: Totals; near?: string };
type Totals = Pick<ListQuery, "search" | "only">;
/** The page is null for a category that there is not. */
export type Answer = { categories: CategoryInfo[]; page: ListedPage | null; totals: TraitCount[]; near: string[] };

/** Steps of relevance: listings in the same step are ordered by their popularity. */
const STEPS = 64;
/** Above the largest score of a search. */
const MAX_STEP = 16 * STEPS;

export class MemoryCatalog {
  readonly #columns = new ListingColumns();
  readonly #index = new SearchIndex();
  readonly #searcher = new Searcher(this.#index);
  readonly #copies = new Copies(this.#index, this.#columns);
  #synonyms: Synonyms = new Map();
  categories: CategoryInfo[] = [];

  /** How many listings there are. */
  get count(): number {
    return this.#columns.count;
  }

  /** The generation that changed a listing last; undefined for one that is not there. */
  changedIn(id: string): number | undefined {
    const listing = this.#columns.find(id);
    return listing === undefined ? undefined : this.#columns.changedIn(listing);
  }

  set settings({ categories, synonyms }: CatalogSettings) {
    this.categories = categories;
    this.#synonyms = synonymsOf(synonyms);
  }

  /** Adds a listing as a generation of the catalogue has left it, or replaces what is known of it. */
  put(row: CatalogRow, generation = 0): void {
    const { name, description, developer_name: publisher, sample_queries } = row;
    const texts = { name, description, publisher, samples: sample_queries?.join("\n") ?? "" };
    const known = this.#columns.find(row.skill_id);
    if (known !== undefined && this.#index.has(known, texts) && this.#columns.isOf(known, row)) {
      this.#columns.put(row, generation);
      return;
    }
    if (known !== undefined) this.#copies.remove(known);
    const listing = this.#columns.put(row, generation);
    this.#index.put(listing, texts);
    this.#copies.add(listing);
  }

  /** Forgets a listing, which need not be there. */
  remove(id: string): void {
    const listing = this.#columns.find(id);
    if (listing === undefined) return;
    this.#copies.remove(listing);
    this.#columns.remove(id);
    this.#index.remove(listing);
  }

  /** Sorts what was put in so far, in short steps. Before that, there are no lists. */
  *sorting(): Generator<void> {
    yield* this.#columns.sorting();
  }

  /** Sorts in the words that many changes have brought, in short steps, between which listings may change. */
  *tidying(): Generator<void> {
    yield* this.#index.words.tidying();
  }

  /** Answers from one state of the catalogue. */
  answer({ list, totals, near }: Question): Answer {
    return {
      categories: this.categories,
      page: list ? this.#list(list) : null,
      totals: totals ? this.#totals(totals) : [],
      near: near ? this.#searcher.wordsNear(near) : [],
    };
  }

  /** A page of listings that pass the filters, of all or of what a search finds; null for an unknown category. */
  #list({ search, sort, offset, limit, category: asked, isCollapsed, only, ...others }: ListQuery): ListedPage | null {
    const category = asked === undefined ? undefined : findCategory(this.categories, asked)?.slug;
    if (asked !== undefined && category === undefined) return null;
    const filter = { ...others, category };
    const found = search ? this.#find(search) : null;
    const passes = this.#columns.filterOf(filter);
    const within = only && this.#columns.among(only);
    if (!found && !within) {
      const collapsed = isCollapsed ? this.#copies.collapse(passes) : NONE;
      const { listings, total } = this.#columns.page(sort ?? "popular", filter, { offset, limit, ...collapsed });
      return { listed: this.#listedOf(listings, collapsed, null), total, corrections: [], category };
    }
    const some = this.#within(found?.listings, within);
    const isFiltered = !found || filter.traits > 0 || category !== undefined;
    const all = isFiltered ? some.filter(passes) : some;
    const collapsed = isCollapsed ? this.#copies.collapseAmong(all) : NONE;
    const hits = collapsed.hidden > 0 ? all.filter((listing) => !collapsed.isHidden(listing)) : all;
    const page =
      sort || !found
        ? this.#columns.inOrder(sort ?? "popular", hits, offset, limit)
        : this.#mostRelevant(hits, this.#scoresOf(all, found, collapsed), offset, limit);
    const listed = this.#listedOf(page, collapsed, found?.reasons() ?? null);
    return { listed, total: hits.length, corrections: found?.corrections ?? [], category };
  }

  /** How many listings there are of each category and set of traits. */
  #totals({ search, only }: Totals): TraitCount[] {
    const found = search ? this.#find(search)?.listings : undefined;
    return this.#columns.totals(only ? this.#within(found, this.#columns.among(only)) : found);
  }

  /** Of what a search has found, or of all listings without one, those that the caller is limited to. */
  #within(found: number[] | undefined, within: ReadonlySet<number> | null | undefined): number[] {
    if (!within) return found ?? [];
    return found ? found.filter((listing) => within.has(listing)) : [...within];
  }

  #find = (search: string): Found | null => this.#searcher.find(search, this.count, this.#synonyms);

  /** How well hits fit; one that stands for others as well as the best of them. */
  #scoresOf(hits: number[], { scoreOf }: Found, { hidden, similarOf, isHidden }: Collapsed): Found["scoreOf"] {
    if (hidden === 0) return scoreOf;
    const best = new Map<number, number>();
    for (const hit of hits)
      if (isHidden(hit)) {
        const first = this.#copies.firstOf(hit);
        best.set(first, Math.max(best.get(first) ?? 0, scoreOf(hit)));
      }
    return (hit) =>
      similarOf(hit) > 0 ? Math.max(scoreOf(hit), best.get(this.#copies.firstOf(hit)) ?? 0) : scoreOf(hit);
  }

  #listedOf = (
    listings: number[],
    { similarOf }: Collapsed,
    reasonOf: ((listing: number) => Reason) | null,
  ): Listed[] =>
    listings.map((listing) => ({
      id: this.#columns.ids[listing] as string,
      changedIn: this.#columns.changedIn(listing),
      similar: similarOf(listing),
      reason: reasonOf?.(listing) ?? null,
    }));

  /** A page of hits, the best first; only those near the page are sorted. */
  #mostRelevant(hits: number[], scoreOf: Found["scoreOf"], offset: number, limit: number): number[] {
    const counts = new Uint32Array(MAX_STEP + 1);
    const steps = new Uint16Array(hits.length);
    for (let place = 0; place < steps.length; place++) {
      const step = Math.min(MAX_STEP, Math.round(scoreOf(hits[place] as number) * STEPS));
      steps[place] = step;
      counts[step] = (counts[step] as number) + 1;
    }
    /** The hits of each step that has some of the page, and how many come before them. */
    const wanted = new Map<number, { before: number; listings: number[] }>();
    for (let step = MAX_STEP, before = 0; step >= 0 && before < offset + limit; before += counts[step--] as number)
      if (before + (counts[step] as number) > offset) wanted.set(step, { before, listings: [] });
    const lowest = Math.min(...wanted.keys());
    for (let place = 0; place < steps.length; place++)
      if ((steps[place] as number) >= lowest) wanted.get(steps[place] as number)?.listings.push(hits[place] as number);
    return [...wanted.values()].flatMap(({ before, listings }) => {
      const start = Math.max(0, offset - before);
      return this.#columns.inOrder("popular", listings, start, offset + limit - before - start);
    });
  }
}

/** The category of a slug, or the one that it was merged into; undefined for any other. */
export const findCategory = (categories: CategoryInfo[], slug: string) =>
  categories.find((one) => one.slug === slug || one.former.includes(slug));
