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
const RANKED = 300;

/** Sizes of pages that have a statement of their own: what most ask for, and the largest. */
const MOST = [20, MAX_PAGE_SIZE];

/** Gives a value its place in a statement. */
type Bind = (value: unknown) => string;

const binder =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** The filters that are there; one that is not costs nothing, and every combination has a plan of its own. */
function filtersOf({ category, pricing_type, execution_type }: BrowseQuery, bind: Bind) {
  const filters = [
    category && { name: "category", condition: `l.category = ${bind(category)}` },
    pricing_type && { name: "pricing", condition: `l.pricing_type = ${bind(pricing_type)}` },
    execution_type && {
      name: "execution",
      condition: `l.execution_type IN (${bind(execution_type)}, 'both')`,
    },
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
    const inside = search.parts.map((part) => `l.text_folded LIKE ${bind(part)}`);
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

/** What matches in any of the ways, as a condition among others; none without ways. */
const matching = (ways: string[]) => (ways.length > 0 ? [`(${ways.join(" OR ")})`] : []);

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

/** One page of what matches, each row with the number of all matches; a page beyond the end is one row of nulls. */
export function pageStatement(query: BrowseQuery, search: SearchTerms | null, mode: Mode): Statement {
  const values: unknown[] = [];
  const bind = binder(values);
  const filters = filtersOf(query, bind);
  const ways = search ? waysToMatch(search, mode, bind) : [];
  const conditions = [...filters.conditions, ...matching(ways)];
  const page = sortedPage(query, mode === "similar", where(conditions), bind);
  const isKept = search === null && query.execution_type === undefined;
  return {
    name: `catalog.${page.name}.${shapeOf(search, mode)}.${filters.name}`,
    text: `SELECT t.total, page.* FROM (${isKept ? kept(filters.conditions) : counted(conditions)}) AS t
      LEFT JOIN LATERAL (${page.text}) AS page ON true ORDER BY page.place`,
    values,
  };
}

/** The first places of a search in order, as one row: their ids, the number of all matches, the catalogue's version. */
export function orderStatement(query: BrowseQuery, search: SearchTerms, mode: Mode): Statement {
  const values: unknown[] = [];
  const bind = binder(values);
  const filters = filtersOf(query, bind);
  const ways = waysToMatch(search, mode, bind);
  return {
    name: `catalog.order.${shapeOf(search, mode)}.${filters.name}`,
    text: orderText({ search, mode, filters: filters.conditions, ways, bind }),
    values,
  };
}

/** The rows of ids in their order, if the catalogue still has the version; else one row of nulls with its new one. */
export function rowsStatement(ids: string[], version: string): Statement {
  const text = `SELECT v.version, page.* FROM catalog_version v LEFT JOIN LATERAL (
    SELECT ${LISTING_COLUMNS}, ids.place FROM unnest($1::uuid[]) WITH ORDINALITY AS ids (skill_id, place)
      JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true
    ) AS page ON v.version = $2 ORDER BY page.place`;
  return { name: "catalog.rows", text, values: [ids, version] };
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
  const filters = filtersOf(query, bind);
  const ways = matching(waysToMatch(search, mode, bind));
  const conditions = [...filters.conditions, ...ways, `l.skill_id <> ALL(${bind(ids)}::uuid[])`];
  return {
    name: `catalog.rest.${shapeOf(search, mode)}.${filters.name}`,
    text: `SELECT l.skill_id FROM listing l ${where(conditions)} ORDER BY ${ORDERS.popular} LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
    values,
  };
}

type Page = { name: string; text: string };
type Ranked = { search: SearchTerms; mode: Mode; filters: string[]; ways: string[]; bind: Bind };

function sortedPage(query: BrowseQuery, isRare: boolean, matches: string, bind: Bind): Page {
  const sort = query.sort ?? "popular";
  const order = ORDERS[sort];
  // What looks alike is found before it is sorted: walking the order's index past all that does not would take seconds.
  const rare = isRare
    ? `JOIN (SELECT l.skill_id FROM listing l ${matches} OFFSET 0) AS alike USING (skill_id)`
    : null;
  const most = MOST.find((most) => query.limit <= most);
  const skip = query.offset > 0 ? `OFFSET ${bind(query.offset)}` : "";
  // The page's ids come from an index alone; only its own rows are read. With its size in the text, the plan made for
  // all values is as good as one made for these, and nothing is planned again.
  const ids = `SELECT l.skill_id FROM listing l ${rare ?? matches} ORDER BY ${order} LIMIT ${most} ${skip}`;
  return {
    name: `sorted-${most}${skip && "-skip"}.${sort}`,
    text: `SELECT ${LISTING_COLUMNS}, ids.place
      FROM (SELECT skill_id, row_number() OVER () AS place FROM (${ids}) AS found LIMIT ${bind(query.limit)}) AS ids
        JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true`,
  };
}

/** The number of matches, counted no further than a total is told. */
const counted = (conditions: string[]) =>
  `SELECT count(*)::int AS total FROM (SELECT 1 FROM listing l ${where(conditions)} LIMIT ${MAX_TOTAL + 1}) AS counted`;

/** The number of all listings, or of a category's or a pricing's, which is kept and not counted. */
const kept = (conditions: string[]) =>
  `SELECT least(coalesce(sum(l.count), 0), ${MAX_TOTAL + 1})::int AS total FROM listing_total l ${where(conditions)}`;

/** Conditions of their own that bring candidates for the first places, the most popular of each. */
function sourcesOf({ search, filters, ways, bind }: Ranked, phrase: string): string {
  const few = `ORDER BY l.popularity DESC, l.skill_id DESC LIMIT ${RANKED}`;
  const named = namedBy(search, bind);
  // Each way brings its own, or the many matches of a loose one would crowd out the few of a strict one.
  return [
    [`l.name_folded = ${phrase}`],
    ...ways.map((way) => [way]),
    ...(named ? [[named, ...matching(ways)]] : []),
  ]
    .map((conditions) => `(SELECT l.skill_id FROM listing l ${where([...filters, ...conditions])} ${few})`)
    .join(" UNION ");
}

const namedBy = (search: SearchTerms, bind: Bind) =>
  search.parts.map((part) => `l.name_folded LIKE ${bind(part)}`).join(" AND ");

/**
 * The first places, from one pass over what matches, which is counted by the way. Ranking every match of a common word
 * would take seconds: the exact name, then names that have all words, then the most popular are ranked. Of more than can
 * be counted, the popular ones are looked for by their own index, and of what merely looks alike each kind by itself.
 */
function orderText(ranked: Ranked): string {
  const { search, mode, filters, ways, bind } = ranked;
  const phrase = bind(search.phrase);
  const hit = `SELECT l.skill_id, l.popularity, l.name_folded = ${phrase} AS is_exact, (${namedBy(search, bind) || "false"}) AS is_named
    FROM listing l ${where([...filters, ...matching(ways)])} LIMIT ${MAX_TOTAL + 1}`;
  const first = `(SELECT skill_id FROM hit ORDER BY is_exact DESC, is_named DESC, popularity DESC, skill_id DESC LIMIT ${RANKED})`;
  const strict = `(SELECT l.skill_id FROM listing l ${where([...filters, ways[0] ?? "true"])} LIMIT ${RANKED})`;
  const sources = sourcesOf(ranked, phrase);
  const common = `(SELECT skill_id FROM (${sources}) AS common WHERE (SELECT count(*) FROM hit) > ${MAX_TOTAL})`;
  const candidates = {
    words: `${first} UNION ${common}`,
    parts: `${first} UNION ${strict} UNION ${common}`,
    similar: sources,
  }[mode];
  return `WITH hit AS MATERIALIZED (${hit}), candidate AS (${candidates}), placed AS (${placed("candidate", ranked, phrase)})
    SELECT (SELECT count(*)::int FROM hit) AS total, (SELECT version FROM catalog_version) AS version,
      ARRAY(SELECT skill_id FROM placed ORDER BY place LIMIT ${RANKED}) AS ids`;
}

function placed(candidates: string, { search, mode, bind }: Ranked, phrase: string): string {
  // Few are placed: each is looked up by its id, whatever the planner thinks of the size of the marketplace.
  return `SELECT l.skill_id, row_number() OVER (ORDER BY ${ranking(search, mode, phrase, bind)}) AS place
    FROM ${candidates} AS candidate JOIN LATERAL (
      SELECT l.skill_id, l.popularity, l.name_folded, l.search FROM listing l WHERE l.skill_id = candidate.skill_id OFFSET 0) AS l ON true`;
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
