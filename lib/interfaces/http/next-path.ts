/** The header in which our host passes the requested path to pages. */
export const PAGE_HEADER = "x-page";
const HERE = "http://here.invalid";
/** Pages that make no sense for signed-in visitors, and paths that are no pages: a link must not do what a page asks first. */
const DOORS = /^\/(?:sign-in|register|reset-password|api|v1)(?:[/?#]|$)/;

/**
 * The redirect after sign-in: a path of ours, never another site. Browsers drop tabs and line breaks and read a
 * backslash as a slash, so the result must still be a path after that.
 */
export function nextPath(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !next.startsWith("/") || /[\\\p{Cc}]/u.test(next)) return "/";
  const target = URL.parse(next, HERE);
  const isOurs = target?.origin === HERE && !target.pathname.startsWith("//") && !DOORS.test(decoded(target.pathname));
  return isOurs ? target.pathname + target.search + target.hash : "/";
}

/** A path as servers read it; what can't be decoded leads nowhere. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
