import type { ZodObject } from "zod";
import type { EndpointSpec } from "@/lib/interfaces/http/spec";
import type { ErrorCode } from "@/lib/platform/core/errors";

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string" as const },
  example,
});
const requestHeader = (name: string, description: string, example: string) => ({
  name,
  in: "header" as const,
  required: false,
  ...text(description, example),
});

const ETAG = 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"';

/** Request headers, by their name in the document's components. */
export const HEADER_PARAMETERS = {
  IdempotencyKey: {
    ...requestHeader(
      "Idempotency-Key",
      "A key of your choice; repeating the request with it within 24 hours repeats the response, not the effect.",
      "8d6f0f52-order-1",
    ),
    schema: { type: "string" as const, minLength: 1, maxLength: 255 },
  },
  Approval: requestHeader(
    "Approval",
    "The id of the approval that covers this charge, after an `approval_required`.",
    "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
  ),
  Prefer: requestHeader("Prefer", "`respond-async` returns a run immediately instead of the result.", "respond-async"),
  IfNoneMatch: requestHeader(
    "If-None-Match",
    "The `ETag` of the copy that you have; the response is 304 while that is right.",
    ETAG,
  ),
  Range: requestHeader("Range", "The part of the file that you want.", "bytes=0-1048575"),
  IfRange: requestHeader(
    "If-Range",
    "The `ETag` of the parts that you have; when the file has changed, the whole of it comes.",
    '"9f86d081884c7d65"',
  ),
};

/** Response headers, by their name in the document's components. */
export const ANSWER_HEADERS = {
  RequestId: text("Name this when you ask us about a request.", "req_0f3c1a9be1d64c7fa2f4f0f2b7c9d1e4"),
  RateLimitPolicy: text("A limit: its name, `q` requests in `w` seconds.", '"account";q=200;w=2'),
  RateLimit: text("What is left of it: `r` requests; whole again in `t` seconds.", '"account";r=199;t=1'),
  ETag: text("Changes with the response.", ETAG),
  ContentDisposition: text("The name of the file.", 'attachment; filename="meeting-minutes-1.0.0.zip"'),
  ReprDigest: text("SHA-256 of the whole file.", "sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:"),
  Link: text(
    "On pages of lists: the next, previous and first page (RFC 8288).",
    '<https://market.example.com/v1/usage?limit=50&starting_after=019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11>; rel="next"',
  ),
  IdempotencyReplayed: text("`true` on a response that is repeated for its Idempotency-Key.", "true"),
  WwwAuthenticate: text("How to authenticate.", "Bearer"),
  RetryAfter: {
    description: "Whole seconds after which to try again.",
    schema: { type: "integer" as const, minimum: 1 },
    example: 1,
  },
};

const header = (name: keyof typeof ANSWER_HEADERS) => ({ $ref: `#/components/headers/${name}` });
const parameter = (name: keyof typeof HEADER_PARAMETERS) => ({ $ref: `#/components/parameters/${name}` });

/** Whether the answers of an endpoint carry an ETag. */
export const isRevalidated = (method: string, spec: EndpointSpec) =>
  method === "GET" && ((spec.result !== undefined && !spec.isUncached) || (spec.stream?.hasRanges ?? false));

const isList = (method: string, { query }: EndpointSpec) =>
  method === "GET" && "offset" in ((query as ZodObject | undefined)?.shape ?? {});

/** The request headers of an endpoint besides Authorization. */
export function requestHeaders(method: string, spec: EndpointSpec) {
  return [
    ...(spec.idempotent || spec.operationId === "executeBatch" ? [parameter("IdempotencyKey")] : []),
    ...(spec.errors?.includes("approval_required") ? [parameter("Approval")] : []),
    ...(spec.operationId === "executeSkill" ? [parameter("Prefer")] : []),
    ...(isRevalidated(method, spec) ? [parameter("IfNoneMatch")] : []),
    ...(spec.stream?.hasRanges ? [parameter("Range"), parameter("IfRange")] : []),
  ];
}

/** The headers of every answer of an endpoint. */
export function answerHeaders(spec: EndpointSpec) {
  const isThrottled = spec.throttled !== false;
  return {
    "Request-Id": header("RequestId"),
    ...(isThrottled && { "RateLimit-Policy": header("RateLimitPolicy"), RateLimit: header("RateLimit") }),
  };
}

/** The headers of a success. */
export function successHeaders(method: string, spec: EndpointSpec) {
  return {
    ...answerHeaders(spec),
    ...(isRevalidated(method, spec) && { ETag: header("ETag") }),
    ...(spec.stream?.hasRanges && {
      "Content-Disposition": header("ContentDisposition"),
      "Repr-Digest": header("ReprDigest"),
    }),
    ...(isList(method, spec) && { Link: header("Link") }),
    ...(spec.idempotent && { "Idempotency-Replayed": header("IdempotencyReplayed") }),
  };
}

/** Errors with Retry-After. */
const SAY_WHEN = new Set<ErrorCode>(["rate_limited", "too_many_in_flight", "idempotency_in_progress"]);

/** The headers of failures with some codes. */
export function failureHeaders(spec: EndpointSpec, codes: readonly ErrorCode[]) {
  return {
    ...answerHeaders(spec),
    ...(codes.some((code) => SAY_WHEN.has(code)) && { "Retry-After": header("RetryAfter") }),
    ...(codes.includes("unauthorized") && { "WWW-Authenticate": header("WwwAuthenticate") }),
  };
}
