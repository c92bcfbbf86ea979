import type { Answer } from "@/lib/interfaces/http/answer";

/** Headers that pages of other sites may send, besides the CORS-safelisted ones. */
const SENT =
  "approval, authorization, content-type, idempotency-key, if-none-match, if-range, last-event-id, prefer, range";
const READ =
  "content-disposition, etag, idempotency-replayed, link, location, preference-applied, ratelimit, ratelimit-policy, repr-digest, request-id, retry-after, www-authenticate";
/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE_SECONDS = "7200";

const ANYBODY = { "access-control-allow-origin": "*" } as const;

/** Whether a preflight asks to send `Authorization`; others are not allowed. */
const asksForBearer = ({ headers }: Request) =>
  (headers.get("access-control-request-headers") ?? "")
    .toLowerCase()
    .split(",")
    .some((name) => name.trim() === "authorization");

/**
 * Lets pages of other sites read responses to requests with a key or token. Credentials are never allowed, so browser
 * sessions are not exposed.
 */
export function shareWithPages(request: Request, answer: Answer): Answer {
  if (request.headers.has("authorization") && request.headers.has("origin"))
    Object.assign(answer.headers, ANYBODY, { "access-control-expose-headers": READ });
  return answer;
}

/** The headers that answer a preflight; none for one that does not ask to send `Authorization`. */
export function preflightHeaders(request: Request, methods: readonly string[]): Answer["headers"] {
  if (!asksForBearer(request)) return {};
  return {
    ...ANYBODY,
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": SENT,
    "access-control-max-age": MAX_AGE_SECONDS,
  };
}
