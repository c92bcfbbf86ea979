import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import * as publicPages from "@/lib/interfaces/client/public-pages";
import { Cache } from "@/lib/platform/core/cache";
import { prefers } from "@/lib/platform/core/request-headers";

/** How long a rendered page is served again, counted from the end of its rendering. */
const LIFE_MS = 5_000;
/** Most cached pages, their bytes together, the longest address and the largest page among them. */
const MAX_PAGES = 500;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_URL_CHARS = 512;
const MAX_PAGE_BYTES = 512 * 1024;
/** The fastest level: a page is compressed for every visitor, since each has its own nonce. */
const GZIP_LEVEL = 1;

/** What public pages read of their address's query. The list at `/skills` is not among them: it reads nearly everything. */
const READ_NAMES: [RegExp, readonly string[]][] = [
  [/^\/skills\/[^/]+$/, ["tab", "language", "offset", "sort", "rating", "path", "tool", "offer"]],
  [/^\/publishers\/[^/]+$/, ["offset", "allowed"]],
  [/^\/(?:(?:collections|docs|sell|terms|privacy)(?:\/[^/]+)?)?$/, []],
];

/** The address that a page is rendered and cached under: without names of its query that the page does not read. */
export function cachedAddress(url: string): string {
  const [path = "", query] = url.split("?", 2);
  const names = query === undefined ? undefined : READ_NAMES.find(([page]) => page.test(path))?.[1];
  if (!names) return url;
  const read = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => names.includes(name)));
  return read.size > 0 ? `${path}?${read}` : path;
}

/** Headers of requests for part of a page, or that may identify a person. */
const OWN_HEADERS = ["cookie", "authorization", "rsc", "next-action", "next-router-prefetch", "range"];
/** Headers of a rendered page that each answer replaces. */
const ANSWER_HEADERS = new Set([
  "connection",
  "content-length",
  "content-security-policy",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

export type Rendered = { status: number; headers: OutgoingHttpHeaders; body: string };
type Template = {
  status: number;
  headers: [string, string | string[]][];
  parts: Buffer[];
  bytes: number;
  isCacheable: boolean;
};

const pack = promisify(gzip);

/** Whether a request is for a whole public page and carries nothing that identifies a person. */
export function isPublicPage({ method, url = "", headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    url.length <= MAX_URL_CHARS &&
    publicPages.isPublicPage(url) &&
    !/[?&]_rsc=|\.\w+(?:\?|$)/.test(url) &&
    OWN_HEADERS.every((name) => headers[name] === undefined)
  );
}

/**
 * Serves rendered pages again for a few seconds. A page is rendered once under `marker` in place of a nonce; each answer
 * puts its own nonce there. Whatever is not a 200 in HTML, or sets a cookie, is handed on once and never cached.
 */
export function createHtmlCache({
  marker,
  render,
  now = Date.now,
}: {
  marker: string;
  render: (url: string) => Promise<Rendered>;
  now?: () => number;
}) {
  const templates = new Cache<Template>({
    name: "html",
    maxBytes: MAX_BYTES,
    maxEntries: MAX_PAGES,
    bytesOf: ({ bytes }) => bytes,
    ttlMs: LIFE_MS,
    now,
  });
  const rendering = new Map<string, Promise<Template>>();
  const templateOf = async (url: string): Promise<Template> => {
    const { status, headers, body } = await render(url);
    const type = String(headers["content-type"] ?? "");
    const bytes = Buffer.byteLength(body);
    const isCacheable =
      status === 200 && type.startsWith("text/html") && headers["set-cookie"] === undefined && bytes <= MAX_PAGE_BYTES;
    const shown = Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => entry[1] !== undefined && !ANSWER_HEADERS.has(entry[0]),
    );
    return {
      status,
      headers: shown,
      parts: body.split(marker).map((part) => Buffer.from(part)),
      bytes,
      isCacheable,
    };
  };
  const find = (asked: string): Promise<Template> => {
    const url = cachedAddress(asked);
    const cached = templates.get(url);
    if (cached) return Promise.resolve(cached);
    const known = rendering.get(url);
    if (known) return known;
    const template = templateOf(url).finally(() => rendering.delete(url));
    rendering.set(url, template);
    template.then(
      (rendered) => rendered.isCacheable && templates.set(url, rendered),
      () => {},
    );
    return template;
  };
  return {
    /** Answers with the page of the request under this answer's nonce. Throws what the renderer throws. */
    async answer(request: IncomingMessage, response: ServerResponse, nonce: string): Promise<void> {
      const template = await find(request.url ?? "/");
      const isPacked = prefers(request.headers["accept-encoding"]?.toString(), "gzip");
      await send(response, template, { marker, nonce, isPacked });
    },
    /** Whether a page is cached or, with `isWaiting`, being rendered. */
    has: (asked: string, isWaiting = true): boolean => {
      const url = cachedAddress(asked);
      return templates.has(url) || (isWaiting && rendering.has(url));
    },
    size: () => templates.size,
  };
}

async function send(
  response: ServerResponse,
  { status, headers, parts }: Template,
  { marker, nonce, isPacked }: { marker: string; nonce: string; isPacked: boolean },
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers)
    response.setHeader(name, Array.isArray(value) ? value : value.replaceAll(marker, nonce));
  const own = Buffer.from(nonce);
  const body = parts.flatMap((part, at) => (at === 0 ? [part] : [own, part]));
  if (isPacked) {
    const packed = await pack(Buffer.concat(body), { level: GZIP_LEVEL });
    response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", packed.length);
    response.end(packed);
    return;
  }
  // As it is stored: a copy of a large page for each visitor would bring the next collection of garbage nearer.
  const bytes = body.reduce((sum, part) => sum + part.length, 0);
  response.setHeader("Content-Length", bytes);
  response.cork();
  for (const part of body) response.write(part);
  response.end();
}
