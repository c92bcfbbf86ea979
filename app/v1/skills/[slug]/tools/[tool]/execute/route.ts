import * as runs from "@/lib/demand/execution/runs";
import { EXECUTE_ERRORS, ExecuteInput, ExecuteQuery, ExecuteResult, ToolParams } from "@/lib/demand/execution/schemas";
import * as execution from "@/lib/demand/execution/service";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { whenClosed } from "@/lib/interfaces/http/closing";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { prefersAsync } from "@/lib/platform/core/request-headers";

export const POST = endpoint(
  {
    operationId: "executeSkillTool",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Execute one tool of a skill that has several",
    description:
      "The tools of a skill, with their schemas and prices, are in `GET /v1/skills/{slug}`. Everything else is as with `POST /v1/skills/{slug}/execute`, except that tools do not stream events. You are charged only for a valid result: a tool's own error, a timeout and a result that breaks its `output_schema` cost nothing.",
    params: ToolParams,
    query: ExecuteQuery,
    body: ExecuteInput,
    maxBodyBytes: MAX_JSON_BYTES,
    result: ExecuteResult,
    idempotent: true,
    allows: (caller, { slug }) => requireKeyAllows(caller, slug),
    errors: EXECUTE_ERRORS,
  },
  ({ caller, params: { slug, tool }, query, body, claimed, request }) => {
    const asked = { maxPrice: query.max_price, version: query.version, tool };
    return query.dry_run === "true"
      ? execution.quote(caller, slug, body, asked)
      : prefersAsync(request)
        ? runs.start(caller, slug, body, asked)
        : execution.execute(caller, slug, body, { claimed, ...asked, signal: whenClosed(request) });
  },
);
