import { z } from "zod";
import { type ErrorKind, issues, link } from "@/lib/platform/core/error-kind";

/** Errors of requests, whatever they ask for. */
export const REQUEST_ERRORS = {
  invalid_request: {
    status: 400,
    by: ["query", "body", "upload", "idempotent"],
    meaning:
      "A parameter, a field or a header is missing or wrong. `param` names the first, `details.issues` all of them. Fix the request; retrying it unchanged won't help.",
    details: z.object({ issues: issues.optional() }),
    example: {
      message: "surely_unknown: is not a known field",
      param: "surely_unknown",
      details: { issues: [{ param: "surely_unknown", message: "is not a known field" }] },
    },
  },
  invalid_json: {
    status: 400,
    by: ["body"],
    meaning: "The body isn't valid JSON in UTF-8, or is nested too deeply.",
  },
  payload_too_large: {
    status: 413,
    by: ["body", "upload"],
    meaning: "The body is larger than `details.max_bytes`.",
    details: z.object({ max_bytes: z.number().int() }),
    example: { message: "The body is larger than 16384 bytes.", details: { max_bytes: 16_384 } },
  },
  unauthorized: {
    status: 401,
    by: ["account"],
    meaning:
      "The key is missing, malformed, unknown, disabled, expired or revoked. Check `Authorization: Bearer <key>`, or create a new key.",
  },
  forbidden: {
    status: 403,
    by: ["account"],
    meaning:
      "Only administrators can do this. While viewing as another account, an administrator can't change, run or download anything.",
  },
  key_scope: {
    status: 403,
    by: ["account"],
    meaning: "The key isn't allowed to do this. `details` lists what is required and what the key has.",
    details: z.object({
      required_scope: z.string().optional(),
      scopes: z.array(z.string()).optional().meta({ description: "Scopes of the key." }),
      skill: z.string().optional().meta({ description: "The skill that the key may not use." }),
      skills: z.array(z.string()).optional().meta({ description: "The only skills that it may use." }),
      expires_at: z.string().nullish(),
      manage_url: link("Page where a person changes what the key may do.").optional(),
    }),
    example: {
      message: "This key may not execute.",
      details: { required_scope: "execute", scopes: ["read"] },
    },
  },
  session_required: {
    status: 403,
    meaning: "Only a signed-in user can do this; API keys can't.",
  },
  bad_origin: {
    status: 403,
    by: ["account"],
    meaning: "Browser sessions only work on the marketplace's own pages. Use an API key.",
  },
  not_found: {
    status: 404,
    by: ["params"],
    meaning: "The resource doesn't exist, or belongs to another account.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path doesn't support this method. The `Allow` header lists those it supports.",
  },
  idempotency_key_reused: {
    status: 400,
    by: ["idempotent"],
    meaning:
      "This `Idempotency-Key` was used for another request in the last 24 hours. Use a new key for a new request.",
  },
  idempotency_in_progress: {
    status: 409,
    by: ["idempotent"],
    meaning: "The first request with this `Idempotency-Key` is still running. Retry after `Retry-After`.",
  },
  answer_not_stored: {
    status: 409,
    by: ["idempotent"],
    meaning:
      "The first request with this `Idempotency-Key` succeeded, but its response is larger than `details.max_bytes` and wasn't stored. `details.usage` has the cost of a call. Use a new key to send the request again.",
    details: z.object({ max_bytes: z.number().int() }),
    example: {
      message: "The first request with this Idempotency-Key succeeded. Its response can't be repeated.",
      param: "Idempotency-Key",
      details: { max_bytes: 65_536 },
    },
  },
  rate_limited: {
    status: 429,
    by: ["throttled"],
    meaning: "Too many requests. Wait the number of seconds in `Retry-After`. Nothing was done or charged.",
  },
  too_many_in_flight: {
    status: 429,
    meaning:
      "Too many calls are in progress, or too many requests are waiting for the same credits. Nothing was charged. Try again after `Retry-After`.",
  },
  internal: {
    status: 500,
    by: ["always"],
    meaning:
      "Something went wrong on our side; we logged it under the request ID. Retry with the same `Idempotency-Key`: nothing is charged twice.",
  },
  unavailable: {
    status: 503,
    by: ["always"],
    meaning:
      "Our database is temporarily unavailable. Retry after `Retry-After` with the same `Idempotency-Key`: nothing is charged twice.",
    example: {
      message:
        "The marketplace is temporarily unavailable. Try again in a few seconds, with the same Idempotency-Key if you sent one.",
    },
  },
} as const satisfies Record<string, ErrorKind>;
