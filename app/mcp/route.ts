import { endpoint } from "@/lib/interfaces/http/endpoint";
import { McpQuery } from "@/lib/interfaces/mcp/schemas";
import { answerMcp } from "@/lib/interfaces/mcp/server";

const TAG = "Agents";

export const POST = endpoint(
  {
    operationId: "sendMcpMessage",
    access: "account",
    // Each tool asks for its own, as the path of the API does that it stands for.
    scope: null,
    // Against DNS rebinding, as the protocol demands of every server.
    isOwnOriginOnly: true,
    tag: TAG,
    summary: "The marketplace for MCP clients",
    query: McpQuery,
    upload: "application/json",
    stream: { type: "application/json", description: "A JSON-RPC response of the Model Context Protocol." },
  },
  ({ request, caller, query, requestId }) => answerMcp(request, { caller, query, requestId }),
);
