import type { BrowseQuery } from "@/lib/catalog/schemas";
import type { SearchTerms } from "@/lib/catalog/search-query";
import { LISTING_COLUMNS } from "@/lib/catalog/views";
import { MAX_TOTAL } from "@/lib/core/page";

/** Every order ends in the id, so that pages never overlap. */
const ORDERS = {
  popular: "l.popularity DESC, l.skill_id DESC",
  newest: "l.published_at DESC, l.skill_id DESC",
  price_asc: "l.first_use_micros, l.skill_id",
  price_desc: "l.first_use_micros DESC, l.skill_id DESC",
  rating: "l.rating_score DESC, l.skill_id DESC",
} as const;

/** A prepared statement: its text depends on its name alone. */
export type Statement = { name: string; text: string; values: unknown[] };
/** How far a search reaches: its words, also parts of words, also what merely looks alike. */
export type Mode = "words" | "parts" | "similar";

/** Most matches of each kind, the popular ones, that are ranked; what is left follows by popularity. */
const RANKED = 300;

/** Gives a value its place in a statement. */
type Bind = (value: unknown) => string;

const binder =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** The filters that are there; one that is not costs nothing, and every combination has a plan of its own. */
function filtersOf({ category, pricing_type }: BrowseQuery, bind: Bind) {
  const filters = [
    category && { name: "category", condition: `l.category = ${bind(category)}` },
    pricing_type && { name: "pricing", condition: `l.pricing_type = ${bind(pricing_type)}` },
  ].filter((filter) => filter !== undefined);
  return {
    name: filters.map(({ name }) => name).join("-") || "all",
    conditions: filters.map(({ condition }) => condition),
  };
}

const where = (conditions: string[]) => (conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "");

/** The ways to match: all words; beyond that, parts of words; beyond that, names that look alike and any word. */
function waysToMatch(search: SearchTerms, mode: Mode, bind: Bind): string[] {
  if (search.signs !== null) {
    const signs = bind(search.signs);
    return [`(l.name LIKE ${signs} OR l.description LIKE ${signs})`];
  }
  const words = bind(search.allWords);
  const ways = [
    `(l.search @@ to_tsquery('simple', ${words}) OR l.search @@ to_tsquery('english', ${words}))`,
  ];
  if (mode !== "words" && search.parts.length > 0) {
    const inside = search.parts.map((part) => `fold(l.name || ' ' || l.description) LIKE ${bind(part)}`);
    if (search.otherWords) inside.push(`l.search @@ to_tsquery('simple', ${bind(search.otherWords)})`);
    ways.push(`(${inside.join(" AND ")})`);
  }
  if (mode === "similar") {
    const phrase = bind(search.phrase);
    ways.push(`(${phrase} % l.name_folded OR ${phrase} <% l.name_folded)`);
    ways.push(`l.search @@ to_tsquery('simple', ${bind(search.anyWord)})`);
  }
  return ways;
}

const matching = (ways: string[]) => `(${ways.join(" OR ")})`;

const shapeOf = (search: SearchTerms | null, mode: Mode) =>
  search === null
    ? "browse"
    : search.signs
      ? "signs"
      : `${mode}-${search.parts.length}${search.otherWords && "-others"}`;

/** One page of what matches. */
export function pageStatement(query: BrowseQuery, search: SearchTerms | null, mode: Mode): Statement {
  const values: unknown[] = [];
  const bind = binder(values);
  const filters = filtersOf(query, bind);
  const [limit, offset] = [bind(query.limit), bind(query.offset)];
  const name = `${shapeOf(search, mode)}.${filters.name}`;
  if (search && search.signs === null && query.sort === undefined) {
    const isDeep = query.offset + query.limit > RANKED;
    const ids = `${rankedIds(search, mode, filters.conditions, isDeep, bind)} LIMIT ${limit} OFFSET ${offset}`;
    const text = `SELECT ${LISTING_COLUMNS} FROM (${ids}) AS page JOIN listing l USING (skill_id) ORDER BY page.place`;
    return { name: `catalog.ranked.${name}${isDeep ? ".deep" : ""}`, text, values };
  }
  const order = ORDERS[query.sort ?? "popular"];
  const matches = where(
    search ? [...filters.conditions, matching(waysToMatch(search, mode, bind))] : filters.conditions,
  );
  // What looks alike is found before it is sorted: walking the order's index past all that does not would take seconds.
  const rare =
    search && mode === "similar"
      ? `JOIN (SELECT l.skill_id FROM listing l ${matches} OFFSET 0) AS alike USING (skill_id)`
      : null;
  // The page's ids come from an index alone; only its own rows are read, and put in order again.
  const ids = `SELECT l.skill_id FROM listing l ${rare ?? matches} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  const text = `SELECT ${LISTING_COLUMNS} FROM (${ids}) AS page JOIN listing l USING (skill_id) ORDER BY ${order}`;
  return { name: `catalog.sorted.${name}.${query.sort ?? "popular"}`, text, values };
}

/**
 * The ids of a search in order. Ranking every match of a common word would take seconds, so only names that have all
 * words and the most popular matches are ranked. A deep page goes on with the others, by popularity.
 */
function rankedIds(search: SearchTerms, mode: Mode, filters: string[], isDeep: boolean, bind: Bind): string {
  const ways = waysToMatch(search, mode, bind);
  const matches = matching(ways);
  const phrase = bind(search.phrase);
  const columns = "l.skill_id, l.popularity, l.name_folded, l.search";
  const few = `ORDER BY l.popularity DESC, l.skill_id DESC LIMIT ${RANKED}`;
  const named = search.parts.map((part) => `l.name_folded LIKE ${bind(part)}`).join(" AND ");
  // Each way brings its own, or the many matches of a loose one would crowd out the few of a strict one.
  const sources = [
    [`l.name_folded = ${phrase}`],
    ...ways.map((way) => [way]),
    ...(named ? [[named, matches]] : []),
  ].map((conditions) => `(SELECT l.skill_id FROM listing l ${where([...filters, ...conditions])} ${few})`);
  const ranked = `SELECT l.skill_id, row_number() OVER (ORDER BY ${ranking(search, mode, phrase, bind)}) AS place
    FROM (${sources.join(" UNION ")}) AS candidate JOIN (SELECT ${columns} FROM listing l) AS l USING (skill_id)`;
  if (!isDeep) return `${ranked} ORDER BY place`;
  return `SELECT l.skill_id, row_number() OVER (ORDER BY ranked.place, l.popularity DESC, l.skill_id DESC) AS place
    FROM listing l LEFT JOIN (${ranked}) AS ranked USING (skill_id) ${where([...filters, `(${matches} OR ranked.place IS NOT NULL)`])}
    ORDER BY place`;
}

/** Exact name, then all words in the name, then how well the words match, then popularity. */
function ranking(search: SearchTerms, mode: Mode, phrase: string, bind: Bind): string {
  const all = `to_tsquery('simple', ${bind(search.allWords)})`;
  const last = "l.popularity DESC, l.skill_id DESC";
  if (mode === "similar")
    return `(l.search @@ ${all}) DESC, word_similarity(${phrase}, l.name_folded) + similarity(${phrase}, l.name_folded)
      + ts_rank(l.search, to_tsquery('simple', ${bind(search.anyWord)})) DESC, ${last}`;
  const names = `to_tsquery('simple', ${bind(search.nameWords)})`;
  return `(l.name_folded = ${phrase}) DESC, (l.search @@ ${names}) DESC,
    CASE WHEN l.search @@ ${names} THEN similarity(l.name_folded, ${phrase}) ELSE ts_rank(l.search, ${all}) END DESC, ${last}`;
}

/** The number of matches, counted no further than a total is told. */
export function countStatement(query: BrowseQuery, search: SearchTerms | null, mode: Mode): Statement {
  const values: unknown[] = [];
  const bind = binder(values);
  const filters = filtersOf(query, bind);
  const matches = where(
    search ? [...filters.conditions, matching(waysToMatch(search, mode, bind))] : filters.conditions,
  );
  return {
    name: `catalog.count.${shapeOf(search, mode)}.${filters.name}`,
    text: `SELECT count(*)::int AS count FROM (SELECT 1 FROM listing l ${matches} LIMIT ${MAX_TOTAL + 1}) AS counted`,
    values,
  };
}
