import type { QueryResultRow } from "pg";
import { query, type Source } from "@/lib/platform/core/db";
import { MAX_TOTAL, type Page, type PageRequest, toPage, toPageAfter } from "@/lib/platform/core/page";
import type { Values } from "@/lib/platform/core/statement";

/** How one page is read. The texts depend on `name` alone: both are prepared under it. */
export type PageStatement = {
  name: string;
  /** Reads the rows of the page; its last two parameters are the limit and the offset, or they are called so. */
  text: string;
  /** What follows FROM to find the rows that are counted: `purchase WHERE buyer_id = $1`. */
  matches: string;
  /** The parameters that both share. */
  values: Values;
  /** Further parameters of `text`: the place of the entry that the page begins after, all null when it begins at an offset. */
  after?: Values;
  source?: Source;
};

/** Reads one page of a listing and, at the same time, how many rows match, as far as totals are exact. */
export async function readPage<Row extends QueryResultRow, Item>(
  { name, text, matches, values, after = [], source }: PageStatement,
  { limit, offset }: PageRequest,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const isAfter = Object.values(after).some((value) => value !== null);
  const slice = { limit: limit + (isAfter ? 1 : 0), offset };
  const all =
    Array.isArray(values) && Array.isArray(after)
      ? [...values, ...after, slice.limit, slice.offset]
      : { ...values, ...after, ...slice };
  const [rows, [counted]] = await Promise.all([
    query<Row>(name, text, all, source),
    query<{ count: number }>(
      `${name}.count`,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${matches} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      values,
      source,
    ),
  ]);
  const wrap = isAfter ? toPageAfter : toPage;
  return wrap(rows.map(toItem), counted?.count ?? 0, { limit, offset });
}
