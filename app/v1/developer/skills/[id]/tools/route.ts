import { ToolCheck } from "@/lib/demand/execution/tool-check-schemas";
import * as toolChecks from "@/lib/demand/execution/tool-checks";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "getToolCheck",
    access: "account",
    tag: "Publishing",
    summary: "Where your MCP server differs from the tools that were reviewed",
    description:
      "Calls compare the server's list with the reviewed tools, and a job does so daily. A tool that differs is refused with `tool_changed`. Import the server again to submit the change.",
    params: IdParams,
    result: ToolCheck,
  },
  ({ caller, params }) => toolChecks.ofSkill(caller, params.id),
);
