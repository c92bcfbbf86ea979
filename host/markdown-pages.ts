import type { IncomingMessage, ServerResponse } from "node:http";
import { prefers } from "@/lib/platform/core/request-headers";

/** Public pages that have a twin in Markdown, and its address. */
const TWINS: [RegExp, (match: RegExpExecArray) => string][] = [
  [/^\/(?:skills)?(?:\?.*)?$/, () => "/llms.txt"],
  [/^\/docs(?:\?.*)?$/, () => "/docs/quickstart.md"],
  [/^\/sell(?:\?.*)?$/, () => "/sell.md"],
  [/^\/compare(\?.*)?$/, ([, query = ""]) => `/compare.md${query}`],
  [/^\/(docs|skills|publishers|collections)\/([a-z0-9-]+)(?:\?.*)?$/, ([, part, slug]) => `/${part}/${slug}.md`],
];
/** Pages of the docs that are programs, not texts. */
const WITHOUT_TWIN = /^\/docs\/api(?:\?|$)/;

/**
 * Lets a client that prefers Markdown read a public page as such, at the page's own address: the request is turned into one
 * for the page's twin. Browsers, which ask for HTML by name, see no difference.
 */
export function preferMarkdown(request: IncomingMessage, response: ServerResponse): void {
  const { method, url = "", headers } = request;
  if ((method !== "GET" && method !== "HEAD") || WITHOUT_TWIN.test(url)) return;
  for (const [page, twinOf] of TWINS) {
    const match = page.exec(url);
    if (!match) continue;
    response.setHeader("Vary", "Accept");
    if (prefersMarkdown(headers.accept)) request.url = twinOf(match);
    return;
  }
}

/** Whether an Accept header names Markdown, and HTML not at all or less. */
export const prefersMarkdown = (accept?: string) => prefers(accept, "text/markdown", "text/html");
