const PUBLIC =
  /^\/(?:$|[?#]|(?:skills|compare|requests|advisories|publishers|collections|docs|sell|terms|privacy)(?:[/?#]|$))/;

/** Whether a URL is a public page: the same for all anonymous visitors, so that it is cached, and cheap to prefetch. */
export function isPublicPage(href: string): boolean {
  return PUBLIC.test(href);
}
