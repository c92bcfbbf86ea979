import { SlugParams } from "@/lib/core/fields";
import * as runs from "@/lib/execution/runs";
import { ExecuteInput, ExecuteQuery, ExecuteResult } from "@/lib/execution/schemas";
import * as execution from "@/lib/execution/service";
import * as streams from "@/lib/execution/streams";
import * as guests from "@/lib/guests/service";
import { jsonResponse } from "@/lib/http/answer";
import { MAX_JSON_BYTES } from "@/lib/http/body";
import { endpoint } from "@/lib/http/endpoint";
import { acceptsEvents, prefersAsync } from "@/lib/http/prefer";
import { encoded, PAYMENT_HEADER, payable } from "@/lib/http/x402";

/** For a program without an account, which pays for this call alone. */
const guest = endpoint(
  {
    access: "public",
    tag: "Using skills",
    summary: "Execute an API-based skill for a payment by x402",
    params: SlugParams,
    query: ExecuteQuery.pick({ version: true }),
    body: ExecuteInput,
    maxBodyBytes: MAX_JSON_BYTES,
  },
  async ({ params, query, body, request }) => {
    const sent = request.headers.get(PAYMENT_HEADER);
    const { answer, settlement } = await guests.execute(params.slug, body, sent, query.version);
    return jsonResponse(200, answer, { "payment-response": encoded(settlement) });
  },
);

export const POST = payable(
  endpoint(
    {
      operationId: "executeSkill",
      access: "account",
      scope: "execute",
      tag: "Using skills",
      summary: "Execute an API-based skill",
      description:
        "You are charged only for a valid result. `dry_run=true` validates and quotes the call without making it, and `max_price` refuses a call that costs more. With the header `Prefer: respond-async`, the response is a run that may take up to 15 minutes: read it with `GET /v1/runs/{id}`. With `Accept: text/event-stream`, events from a streaming skill are passed through; the last event is `usage` or `error`. Streaming calls do not accept an Idempotency-Key.",
      params: SlugParams,
      query: ExecuteQuery,
      body: ExecuteInput,
      maxBodyBytes: MAX_JSON_BYTES,
      result: ExecuteResult,
      idempotent: true,
      errors: [
        "not_found",
        "not_executable",
        "version_unavailable",
        "price_changed",
        "purchase_required",
        "insufficient_credits",
        "key_limit_reached",
        "too_many_in_flight",
        "upstream_failed",
        "upstream_timeout",
      ],
    },
    ({ caller, params, query, body, claimed, request }) => {
      const asked = { maxPrice: query.max_price, version: query.version };
      return query.dry_run === "true"
        ? execution.quote(caller, params.slug, body, query.version)
        : acceptsEvents(request)
          ? streams.stream(caller, params.slug, body, { claimed, ...asked })
          : prefersAsync(request)
            ? runs.start(caller, params.slug, body, asked)
            : execution.execute(caller, params.slug, body, { claimed, ...asked });
    },
  ),
  guest,
);
