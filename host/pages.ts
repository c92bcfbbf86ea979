import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createHtmlCache, isPublicPage } from "@/host/html-cache";
import { redirectOf } from "@/host/page-redirect";
import { countRenderingBy } from "@/host/render-time";
import { openRenderer } from "@/host/renderer";
import { PAGE_HEADER } from "@/lib/interfaces/http/next-path";
import { canShowPages } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";

export type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether a request is answered without rendering anything. */
  isCached: (request: IncomingMessage) => boolean;
  /** Renders a page for no visitor; null where pages reload, which are built when they are asked for. */
  render: ((path: string) => Promise<unknown>) | null;
  close: () => Promise<void>;
};

/** Bytes of a nonce. It is written in hexadecimal, which no encoding of a page changes. */
const NONCE_BYTES = 16;

/** Makes the pages ready to serve: the built ones, or under `npm run dev` those that reload. */
export function openPages(): Promise<Pages> {
  return process.env.NEXT_DEV === "on" ? openReloading() : openBuilt();
}

/** Pages that Next renders in this thread, where it also handles the upgrade requests that a page reloads by. */
async function openReloading(): Promise<Pages> {
  const { default: next } = await import("next");
  const app = next({ dev: true, dir: process.cwd() });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => {
      if (redirected(request, response)) return;
      const nonce = newNonce();
      guard(response, policyOf(nonce, true));
      Object.assign(request.headers, pageHeaders(request.url ?? "/", policyOf(nonce, true), nonce));
      void handle(request, response);
    },
    isCached: () => false,
    render: null,
    close: () => app.close(),
  };
}

async function openBuilt(): Promise<Pages> {
  const renderer = await openRenderer(newNonce());
  countRenderingBy(renderer.cpuMs);
  const marker = newNonce();
  const { host } = new URL(env().PUBLIC_URL);
  const render = (path: string) =>
    renderer.render(path, {
      ...{ host, "accept-encoding": "identity", accept: "text/html" },
      ...pageHeaders(path, policyOf(marker), marker),
    });
  const htmlCache = createHtmlCache({ marker, render });
  const forward = (request: IncomingMessage, response: ServerResponse, nonce: string) =>
    renderer.forward(request, response, pageHeaders(request.url ?? "/", policyOf(nonce), nonce));
  return {
    handle: (request, response) => {
      if (redirected(request, response)) return;
      const nonce = newNonce();
      guard(response, policyOf(nonce));
      if (!isPublicPage(request)) return forward(request, response, nonce);
      htmlCache.answer(request, response, nonce).catch((error: unknown) => {
        log.warn({ err: error, path: request.url }, "a public page could not be rendered");
        if (response.headersSent) response.destroy();
        else forward(request, response, nonce);
      });
    },
    // While the database is down, a page that is being rendered may wait for half a minute.
    isCached: (request) => htmlCache.has(request.url ?? "/", canShowPages(false)) && isPublicPage(request),
    render,
    close: renderer.close,
  };
}

function redirected(request: IncomingMessage, response: ServerResponse): boolean {
  const redirect = redirectOf(request);
  if (!redirect) return false;
  response.writeHead(redirect.status, { location: redirect.location, "cache-control": "no-store" }).end();
  return true;
}

/** Headers that a page reads of its request; they overwrite those of the visitor, so that no client chooses its nonce. */
const pageHeaders = (url: string, policy: string, nonce: string) => ({
  "content-security-policy": policy,
  "x-nonce": nonce,
  [PAGE_HEADER]: url,
});

function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString("hex");
}

/**
 * The policy of a page: scripts and styles run only with this answer's nonce, which Next takes from the
 * request's header.
 */
function policyOf(nonce: string, isReloading = false): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isReloading ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isReloading ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function guard(response: ServerResponse, policy: string): void {
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  if (env().PUBLIC_URL.startsWith("https:"))
    response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
