import * as runs from "@/lib/demand/execution/runs";
import { EXECUTE_ERRORS, ExecuteInput, ExecuteQuery, ExecuteResult } from "@/lib/demand/execution/schemas";
import * as execution from "@/lib/demand/execution/service";
import * as streams from "@/lib/demand/execution/streams";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { whenClosed } from "@/lib/interfaces/http/closing";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";
import { prefers, prefersAsync } from "@/lib/platform/core/request-headers";

export const POST = endpoint(
  {
    operationId: "executeSkill",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Execute an API-based skill",
    description:
      "You are charged only for a valid result. Closing the connection before the response stops the call, uncharged; with an Idempotency-Key the call continues, so that a retry gets its response. `dry_run=true` validates and quotes the call without making it, and `max_price` refuses a call that costs more. With the header `Prefer: respond-async`, the response is a run that may take up to 15 minutes: read it with `GET /v1/runs/{id}`. With `Accept: text/event-stream`, events from a streaming skill are passed through; the last event is `usage` or `error`. Streaming calls do not accept an Idempotency-Key.",
    params: SlugParams,
    query: ExecuteQuery,
    body: ExecuteInput,
    maxBodyBytes: MAX_JSON_BYTES,
    result: ExecuteResult,
    idempotent: true,
    allows: (caller, { slug }) => requireKeyAllows(caller, slug),
    errors: EXECUTE_ERRORS,
  },
  ({ caller, params, query, body, claimed, request }) => {
    const asked = { maxPrice: query.max_price, version: query.version };
    return query.dry_run === "true"
      ? execution.quote(caller, params.slug, body, { version: query.version })
      : prefers(request.headers.get("accept"), "text/event-stream")
        ? streams.stream(caller, params.slug, body, { claimed, ...asked })
        : prefersAsync(request)
          ? runs.start(caller, params.slug, body, asked)
          : execution.execute(caller, params.slug, body, { claimed, ...asked, signal: whenClosed(request) });
  },
);
