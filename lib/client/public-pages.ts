const PUBLIC = /^\/(?:$|[?#]|(?:skills|publishers|collections|docs|sell)(?:[/?#]|$))/;

/** Whether a URL is a public page. Such pages are cheap and stable enough to prefetch. */
export function isPublicPage(href: string): boolean {
  return PUBLIC.test(href);
}
