import { MAX_PAGE_SIZE, MAX_TOTAL } from "@/lib/platform/core/page";
import { NAMED_FILTERS, type NamedFilter, type SearchedFilter, type Sort } from "@/lib/supply/catalog/filters";
import type { BrowseQuery } from "@/lib/supply/catalog/schemas";
import type { SearchTerms } from "@/lib/supply/catalog/search-query";
import { traitsOf } from "@/lib/supply/catalog/traits";
import { LISTING_COLUMNS } from "@/lib/supply/catalog/views";

/** Every sort order ends with the id, so that pages never overlap. */
const ORDERS: Record<Sort, string> = {
  popular: "l.popularity DESC, l.skill_id DESC",
  trending: "l.week_uses DESC, l.skill_id DESC",
  newest: "l.published_at DESC, l.skill_id DESC",
  price_asc: "l.price_rank, l.skill_id",
  price_desc: "l.price_rank DESC, l.skill_id DESC",
  rating: "l.rating_score DESC, l.skill_id DESC",
};

/** The columns of the filters by name, and their letters in a statement's name. */
const COLUMNS: Record<NamedFilter, [column: string, letter: string]> = {
  category: ["l.category", "c"],
  publisher: ["l.developer_handle", "h"],
};

/** A prepared statement: its text depends on its name alone. */
export type Statement = { name: string; text: string; values: unknown[] };

/** The generation of the catalog, as a column: every change of a listing raises it, counters included. */
export const GENERATION = "(SELECT generation FROM catalog_generation)";

/** Page sizes with their own prepared statement: the most common ones and the largest. */
const PAGE_SIZES = [24, MAX_PAGE_SIZE];

/** Subscriptions have a larger `price_rank` than this, prices per call a smaller one. */
const FIRST_SUBSCRIPTION_RANK = 2 ** 50;

/** The part of the order by price that a filter by pricing leaves, so that no page walks through the other part; or undefined. */
function pricesOf({ sort, pricing_type }: BrowseQuery): string | undefined {
  if ((sort !== "price_asc" && sort !== "price_desc") || !pricing_type) return undefined;
  return `l.price_rank ${pricing_type === "subscription" ? ">=" : "<"} ${FIRST_SUBSCRIPTION_RANK}`;
}

/** The active filters, one letter each: every combination has its own plan, and PostgreSQL truncates long names. */
const nameOf = (query: BrowseQuery) =>
  [
    ...NAMED_FILTERS.map((name) => query[name] && COLUMNS[name][1]),
    traitsOf(query) > 0 && "t",
    pricesOf(query) && query.pricing_type?.[0],
  ]
    .filter(Boolean)
    .join("") || "all";

/**
 * One page of listings, each row with the total and the generation; a page beyond the end is one row of nulls. Pages with an offset or
 * a filter that may skip rows find their ids by an index-only scan, and read only their own rows.
 */
export function browseStatement(query: BrowseQuery): Statement {
  const { sort = "popular", limit, offset } = query;
  const traits = traitsOf(query);
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...NAMED_FILTERS.map((name) => query[name] && `${COLUMNS[name][0]} = ${bind(query[name])}`),
    // `>=` rather than `=`, whose selectivity the planner underestimates so much that it scans the table.
    traits > 0 ? `l.traits & ${bind(traits)} >= ${bind(traits)}` : undefined,
  ].filter((condition) => condition !== undefined);
  const whereOf = (all: string[]) => (all.length > 0 ? `WHERE ${all.join(" AND ")}` : "");
  const where = whereOf(conditions);
  const prices = pricesOf(query);
  const size = PAGE_SIZES.find((size) => limit <= size);
  // With the page size as a constant, the generic plan is as good as a custom one, so PostgreSQL stops replanning.
  const found = (columns: string) =>
    `SELECT ${columns} FROM listing l ${whereOf(prices ? [...conditions, prices] : conditions)} ORDER BY ${ORDERS[sort]}
      LIMIT ${size}${offset > 0 ? ` OFFSET ${bind(offset)}` : ""}`;
  const page =
    offset === 0 && traits === 0
      ? `SELECT ${LISTING_COLUMNS}, row_number() OVER () AS place FROM (${found("*")}) AS l LIMIT ${bind(limit)}`
      : `SELECT ${LISTING_COLUMNS}, ids.place
          FROM (SELECT skill_id, row_number() OVER () AS place FROM (${found("l.skill_id")}) AS found
            LIMIT ${bind(limit)}) AS ids
            JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true`;
  // Totals by category and traits are stored; those of a publisher are counted up to the largest shown total.
  const isCounted = NAMED_FILTERS.every((name) => name === "category" || !query[name]);
  const total = !isCounted
    ? `SELECT count(*)::int AS total FROM (SELECT 1 FROM listing l ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`
    : `SELECT least(coalesce(sum(l.count), 0), ${MAX_TOTAL + 1})::int AS total FROM listing_total l ${where}`;
  return {
    name: `catalog.browse-${size}${offset > 0 ? "-skip" : ""}.${sort}.${nameOf(query)}`,
    text: `SELECT ${GENERATION} AS generation, t.total, page.* FROM (${total}) AS t
      LEFT JOIN LATERAL (${page}) AS page ON true ORDER BY page.place`,
    values,
  };
}

/** The parameters of `listing_search` for a search and its filters. */
const searchValues = ({ phrase, allWords, otherWords, anyWord, parts }: SearchTerms): unknown[] => [
  phrase,
  allWords,
  otherWords,
  anyWord,
  parts,
];

/**
 * The same for a search. If a word needs a correction, it returns one row with the corrections and no listings, and the caller searches
 * again with them: a separate lookup would add a round trip to every search. `OFFSET 0` keeps the planner from searching regardless.
 */
export function searchStatement(query: BrowseQuery, search: SearchTerms): Statement {
  const { sort = null, limit, offset } = query;
  const { category }: Record<SearchedFilter, string | null> = { category: query.category ?? null };
  return {
    name: "catalog.search",
    text: `SELECT ${GENERATION} AS generation, c.corrections, coalesce(f.total, 0) AS total, page.*
      FROM (SELECT jsonb_agg(near) AS corrections FROM search_corrections($11) AS near) AS c
        LEFT JOIN LATERAL (SELECT * FROM listing_search($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
          WHERE c.corrections IS NULL OFFSET 0) AS f ON true
        LEFT JOIN LATERAL (
          SELECT ${LISTING_COLUMNS}, ids.place FROM unnest(f.ids) WITH ORDINALITY AS ids (skill_id, place)
            JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true
        ) AS page ON true ORDER BY page.place`,
    values: [...searchValues(search), category, traitsOf(query), sort, limit, offset, search.words],
  };
}

/**
 * The number of listings by category and set of traits: of all listings, or of a search's results. At least one row.
 */
export function traitCountsStatement(search: SearchTerms | null): Statement {
  if (!search)
    return {
      name: "catalog.facets",
      text: `SELECT g.generation, t.category, t.traits, t.count::int AS count
        FROM (SELECT ${GENERATION} AS generation) AS g LEFT JOIN listing_total t ON t.count > 0`,
      values: [],
    };
  return {
    name: "catalog.facets.search",
    text: `SELECT g.generation, t.category, t.traits, t.count FROM (SELECT ${GENERATION} AS generation) AS g LEFT JOIN (
        SELECT s.category, s.traits, count(*)::int AS count
          FROM listing_search($1, $2, $3, $4, $5, NULL, 0, 'popular', ${MAX_TOTAL}, 0) AS f
            CROSS JOIN unnest(f.ids) AS hit (skill_id)
            JOIN LATERAL (SELECT * FROM listing_search s WHERE s.skill_id = hit.skill_id OFFSET 0) AS s ON true
              GROUP BY 1, 2) AS t ON true`,
    values: searchValues(search),
  };
}
