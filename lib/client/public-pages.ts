const PUBLIC = /^\/(?:$|[?#]|(?:skills|publishers|collections|docs)(?:[/?#]|$))/;

/**
 * Whether an address is a page that everybody sees. Such a page is cheap to render and the same for long enough to be
 * fetched before it is opened.
 */
export function isPublicPage(href: string): boolean {
  return PUBLIC.test(href);
}
