import { z } from "zod";
import { invalid } from "@/lib/platform/core/errors";
import { wholeNumber } from "@/lib/platform/core/query";

export const MAX_PAGE_SIZE = 100;
/** Totals are exact up to this many rows, so that no listing pays for counting a large table. */
export const MAX_TOTAL = 10_000;
/** Furthest offset that a listing answers. */
const MAX_OFFSET = 1_000_000_000;

/** The query parameters of a paged listing, with its own default size. */
export function pageQuery(defaultLimit: number) {
  return {
    limit: wholeNumber(1, MAX_PAGE_SIZE)
      .default(defaultLimit)
      .meta({
        description: `Page size, 1 to ${MAX_PAGE_SIZE}.`,
        example: defaultLimit,
        // zod leaves the default of a preprocessed value out of its JSON Schema.
        override: { default: defaultLimit },
      }),
    offset: wholeNumber(0, MAX_OFFSET)
      .default(0)
      .meta({ description: "Rows to skip.", example: 0, override: { default: 0 } }),
  };
}

/** The further parameter of a list that can be read from an entry on, which new entries do not shift. */
export function cursorQuery(id: z.ZodType<string>) {
  return {
    starting_after: id.optional().meta({
      description:
        "Id of the last entry of the previous page. The page starts after it, even if new entries were added. Use instead of offset.",
    }),
  };
}

type Start = { offset: number; starting_after?: string | undefined };
export const hasOneStart = ({ offset, starting_after }: Start) => offset === 0 || starting_after === undefined;
export const ONE_START = { error: "cannot be combined with starting_after", path: ["offset"] };

/** A 400 for a `starting_after` that names nothing in the list. */
export const unknownCursor = () =>
  invalid([{ param: "starting_after", message: "is not the id of an entry in this list" }]);

/** The order of a listing by time, for Prisma. Its count takes it too: without an order Prisma sorts by id, which no index serves. */
export const NEWEST_FIRST = [{ createdAt: "desc" as const }, { id: "desc" as const }];

export type PageRequest = { limit: number; offset: number };
/** The slice of a listing that can also begin after an entry. */
export type CursorRequest = PageRequest & { starting_after?: string | undefined };

/** The schema of one page of `item`. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z
      .number()
      .int()
      .meta({ description: `Exact up to ${MAX_TOTAL}.`, example: 1 }),
    total_capped: z.literal(true).optional(),
    limit: z.number().int().meta({ example: 20 }),
    offset: z.number().int().meta({ example: 0 }),
    has_more: z.boolean().meta({ example: false }),
  });
}

export type Page<T> = {
  data: T[];
  total: number;
  total_capped?: true;
  limit: number;
  offset: number;
  has_more: boolean;
};

/**
 * Wraps the rows of a page. `counted` is the number of matching rows, counted to at most `MAX_TOTAL + 1`.
 */
export function toPage<T>(data: T[], counted: number, { limit, offset }: PageRequest): Page<T> {
  const capped = counted > MAX_TOTAL;
  const total = capped ? MAX_TOTAL : counted;
  const hasMore = capped && offset + limit >= MAX_TOTAL ? data.length === limit : offset + data.length < total;
  return { data, total, ...(capped && { total_capped: true as const }), limit, offset, has_more: hasMore };
}

/** Wraps the rows of a page that begins after an entry. `rows` has one more than `limit` when there are further ones. */
export function toPageAfter<T>(rows: T[], counted: number, { limit }: { limit: number }): Page<T> {
  const page = toPage(rows.slice(0, limit), counted, { limit, offset: 0 });
  return { ...page, has_more: rows.length > limit };
}

/**
 * How a page is read from a listing by time. `last` is the entry that `starting_after` names, if the caller has one of
 * this id.
 */
export function newestPage(
  { limit, offset, starting_after }: CursorRequest,
  last: { id: string; createdAt: Date } | null,
) {
  if (starting_after !== undefined && !last) throw unknownCursor();
  const slice = { orderBy: NEWEST_FIRST, take: last ? limit + 1 : limit, skip: offset };
  return {
    slice,
    after: last && {
      OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
    },
    wrap: last ? toPageAfter : toPage,
  };
}

/** The envelope of a listing that is never paged (keys, packs, categories). */
export function wholeList<T>(data: T[]): Page<T> {
  return { data, total: data.length, limit: data.length, offset: 0, has_more: false };
}
