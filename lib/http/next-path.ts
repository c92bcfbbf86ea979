/** The header in which our host tells pages the address that was asked for. */
export const PAGE_HEADER = "x-page";
const HERE = "http://here.invalid";
/** Pages that a signed-in visitor has no use for. */
const DOORS = /^\/(?:sign-in|register|reset-password)(?:[/?#]|$)/;

/**
 * Where a visitor goes after signing in: a path of our own, never another site. Browsers drop tabs and line breaks and
 * read a backslash as a slash, so that what is left must stay a path when they have done so.
 */
export function nextPath(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !next.startsWith("/") || /[\\\p{Cc}]/u.test(next)) return "/";
  const target = URL.parse(next, HERE);
  const isOurs = target?.origin === HERE && !target.pathname.startsWith("//") && !DOORS.test(target.pathname);
  return isOurs ? target.pathname + target.search + target.hash : "/";
}
