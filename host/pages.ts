import { randomBytes } from "node:crypto";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";
import { createHtmlCache, isPublicPage, type Rendered } from "@/host/html-cache";
import { redirectOf } from "@/host/page-redirect";
import { PAGE_HEADER } from "@/lib/interfaces/http/next-path";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";

/** What serves the pages: Next's own request handler, in this process. */
export type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether a request is answered without rendering anything. */
  isCached: (request: IncomingMessage) => boolean;
  /** Renders a page for nobody; null where pages reload, which are built when they are asked for. */
  render: ((path: string) => Promise<unknown>) | null;
  close: () => Promise<void>;
};

/** Bytes of a nonce. It is written in hexadecimal, which no encoding of a page changes. */
const NONCE_BYTES = 16;

/** Makes the pages ready to serve: the built ones, or under `npm run dev` those that reload. */
export async function openPages(): Promise<Pages> {
  const isReloading = process.env.NEXT_DEV === "on";
  // Next would handle upgrade requests on our server and close their connections: given an unreachable server, it leaves them to
  // ours, which continues in HTTP/1.1. Only `npm run dev` needs upgrades.
  const app = next({
    dev: isReloading,
    dir: process.cwd(),
    ...(!isReloading && { httpServer: createServer() }),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const serve = (request: IncomingMessage, response: ServerResponse, nonce: string) => {
    const policy = policyOf(nonce, isReloading);
    request.headers["content-security-policy"] = policy;
    request.headers["x-nonce"] = nonce;
    request.headers[PAGE_HEADER] = request.url;
    void handle(request, response);
  };
  const marker = newNonce();
  const renderer = isReloading ? null : await openRenderer((request, response) => serve(request, response, marker));
  const htmlCache = renderer && createHtmlCache({ marker, render: renderer.render });
  return {
    handle: (request, response) => {
      const redirect = redirectOf(request);
      if (redirect) {
        response.writeHead(redirect.status, { location: redirect.location, "cache-control": "no-store" }).end();
        return;
      }
      const nonce = newNonce();
      guard(response, policyOf(nonce, isReloading));
      if (!htmlCache || !isPublicPage(request)) {
        serve(request, response, nonce);
        return;
      }
      htmlCache.answer(request, response, nonce).catch((error: unknown) => {
        log.warn({ err: error, path: request.url }, "a public page could not be rendered");
        if (response.headersSent) response.destroy();
        else serve(request, response, nonce);
      });
    },
    isCached: (request) => htmlCache?.has(request.url ?? "/") === true && isPublicPage(request),
    render: renderer?.render ?? null,
    close: async () => {
      renderer?.close();
      await app.close();
    },
  };
}

function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString("hex");
}

/**
 * Renders pages for the shared cache: a server on loopback that only this process uses, so that nothing of a visitor's request, not
 * even its Host, can get into a page that others see.
 */
async function openRenderer(serve: (request: IncomingMessage, response: ServerResponse) => void) {
  const token = newNonce();
  const server: Server = createServer((request, response) => {
    if (request.headers["x-renderer"] === token) serve(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { host } = new URL(env().PUBLIC_URL);
  const render = (path: string) =>
    new Promise<Rendered>((resolve, reject) => {
      const headers = { host, "x-renderer": token, "accept-encoding": "identity", accept: "text/html" };
      const asked = get({ host: "127.0.0.1", port, path, headers }, async (answer) => {
        try {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part);
          const body = Buffer.concat(parts).toString("utf8");
          resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body });
        } catch (error) {
          reject(error);
        }
      });
      asked.on("error", reject);
    });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { render, close };
}

/**
 * The policy of a page: scripts and styles run only with this answer's nonce. Next takes the nonce from the request's
 * header, which is overwritten so that no client chooses it.
 */
function policyOf(nonce: string, isReloading: boolean): string {
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
