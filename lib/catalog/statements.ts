import type { BrowseQuery } from "@/lib/catalog/schemas";
import type { SearchTerms } from "@/lib/catalog/search-query";
import { LISTING_COLUMNS } from "@/lib/catalog/views";
import { MAX_PAGE_SIZE, MAX_TOTAL } from "@/lib/core/page";

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

/** The generation of the catalog, as a column: every change of a listing raises it, counters included. */
export const GENERATION = "(SELECT generation FROM catalog_generation)";

/** Sizes of pages that have a statement of their own: what most ask for, and the largest. */
const PAGE_SIZES = [20, MAX_PAGE_SIZE];

/** The filters that are there, by a letter each: every combination has a plan of its own, and PostgreSQL cuts long names. */
const nameOf = ({ category, pricing_type, execution_type }: BrowseQuery) =>
  [category && "c", pricing_type && "p", execution_type && "e"].filter(Boolean).join("") || "all";

/**
 * One page of listings, each row with the number of all matches and the generation; a page beyond the end is one row of
 * nulls. Further pages take their ids from an index alone, and only their own rows are read.
 */
export function browseStatement(query: BrowseQuery): Statement {
  const { category, pricing_type, execution_type, sort = "popular", limit, offset } = query;
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    category && `l.category = ${bind(category)}`,
    pricing_type && `l.pricing_type = ${bind(pricing_type)}`,
    execution_type && `l.execution_type IN (${bind(execution_type)}, 'both')`,
  ].filter((condition) => condition !== undefined);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const size = PAGE_SIZES.find((size) => limit <= size);
  // With a page's size in the text, the plan made for all values is as good as one made for these, and nothing is planned again.
  const found = (columns: string) =>
    `SELECT ${columns} FROM listing l ${where} ORDER BY ${ORDERS[sort]} LIMIT ${size}${offset > 0 ? ` OFFSET ${bind(offset)}` : ""}`;
  const page =
    offset === 0
      ? `SELECT ${LISTING_COLUMNS}, row_number() OVER () AS place FROM (${found("*")}) AS l LIMIT ${bind(limit)}`
      : `SELECT ${LISTING_COLUMNS}, ids.place
          FROM (SELECT skill_id, row_number() OVER () AS place FROM (${found("l.skill_id")}) AS found LIMIT ${bind(limit)}) AS ids
            JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true`;
  // Totals by category and pricing are stored; others are counted, no further than a total is shown.
  const total = execution_type
    ? `SELECT count(*)::int AS total FROM (SELECT 1 FROM listing l ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`
    : `SELECT least(coalesce(sum(l.count), 0), ${MAX_TOTAL + 1})::int AS total FROM listing_total l ${where}`;
  return {
    name: `catalog.browse-${size}${offset > 0 ? "-skip" : ""}.${sort}.${nameOf(query)}`,
    text: `SELECT ${GENERATION} AS generation, t.total, page.* FROM (${total}) AS t
      LEFT JOIN LATERAL (${page}) AS page ON true ORDER BY page.place`,
    values,
  };
}

/** The same for a search. */
export function searchStatement(query: BrowseQuery, search: SearchTerms): Statement {
  const { phrase, allWords, otherWords, anyWord, parts } = search;
  const { category = null, pricing_type = null, execution_type = null, sort = null, limit, offset } = query;
  return {
    name: "catalog.search",
    text: `SELECT ${GENERATION} AS generation, f.total, page.*
      FROM listing_search($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS f LEFT JOIN LATERAL (
        SELECT ${LISTING_COLUMNS}, ids.place FROM unnest(f.ids) WITH ORDINALITY AS ids (skill_id, place)
          JOIN LATERAL (SELECT * FROM listing l WHERE l.skill_id = ids.skill_id OFFSET 0) AS l ON true
      ) AS page ON true ORDER BY page.place`,
    values: [
      phrase,
      allWords,
      otherWords,
      anyWord,
      parts,
      category,
      pricing_type,
      execution_type,
      sort,
      limit,
      offset,
    ],
  };
}
