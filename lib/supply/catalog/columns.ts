import type { Sort } from "@/lib/supply/catalog/filters";
import { grown } from "@/lib/supply/catalog/number-lists";
import { Order } from "@/lib/supply/catalog/order";
import type { TraitCount } from "@/lib/supply/catalog/traits";

/** What filters and orders need of a listing. */
export type Columns = {
  skill_id: string;
  category: string;
  traits: number;
  publisher: string;
  popularity: number;
  week_uses: number;
  published_at: number;
  price_rank: number;
  rating_score: number;
};

const KEYS = ["popularity", "week_uses", "published_at", "price_rank", "rating_score"] as const;
/** The orders of the catalogue: by which number, and whether the largest comes first. */
const SORTS: Record<Sort, { key: (typeof KEYS)[number]; isDescending: boolean }> = {
  popular: { key: "popularity", isDescending: true },
  trending: { key: "week_uses", isDescending: true },
  newest: { key: "published_at", isDescending: true },
  price_asc: { key: "price_rank", isDescending: false },
  price_desc: { key: "price_rank", isDescending: true },
  rating: { key: "rating_score", isDescending: true },
};
/** Categories stand above the traits in the keys of totals. */
const TRAIT_RANGE = 2 ** 20;
/** More than this share of all listings are found in an order by walking through it. */
const WALKED_SHARE = 1 / 16;
/** So many of some listings are chosen one by one; for more of them, all are sorted: choosing may move every one for each listing. */
const MOST_CHOSEN = 64;
/** A page of a category that begins later is taken from the order of that category. */
const DEEP_OFFSET = 100;

export type Part = { offset: number; limit: number; hidden: number; isHidden: (listing: number) => boolean };
export type Filter = { category?: string | undefined; publisher?: string | undefined; traits: number };

/** The listings with what filters and orders need of them, by their numbers in this process. */
export class ListingColumns {
  /** Ids by number; numbers that are free have the last one's. */
  readonly ids: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #names = new Names();
  #category = new Uint32Array(64);
  #publisher = new Uint32Array(64);
  #traits = new Uint32Array(64);
  #changedIn = new Float64Array(64);
  readonly #totals = new Map<number, number>();
  readonly #orders = Object.fromEntries(KEYS.map((key) => [key, new Order(this.ids)])) as Record<
    (typeof KEYS)[number],
    Order
  >;
  /** The orders of categories that were asked for, until one of their listings changes. */
  readonly #ofCategory = new Map<number, Map<Sort, Uint32Array>>();
  #marks = new Uint32Array(64);
  #mark = 0;

  get count(): number {
    return this.#numbers.size;
  }

  find = (id: string): number | undefined => this.#numbers.get(id);

  /** The numbers of listings; an id that is not there has none. */
  among(ids: readonly string[]): Set<number> {
    return new Set(ids.map(this.find).filter((listing) => listing !== undefined));
  }

  /** The generation that changed a listing last, or in which all were read. */
  changedIn = (listing: number): number => this.#changedIn[listing] as number;

  /** Adds a listing as a generation has left it, or replaces what is known of it. Returns its number. */
  put(row: Columns, generation: number): number {
    const known = this.#numbers.get(row.skill_id);
    const listing = known ?? this.#free.pop() ?? this.ids.length;
    if (known === undefined) {
      this.ids[listing] = row.skill_id;
      this.#numbers.set(row.skill_id, listing);
      this.#category = grown(this.#category, listing + 1);
      this.#publisher = grown(this.#publisher, this.#category.length);
      this.#traits = grown(this.#traits, this.#category.length);
      this.#changedIn = grown(this.#changedIn, this.#category.length);
      this.#marks = grown(this.#marks, this.#category.length);
    } else this.#tally(listing, -1);
    this.#category[listing] = this.#names.numberOf(row.category);
    this.#publisher[listing] = this.#names.numberOf(row.publisher);
    this.#traits[listing] = row.traits;
    this.#changedIn[listing] = generation;
    this.#tally(listing, 1);
    for (const key of KEYS) {
      const order = this.#orders[key];
      if (known === undefined) order.add(listing, row[key]);
      else order.move(listing, row[key]);
    }
    return listing;
  }

  /** Forgets a listing. Returns its number, which is free then; undefined when it was not there. */
  remove(id: string): number | undefined {
    const listing = this.#numbers.get(id);
    if (listing === undefined) return undefined;
    this.#tally(listing, -1);
    for (const key of KEYS) this.#orders[key].remove(listing);
    this.#numbers.delete(id);
    this.#free.push(listing);
    return listing;
  }

  /** Which of two listings was approved first. */
  compareAges = (a: number, b: number): number => this.#orders.published_at.compare(a, b);

  haveSamePublisher = (a: number, b: number): boolean => this.#publisher[a] === this.#publisher[b];

  /** Whether a listing is of a publisher, and of a day. */
  isOf = (listing: number, { publisher, published_at }: Columns): boolean =>
    this.#publisher[listing] === this.#names.find(publisher) &&
    this.#orders.published_at.keys[listing] === published_at;

  /** Sorts what was put in before; see `Order`. */
  *sorting(): Generator<void> {
    for (const key of KEYS) yield* this.#orders[key].sorting();
  }

  /** Whether a listing passes filters. */
  filterOf({ category, publisher, traits }: Filter): (listing: number) => boolean {
    const wanted = { category: this.#names.find(category), publisher: this.#names.find(publisher) };
    return (listing) =>
      ((this.#traits[listing] as number) & traits) === traits &&
      (category === undefined || this.#category[listing] === wanted.category) &&
      (publisher === undefined || this.#publisher[listing] === wanted.publisher);
  }

  /** How many of all listings there are of each category and set of traits, or of some. */
  totals(listings?: number[]): TraitCount[] {
    let counts: ReadonlyMap<number, number> = this.#totals;
    if (listings) {
      const found = new Map<number, number>();
      for (const listing of listings) {
        const key = this.#totalKey(listing);
        found.set(key, (found.get(key) ?? 0) + 1);
      }
      counts = found;
    }
    return [...counts].map(([key, count]) => ({
      category: this.#names.textOf(Math.floor(key / TRAIT_RANGE)),
      traits: key % TRAIT_RANGE,
      count,
    }));
  }

  /** A page of all listings that pass a filter, in an order, without those that are hidden; and how many there are. */
  page(sort: Sort, filter: Filter, { offset, limit, hidden, isHidden }: Part): { listings: number[]; total: number } {
    const passes = this.filterOf(filter);
    const fits = (listing: number) => passes(listing) && !isHidden(listing);
    const listings: number[] = [];
    let total = 0;
    const isCounted = filter.publisher !== undefined;
    if (!isCounted)
      for (const { category, traits, count } of this.totals())
        if ((!filter.category || category === filter.category) && (traits & filter.traits) === filter.traits)
          total += count;
    let passed = 0;
    this.#walk(
      sort,
      (listing) => {
        if (fits(listing) && passed++ >= offset && listings.length < limit) listings.push(listing);
        return isCounted || listings.length < limit;
      },
      offset > DEEP_OFFSET ? this.#names.find(filter.category) : undefined,
    );
    return { listings, total: isCounted ? passed : total - hidden };
  }

  /** Some listings in an order, from a place on. */
  inOrder(sort: Sort, listings: number[], offset: number, limit: number): number[] {
    const { key, isDescending } = SORTS[sort];
    if (listings.length > this.count * WALKED_SHARE) {
      const mark = ++this.#mark;
      for (const listing of listings) this.#marks[listing] = mark;
      const page: number[] = [];
      let passed = 0;
      this.#walk(sort, (listing) => {
        if (this.#marks[listing] === mark && passed++ >= offset) page.push(listing);
        return page.length < limit;
      });
      return page;
    }
    const { compare } = this.#orders[key];
    const inTurn = isDescending ? (a: number, b: number) => compare(b, a) : compare;
    return firstOf(listings, offset + limit, inTurn).slice(offset);
  }

  /** Goes through all listings in an order, or those of a category, while `visit` says so. */
  #walk(sort: Sort, visit: (listing: number) => boolean, category?: number): void {
    const { key, isDescending } = SORTS[sort];
    const { listings, count } = this.#orders[key];
    if (category !== undefined) {
      for (const listing of this.#inCategory(category, sort)) if (!visit(listing)) return;
      return;
    }
    for (let at = 0; at < count; at++) if (!visit(listings[isDescending ? count - 1 - at : at] as number)) return;
  }

  /** The listings of a category in an order. */
  #inCategory(category: number, sort: Sort): Uint32Array {
    const orders = this.#ofCategory.get(category) ?? new Map<Sort, Uint32Array>();
    this.#ofCategory.set(category, orders);
    const known = orders.get(sort);
    if (known) return known;
    const found: number[] = [];
    this.#walk(sort, (listing) => {
      if (this.#category[listing] === category) found.push(listing);
      return true;
    });
    const order = Uint32Array.from(found);
    orders.set(sort, order);
    return order;
  }

  #totalKey = (listing: number): number =>
    (this.#category[listing] as number) * TRAIT_RANGE + (this.#traits[listing] as number);

  /** Counts a listing, or one that leaves, with its category and traits. */
  #tally(listing: number, by: 1 | -1): void {
    this.#ofCategory.delete(this.#category[listing] as number);
    const key = this.#totalKey(listing);
    const count = (this.#totals.get(key) ?? 0) + by;
    if (count > 0) this.#totals.set(key, count);
    else this.#totals.delete(key);
  }
}

/** The first `count` of some numbers in a total order. */
function firstOf(numbers: number[], count: number, compare: (a: number, b: number) => number): number[] {
  if (count > Math.min(MOST_CHOSEN, numbers.length)) return numbers.toSorted(compare).slice(0, count);
  const first = numbers.slice(0, count).sort(compare);
  for (let at = count; at < numbers.length; at++) {
    const number = numbers[at] as number;
    if (compare(number, first[count - 1] as number) > 0) continue;
    let place = count - 1;
    for (; place > 0 && compare(number, first[place - 1] as number) < 0; place--)
      first[place] = first[place - 1] as number;
    first[place] = number;
  }
  return first;
}

/** Texts that many listings share, each with a number. */
class Names {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  textOf = (number: number): string => this.#texts[number] ?? "";
  find = (text: string | undefined): number | undefined => (text === undefined ? undefined : this.#numbers.get(text));

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}
