import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { Caller } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { VERSION } from "@/lib/core/version";
import { MAX_JSON_BYTES, readJson } from "@/lib/http/body";
import { runTool, TOOL_LIST } from "@/lib/mcp/service";

const INSTRUCTIONS =
  "A marketplace of skills that are paid with prepaid credits. Search, look at a skill for its parameters and price, then execute it. Ask the person before you spend much.";

/**
 * Answers one request of an MCP client (Streamable HTTP), without keeping anything between requests.
 * Throws payload_too_large, invalid_json and invalid_request for a body that no request may have, a batch among them.
 */
export async function answerMcp(request: Request, caller: Caller, requestId: string): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(caller, requestId), {
    maxRequestBodySize: MAX_JSON_BYTES,
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error, request_id: requestId }, "an MCP request was refused"),
  });
  const parsedBody = request.method === "POST" ? await readJson(request, MAX_JSON_BYTES) : undefined;
  if (Array.isArray(parsedBody)) throw batched();
  return handler.fetch(request, parsedBody === undefined ? {} : { parsedBody });
}

/** Rate limits count requests, so each brings one message; batches left the protocol with its revision 2025-06-18. */
function batched(): AppError {
  return new AppError("invalid_request", "Batches are not supported. Send each JSON-RPC message by itself.", {
    param: "body",
  });
}

function serverFor(caller: Caller, requestId: string): Server {
  const server = new Server(
    { name: "skills-marketplace", title: "Skills Marketplace", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: TOOL_LIST }));
  server.setRequestHandler("tools/call", ({ params }) =>
    runTool(caller, params.name, params.arguments, requestId),
  );
  return server;
}
