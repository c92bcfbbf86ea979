import { env } from "@/lib/platform/core/env";

type Page = { limit: number; offset: number; has_more: boolean; data: { id?: unknown }[] };

const isPage = (value: unknown): value is Page =>
  typeof value === "object" &&
  value !== null &&
  "has_more" in value &&
  "offset" in value &&
  "limit" in value &&
  "data" in value;

/**
 * The `Link` header (RFC 8288) of a page of a list: the next, previous and first page with the same filters. Null for a
 * list of one page, and for other results.
 */
export function pageLinks({ pathname, searchParams }: URL, result: unknown, hasCursor: boolean): string | null {
  if (!isPage(result) || result.limit === 0) return null;
  const { limit, offset, has_more: hasMore, data } = result;
  const linkTo = (rel: string, position: Record<string, string>) => {
    const query = new URLSearchParams(searchParams);
    for (const name of ["offset", "starting_after"]) query.delete(name);
    for (const [name, value] of Object.entries(position)) query.set(name, value);
    const search = query.size > 0 ? `?${query}` : "";
    return `<${env().PUBLIC_URL}${pathname}${search}>; rel="${rel}"`;
  };
  const last = data.at(-1)?.id;
  const isAtCursor = searchParams.has("starting_after");
  const links: string[] = [];
  if (hasMore && hasCursor && typeof last === "string") links.push(linkTo("next", { starting_after: last }));
  else if (hasMore) links.push(linkTo("next", { offset: String(offset + limit) }));
  if (offset > 0) links.push(linkTo("prev", { offset: String(Math.max(0, offset - limit)) }));
  if (offset > 0 || isAtCursor) links.push(linkTo("first", {}));
  return links.length > 0 ? links.join(", ") : null;
}
