import { z } from "zod";
import { ExecuteInput, ToolParams } from "@/lib/demand/execution/schemas";
import { ToolTest } from "@/lib/demand/execution/tool-check-schemas";
import { testTool } from "@/lib/demand/execution/tool-test";
import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "testTool",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Call one tool of your skill's newest revision, uncharged",
    params: z.object({ ...IdParams.shape, tool: ToolParams.shape.tool }),
    body: ExecuteInput,
    maxBodyBytes: MAX_JSON_BYTES,
    result: ToolTest,
    errors: ["not_executable", "too_many_in_flight", "tool_changed", "upstream_failed", "upstream_timeout"],
  },
  ({ caller, params, body }) => testTool(caller, params, body),
);
