import { Readable } from "node:stream";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { requireUsable } from "@/lib/platform/outbound/answer";
import { client } from "@/lib/platform/outbound/service";
import { isAllowedOrigin } from "@/lib/supply/skills/endpoint-address";

/** Hosts of repositories redirect to the host of their archives. */
const MAX_REDIRECTS = 3;
/** Time for all of a document or archive, redirects included. */
const FETCH_TIMEOUT_MS = 60_000;

/** A document on its way: its stream and headers, as an upload has them. */
export type Fetched = { body: ReadableStream<Uint8Array<ArrayBuffer>>; headers: Headers };

/**
 * Gets a document of another site through the guard of outbound calls, which refuses private addresses at every
 * redirect. Returns null for a 404.
 */
export async function fetchDocument(url: string, accountId: string): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  let at = new URL(url);
  for (let redirects = 0; ; redirects++) {
    if (at.protocol !== "https:" && !isAllowedOrigin(at))
      throw invalid([{ param: "url", message: "must be an https address" }]);
    const { statusCode, headers, body } = await client()
      .get(at.href, { "accept-encoding": "identity", "user-agent": "skills-marketplace" }, { pool: accountId, signal })
      .catch((cause: unknown) => {
        throw failureOf(at.hostname, cause);
      });
    if (statusCode >= 200 && statusCode < 300) {
      requireUsable(statusCode, headers);
      const given = Object.entries(headers).filter(([, value]) => typeof value === "string") as [string, string][];
      return {
        body: Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>,
        headers: new Headers(given),
      };
    }
    // Without a listener, the error of an unread body ends the process.
    body.on("error", () => {}).destroy();
    if (statusCode === 404) return null;
    const { location } = headers;
    if (statusCode < 300 || statusCode >= 400 || typeof location !== "string" || !URL.canParse(location, at))
      throw new AppError("upstream_failed", `${at.hostname} returned status ${statusCode}.`, {
        param: "url",
      });
    if (redirects === MAX_REDIRECTS)
      throw new AppError("upstream_failed", `${at.hostname} redirects too often.`, { param: "url" });
    at = new URL(location, at);
  }
}

/** The text of a document of at most `maxBytes` bytes. */
export async function textOf({ body }: Fetched, host: string, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      if (size > maxBytes)
        throw new AppError("payload_too_large", `The document is larger than ${maxBytes} bytes.`, {
          param: "url",
          details: { max_bytes: maxBytes },
        });
      parts.push(part);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    if (cause instanceof TypeError) throw invalid([{ param: "url", message: "is not a UTF-8 document" }]);
    throw failureOf(host, cause);
  }
}

/** The same failure, said of the site instead of a skill's endpoint. */
function failureOf(host: string, cause: unknown): AppError {
  if (!(cause instanceof AppError))
    return new AppError("upstream_failed", `${host} broke off the connection.`, { param: "url", cause });
  if (cause.details.reason === "blocked_address")
    return invalid([{ param: "url", message: "must be on the public internet" }]);
  if (cause.code === "upstream_timeout")
    return new AppError("upstream_timeout", `${host} did not answer in time.`, { param: "url", cause });
  if (cause.code !== "upstream_failed") return cause;
  return new AppError("upstream_failed", `${host} could not be reached.`, { param: "url", cause });
}
