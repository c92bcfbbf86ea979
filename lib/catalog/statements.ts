import type { BrowseQuery } from "@/lib/catalog/schemas";
import { parseSearch, type SearchTerms } from "@/lib/catalog/search-query";
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
type Mode = "match" | "similar";

/** Collects the conditions of a query; a filter that is not there costs nothing and has a plan of its own. */
function conditions({ category, pricing_type }: BrowseQuery, search: SearchTerms | null, mode: Mode) {
  const values: unknown[] = [];
  const names: string[] = [];
  const all: string[] = [];
  const add = (name: string, condition: string, ...given: unknown[]) => {
    names.push(name);
    all.push(
      given.reduce<string>(
        (text, _, index) => text.replaceAll(`?${index}`, `$${values.length + index + 1}`),
        condition,
      ),
    );
    values.push(...given);
  };
  if (category) add("category", "l.category = ?0", category);
  if (pricing_type) add("pricing", "l.pricing_type = ?0", pricing_type);
  if (search) addSearch(search, mode, add);
  return {
    name: names.join("-") || "all",
    where: all.length > 0 ? `WHERE ${all.join(" AND ")}` : "",
    values,
  };
}

/** All words or, for searches that hardly anything matches, also any word and names that look alike. */
function addSearch(
  search: SearchTerms,
  mode: Mode,
  add: (name: string, condition: string, ...given: unknown[]) => void,
): void {
  const words = "l.search @@ to_tsquery('simple', ?0) OR l.search @@ to_tsquery('english', ?0)";
  const parts = search.parts
    .map((_, index) => `fold(l.name || ' ' || l.description) LIKE ?${index + 1}`)
    .join(" AND ");
  const matches = parts ? `${words} OR ${parts}` : words;
  const given = [search.allWords, ...search.parts];
  if (mode === "match") {
    add(`parts-${search.parts.length}`, `(${matches})`, ...given);
    return;
  }
  const [any, phrase] = [given.length, given.length + 1];
  const alike = `l.search @@ to_tsquery('simple', ?${any}) OR ?${phrase} % l.name_folded OR ?${phrase} <% l.name_folded`;
  add(`alike-${search.parts.length}`, `(${matches} OR ${alike})`, ...given, search.anyWord, search.phrase);
}

/** One page of what matches. */
export function pageStatement(query: BrowseQuery, mode: Mode): Statement {
  const search = query.search ? parseSearch(query.search) : null;
  const { name, where, values } = conditions(query, search, mode);
  const isRanked = search !== null && query.sort === undefined;
  const order = isRanked ? ranking(values, search, mode) : ORDERS[query.sort ?? "popular"];
  const [limit, offset] = [values.push(query.limit), values.push(query.offset)];
  // The page's ids come from an index alone; only its own rows are read, and put in order again.
  const ids = `SELECT l.skill_id FROM listing l ${where} ORDER BY ${order} LIMIT $${limit} OFFSET $${offset}`;
  const text = `SELECT ${LISTING_COLUMNS} FROM (${ids}) AS page JOIN listing l USING (skill_id) ORDER BY ${order}`;
  return { name: `catalog.${mode}.${name}.${isRanked ? "ranked" : (query.sort ?? "popular")}`, text, values };
}

/** Exact name, then all words in the name, then how well the words match, then popularity. */
function ranking(values: unknown[], search: SearchTerms, mode: Mode): string {
  const phrase = `$${values.push(search.phrase)}`;
  if (mode === "similar") {
    const any = `$${values.push(search.anyWord)}`;
    const all = `$${values.push(search.allWords)}`;
    return `(l.search @@ to_tsquery('simple', ${all})) DESC, word_similarity(${phrase}, l.name_folded) + similarity(${phrase}, l.name_folded)
      + ts_rank(l.search, to_tsquery('simple', ${any})) DESC, l.popularity DESC, l.skill_id DESC`;
  }
  const names = `to_tsquery('simple', $${values.push(search.nameWords)})`;
  const all = `to_tsquery('simple', $${values.push(search.allWords)})`;
  return `(l.name_folded = ${phrase}) DESC, (l.search @@ ${names}) DESC,
    CASE WHEN l.search @@ ${names} THEN similarity(l.name_folded, ${phrase}) ELSE ts_rank(l.search, ${all}) END DESC,
    l.popularity DESC, l.skill_id DESC`;
}

/** The number of matches, counted no further than a total is told. */
export function countStatement(query: BrowseQuery, mode: Mode): Statement {
  const { name, where, values } = conditions(query, query.search ? parseSearch(query.search) : null, mode);
  return {
    name: `catalog.count.${mode}.${name}`,
    text: `SELECT count(*)::int AS count FROM (SELECT 1 FROM listing l ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`,
    values,
  };
}
