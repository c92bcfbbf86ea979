import { JsonBody } from "@/lib/interfaces/http/json-body";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { isCrowdedOut, isUnavailable } from "@/lib/platform/core/db-errors";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { LimitState } from "@/lib/platform/ratelimit/service";

const JSON_TYPE = "application/json; charset=utf-8";

/**
 * A response before it becomes a web `Response`. A host that writes to the socket directly avoids that object and its
 * stream, which cost more than most endpoints.
 */
export type Answer = {
  status: number;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** The JSON body, which `negotiated` compresses or omits. */
  json?: JsonBody;
  /** The account or IP address that its unread bytes count against. */
  owner?: string;
};
/** Names in lower case: two spellings of a name would be merged into one header with both values. */
type Headers = Record<Lowercase<string>, string>;

/** The web `Response` of an answer. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** The answer for a handler's own `Response`. */
export function toAnswer(response: Response): Answer {
  const { status, headers, body } = response;
  return { status, headers: Object.fromEntries(headers), body };
}

/** An answer whose body is JSON. */
export function jsonAnswer(status: number, body: string | JsonBody, headers: Headers = {}): Answer {
  const json = typeof body === "string" ? new JsonBody(body) : body;
  return {
    status,
    headers: { "content-type": JSON_TYPE, "cache-control": "no-store", ...headers },
    body: json.content,
    json,
  };
}

/** The answer of a read that clients may cache privately and revalidate by ETag. */
export function revalidatedAnswer(json: JsonBody): Answer {
  return jsonAnswer(200, json, { "cache-control": "private, no-cache", etag: json.etag });
}

/** A `Response` whose body is JSON text already. */
export function jsonResponse(status: number, body: string, headers: Headers = {}): Response {
  return toResponse(jsonAnswer(status, body, headers));
}

/** Retry-After while the database is unreachable. */
const RETRY_UNAVAILABLE_SECONDS = 5;

/** The AppError for any thrown error. */
function shapeless(cause: unknown): AppError {
  if (isUnavailable(cause) || isCrowdedOut(cause))
    return new AppError(
      "unavailable",
      "The marketplace is temporarily unavailable. Try again in a few seconds, with the same Idempotency-Key if you sent one.",
      { cause, retryAfterSeconds: RETRY_UNAVAILABLE_SECONDS },
    );
  return new AppError(
    "internal",
    "Something went wrong on our side. Try again. If it keeps failing, send us the request ID.",
    { cause },
  );
}

/** The public form of an error. The text of anything but an AppError never leaves the process. */
export function errorResponse(error: unknown, requestId: string) {
  const failure = error instanceof AppError ? error : shapeless(error);
  const body = JSON.stringify({
    error: {
      code: failure.code,
      message: failure.message,
      param: failure.param,
      details: failure.details,
      request_id: requestId,
    },
  });
  const headers: Headers = {};
  if (failure.retryAfterSeconds !== null) headers["retry-after"] = String(failure.retryAfterSeconds);
  if (failure.code === "unauthorized") headers["www-authenticate"] = "Bearer";
  return { status: failure.status, code: failure.code, body, headers, isOurs: failure.status === 500 };
}

/** The answer to a request that matches no endpoint. */
export function refusalAnswer(error: unknown, more: Headers = {}): Answer {
  return inRequest(null, (requestId) => {
    const { status, body, headers } = errorResponse(error, requestId);
    return secured(jsonAnswer(status, body, { ...headers, ...more }), { requestId, limit: null });
  });
}

/** The 404 of a path that does not exist. */
export function unknownPath(): Response {
  return toResponse(refusalAnswer(notFound()));
}

/** Security headers of every answer. */
const GUARDS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
};

/** Adds the headers of every answer: request id, rate limits, and security headers. */
export function secured(answer: Answer, about: { requestId: string; limit: LimitState | null }): Answer {
  const { headers } = answer;
  headers["request-id"] = about.requestId;
  Object.assign(headers, GUARDS);
  headers["content-security-policy"] ??= "default-src 'none'; frame-ancestors 'none'";
  if (env().PUBLIC_URL.startsWith("https:"))
    headers["strict-transport-security"] = "max-age=31536000; includeSubDomains";
  if (about.limit) {
    const { policy, quota, windowSeconds, remaining, resetMs } = about.limit;
    headers["ratelimit-policy"] = `"${policy}";q=${quota};w=${windowSeconds}`;
    headers.ratelimit = `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`;
  }
  return answer;
}

/** The same for an existing `Response`. */
export function securedResponse(response: Response, requestId: string): Response {
  const { headers } = secured({ status: 200, headers: {}, body: null }, { requestId, limit: null });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
