import { BatchInput, BatchQuery } from "@/lib/demand/execution/batch-schemas";
import * as batches from "@/lib/demand/execution/batches";
import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";
import { batchKeyOf } from "@/lib/platform/ratelimit/idempotency";

export const POST = endpoint(
  {
    operationId: "executeBatch",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Execute a skill with up to 1,000 inputs",
    description:
      "All inputs are validated and quoted together, then called a few at a time; each call is charged separately. The response is newline-delimited JSON: the `quote`, then each result with its `index` as it finishes, then the `summary`. If you retry with the same `Idempotency-Key` within 24 hours, successful calls return their stored results at no charge and the others are called.",
    params: SlugParams,
    query: BatchQuery,
    body: BatchInput,
    maxBodyBytes: MAX_JSON_BYTES,
    stream: { type: "application/x-ndjson", description: "Lines of JSON." },
    errors: [
      "not_executable",
      "version_unavailable",
      "price_changed",
      "purchase_required",
      "plan_used_up",
      "insufficient_credits",
      "key_limit_reached",
      "budget_reached",
      "approval_required",
      "approval_refused",
      "skill_not_allowed",
      "tool_changed",
      "credential_required",
    ],
  },
  ({ caller, params, query, body, request }) =>
    batches.run(caller, params.slug, body, {
      maxPrice: query.max_price,
      isDryRun: query.dry_run === "true",
      idempotencyKey: batchKeyOf(request),
      version: query.version,
    }),
);
