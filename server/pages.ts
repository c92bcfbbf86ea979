import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import next from "next";
import { env } from "@/lib/core/env";

/** What serves the pages: Next's own request handler, in this process. */
export type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
};

/** Makes the pages ready to serve: the built ones, or under `npm run dev` those that reload. */
export async function openPages(): Promise<Pages> {
  const app = next({ dev: process.env.NEXT_DEV === "on", dir: process.cwd() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const isReloading = process.env.NEXT_DEV === "on";
  return {
    handle: (request, response) => {
      guard(request, response, isReloading);
      void handle(request, response);
    },
    close: () => app.close(),
  };
}

/** The one page whose library writes its own style elements; its scripts are held like every other's. */
const OWN_STYLES = /^\/docs\/api(?:[?]|$)/;

/**
 * Gives a page its policy: scripts and styles run only with this answer's nonce. Next takes the nonce from the
 * request's header, which is overwritten here so that no client chooses it.
 */
function guard(request: IncomingMessage, response: ServerResponse, isReloading: boolean): void {
  const nonce = randomBytes(16).toString("base64");
  const hasOwnStyles = isReloading || OWN_STYLES.test(request.url ?? "");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isReloading ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${hasOwnStyles ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  if (env().PUBLIC_URL.startsWith("https:"))
    response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
