import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { Caller } from "@/lib/core/caller";
import { AppError, echo } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { VERSION } from "@/lib/core/version";
import { type Answer, errorResponse, jsonAnswer, toAnswer } from "@/lib/http/answer";
import { MAX_JSON_BYTES, readJson } from "@/lib/http/body";
import { isTool, runTool, TOOL_LIST } from "@/lib/mcp/service";

const INSTRUCTIONS =
  "A marketplace of skills that are paid with prepaid credits. Search, look at a skill for its parameters and price, then execute it. Ask the person before you spend much.";

/**
 * Answers one request of an MCP client (Streamable HTTP), without keeping anything between requests. A body that no
 * request may have, a batch among them, is answered with a JSON-RPC error.
 */
export async function answerMcp(request: Request, caller: Caller, requestId: string): Promise<Answer> {
  const handler = createMcpHandler(() => serverFor(caller, requestId), {
    maxRequestBodySize: MAX_JSON_BYTES,
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error, request_id: requestId }, "an MCP request was refused"),
  });
  try {
    const parsedBody = await readJson(request, MAX_JSON_BYTES);
    if (Array.isArray(parsedBody)) throw batched();
    return await toJsonAnswer(await handler.fetch(request, { parsedBody }));
  } catch (error) {
    if (error instanceof AppError) return refusal(error, requestId);
    throw error;
  }
}

/** A JSON answer is whole already, and may be compressed; a stream of events stays one. */
async function toJsonAnswer(response: Response): Promise<Answer> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return isJson ? jsonAnswer(response.status, await response.text()) : toAnswer(response);
}

/** Rate limits count requests, so each brings one message; batches left the protocol with its revision 2025-06-18. */
function batched(): AppError {
  return new AppError("invalid_request", "Batches are not supported. Send each JSON-RPC message by itself.", {
    param: "body",
  });
}

/** A body that is no JSON-RPC message, as JSON-RPC reports it; our own error is its data. */
function refusal(error: AppError, requestId: string): Answer {
  const { status, body } = errorResponse(error, requestId);
  const code =
    error.code === "invalid_json" ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest;
  const { error: data } = JSON.parse(body) as { error: unknown };
  return jsonAnswer(
    status,
    JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: error.message, data } }),
  );
}

function serverFor(caller: Caller, requestId: string): Server {
  const server = new Server(
    { name: "skills-marketplace", title: "Skills Marketplace", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: TOOL_LIST }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const { name } = params;
    if (!isTool(name)) {
      const known = TOOL_LIST.map((tool) => tool.name).join(", ");
      const message = `There is no tool called ${echo(name)}. Call one of: ${known}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return runTool(caller, name, params.arguments, requestId);
  });
  return server;
}
