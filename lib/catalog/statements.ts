import type { BrowseQuery } from "@/lib/catalog/schemas";
import type { SearchTerms } from "@/lib/catalog/search-query";
import { LISTING_COLUMNS } from "@/lib/catalog/views";
import { MAX_PAGE_SIZE, MAX_TOTAL, type PageRequest } from "@/lib/core/page";

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
const RANKED = 100;

/**
 * How often the catalogue has changed, as a column. Its version moves when a listing comes, goes or changes its words; the
 * changes move with every counter, too.
 */
export const CHANGES = "(SELECT count FROM catalog_changes)";

/** Sizes of pages that have a statement of their own: what most ask for, and the largest. */
const MOST = [20, MAX_PAGE_SIZE];

/** Gives a value its place in a statement. */
type Bind = (value: unknown) => string;

const binder =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** The conditions of the filters that are there, on the table of an alias; one that is not costs nothing. */
function filtersOf(
  { category, pricing_type, execution_type }: BrowseQuery,
  bind: Bind,
  alias = "l",
): string[] {
  return [
    category && `${alias}.category = ${bind(category)}`,
    pricing_type && `${alias}.pricing_type = ${bind(pricing_type)}`,
    execution_type && `${alias}.execution_type IN (${bind(execution_type)}, 'both')`,
  ].filter((condition) => condition !== undefined);
}

/** The filters that are there, by a letter each: every combination has a plan of its own, and PostgreSQL cuts long names. */
const nameOf = ({ category, pricing_type, execution_type }: BrowseQuery) =>
  [category && "c", pricing_type && "p", execution_type && "e"].filter(Boolean).join("") || "all";

const where = (conditions: string[]) => (conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "");

/** The ways to match beyond all words alone: parts of words, then names that look alike and any word. */
function waysToMatch(search: SearchTerms, mode: Mode, bind: Bind): string[] {
  const words = bind(search.allWords);
  const ways = [
    `(s.search @@ to_tsquery('simple', ${words}) OR s.search @@ to_tsquery('english', ${words}))`,
  ];
  if (search.parts.length > 0) {
    const inside = search.parts.map((part) => `s.text_folded LIKE ${bind(part)}`);
    if (search.otherWords) inside.push(`s.search @@ to_tsquery('simple', ${bind(search.otherWords)})`);
    ways.push(`(${inside.join(" AND ")})`);
  }
  if (mode === "similar") {
    const phrase = bind(search.phrase);
    ways.push(`(${phrase} % s.name_folded OR ${phrase} <% s.name_folded)`);
    ways.push(`s.search @@ to_tsquery('simple', ${bind(search.anyWord)})`);
  }
  return ways;
}

/** What matches in any of the ways. */
const matching = (ways: string[]) => `(${ways.join(" OR ")})`;

/** Listings with what searches look through, for conditions on either. */
const SEARCHED = "listing l JOIN listing_search s USING (skill_id)";

/** Where matches come from: a table `l` with its conditions, and the rows that are found before, when they are. */
type Source = { hits: string; from: string; conditions: string[] };

/** All words are looked for once, by a function that is never planned to read everything. */
const hitsOf = ({ category, pricing_type, execution_type }: BrowseQuery, search: SearchTerms, bind: Bind) =>
  `listing_search_hits(${[search.allWords, category, pricing_type, execution_type]
    .map((value) => `${bind(value ?? null)}::text`)
    .join(", ")})`;

function sourceOf(query: BrowseQuery, search: SearchTerms | null, mode: Mode, bind: Bind): Source {
  if (search && search.signs === null && mode === "words") {
    const hits = `WITH hit AS MATERIALIZED (SELECT * FROM ${hitsOf(query, search, bind)})`;
    return { hits, from: "hit l", conditions: [] };
  }
  const conditions = filtersOf(query, bind);
  if (search === null) return { hits: "", from: "listing l", conditions };
  if (search.signs === null)
    return {
      hits: "",
      from: SEARCHED,
      conditions: [...conditions, matching(waysToMatch(search, mode, bind))],
    };
  const signs = bind(search.signs);
  const found = `(l.name LIKE ${signs} OR l.description LIKE ${signs})`;
  return { hits: "", from: "listing l", conditions: [...conditions, found] };
}

const shapeOf = (search: SearchTerms | null, mode: Mode) =>
  search === null
    ? "browse"
    : search.signs
      ? "signs"
      : `${mode}-${search.parts.length}${search.otherWords && "-others"}`;

/** Whether a search is answered in an order of its own: its first places ranked, all others by popularity. */
export function isRanked(query: BrowseQuery, search: SearchTerms): boolean {
  return search.signs === null && query.sort === undefined;
}

/**
 * One page of what matches, each row with the number of all matches and of the catalogue's changes; a page beyond the end is
 * one row of nulls.
 */
export function pageStatement(query: BrowseQuery, search: SearchTerms | null, mode: Mode): Statement {
  const values: unknown[] = [];
  const bind = binder(values);
  const source = sourceOf(query, search, mode, bind);
  const page = sortedPage(query, mode === "similar", source, bind);
  const isKept = search === null && query.execution_type === undefined;
  return {
    name: `catalog.${page.name}.${shapeOf(search, mode)}.${nameOf(query)}`,
    text: `${source.hits} SELECT ${CHANGES} AS changes, t.total, page.* FROM (${isKept ? kept(source.conditions) : counted(source)}) AS t
      LEFT JOIN LATERAL (${page.text}) AS page ON true ORDER BY page.place`,
    values,
  };
}

/** The first places of a search in order, as one row: their ids, the number of all matches, how far it reached, the catalogue's version. */
export function orderStatement(query: BrowseQuery, search: SearchTerms): Statement {
  const { category = null, pricing_type = null, execution_type = null } = query;
  const { phrase, allWords, nameWords, anyWord, otherWords, parts } = search;
  const wanted = [phrase, allWords, nameWords, anyWord, otherWords, parts];
  return {
    name: "catalog.order",
    text: `SELECT reach AS mode, least(total, ${MAX_TOTAL + 1}) AS total, version, ids
      FROM listing_search_order($1, $2, $3, $4, $5, $6, $7, $8, $9, ${RANKED})`,
    values: [...wanted, category, pricing_type, execution_type],
  };
}

/** The rows of ids in their order, if the catalogue still has the version, or any; else one row of nulls with its new one. */
export function rowsStatement(ids: string[], version: string | null): Statement {
  const text = `SELECT ${CHANGES} AS changes, v.version, page.* FROM catalog_version v LEFT JOIN LATERAL (
    SELECT ${LISTING_COLUMNS}, ids.place FROM unnest($1::uuid[]) WITH ORDINALITY AS ids (skill_id, place)
      JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true
    ) AS page ON ${version === null ? "true" : "v.version = $2"} ORDER BY page.place`;
  return version === null
    ? { name: "catalog.rows.any", text, values: [ids] }
    : { name: "catalog.rows", text, values: [ids, version] };
}

/** The ids of what follows the first places of a search, by popularity. */
export function restStatement(
  query: BrowseQuery,
  search: SearchTerms,
  { ids, mode }: { ids: string[]; mode: Mode },
  { limit, offset }: PageRequest,
): Statement {
  const values: unknown[] = [];
  const bind = binder(values);
  const { hits, from, conditions } = sourceOf(query, search, mode, bind);
  const others = where([...conditions, `l.skill_id <> ALL(${bind(ids)}::uuid[])`]);
  return {
    name: `catalog.rest.${shapeOf(search, mode)}.${nameOf(query)}`,
    text: `${hits} SELECT l.skill_id FROM ${from} ${others} ORDER BY ${ORDERS.popular} LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
    values,
  };
}

type Page = { name: string; text: string };

function sortedPage(query: BrowseQuery, isRare: boolean, { from, conditions }: Source, bind: Bind): Page {
  const sort = query.sort ?? "popular";
  const order = ORDERS[sort];
  const matches = `FROM ${from} ${where(conditions)}`;
  // What looks alike is found before it is sorted: walking the order's index past all that does not would take seconds.
  const rare = `FROM listing l JOIN (SELECT l.skill_id ${matches} OFFSET 0) AS alike USING (skill_id)`;
  const most = MOST.find((most) => query.limit <= most);
  const name = `sorted-${most}${query.offset > 0 ? "-skip" : ""}.${sort}`;
  // With a page's size in the text, the plan made for all values is as good as one made for these, and nothing is planned again.
  if (query.offset === 0 && from === "listing l") {
    const first = `SELECT * FROM listing l ${where(conditions)} ORDER BY ${order} LIMIT ${most}`;
    return {
      name,
      text: `SELECT ${LISTING_COLUMNS}, row_number() OVER () AS place FROM (${first}) AS l LIMIT ${bind(query.limit)}`,
    };
  }
  // Further pages take their ids from an index alone, and only their own rows are read.
  const skip = query.offset > 0 ? `OFFSET ${bind(query.offset)}` : "";
  const ids = `SELECT l.skill_id ${isRare ? rare : matches} ORDER BY ${order} LIMIT ${most} ${skip}`;
  return {
    name,
    text: `SELECT ${LISTING_COLUMNS}, ids.place
      FROM (SELECT skill_id, row_number() OVER () AS place FROM (${ids}) AS found LIMIT ${bind(query.limit)}) AS ids
        JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true`,
  };
}

/** The number of matches, counted no further than a total is told. */
const counted = ({ from, conditions }: Source) =>
  `SELECT count(*)::int AS total FROM (SELECT 1 FROM ${from} ${where(conditions)} LIMIT ${MAX_TOTAL + 1}) AS counted`;

/** The number of all listings, or of a category's or a pricing's, which is kept and not counted. */
const kept = (conditions: string[]) =>
  `SELECT least(coalesce(sum(l.count), 0), ${MAX_TOTAL + 1})::int AS total FROM listing_total l ${where(conditions)}`;
