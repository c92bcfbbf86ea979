import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type Received, startUpstream } from "@/tests/support/upstream";

type Message = {
  id?: number;
  method: string;
  params?: { name?: string; arguments?: Record<string, unknown>; _meta?: object };
};
export type McpTool = { name: string; description?: string; inputSchema: object; outputSchema?: object };
/** What a tool's call returns: a result, or whatever a lying server does with the response. */
type Behaviour = (message: Message, response: ServerResponse) => unknown;

export const TEXT = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** An MCP server on loopback, written by hand so that it can lie. It keeps sessions, and what it received; `pauseMs` passes before it answers initialize and tools/list. */
export async function startMcpServer(
  tools: McpTool[],
  behaviours: Record<string, Behaviour> = {},
  others: Parameters<typeof startUpstream>[0] = {},
) {
  const state = { tools, sessions: new Set<string>(), ended: [] as string[], lists: 0, pauseMs: 0 };
  const respond = (response: ServerResponse, message: Message, result: unknown, headers = {}) =>
    response
      .writeHead(200, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
  const upstream = await startUpstream({
    ...others,
    mcp: (request: Received, response) => {
      const session = String(request.headers["mcp-session-id"] ?? "");
      if (request.body === "") {
        state.ended.push(session);
        state.sessions.delete(session);
        response.writeHead(204).end();
        return;
      }
      const message = JSON.parse(request.body) as Message;
      if (message.method === "initialize") {
        const id = randomUUID();
        state.sessions.add(id);
        const result = {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "stub", version: "1" },
        };
        setTimeout(() => respond(response, message, result, { "mcp-session-id": id }), state.pauseMs);
      } else if (!state.sessions.has(session)) response.writeHead(404).end();
      else if (message.method === "tools/list") {
        state.lists++;
        setTimeout(() => respond(response, message, { tools: state.tools }), state.pauseMs);
      } else if (message.method === "tools/call") {
        const behave = behaviours[message.params?.name ?? ""];
        const result = behave?.(message, response);
        if (result !== undefined) respond(response, message, result);
      } else response.writeHead(202).end();
    },
  });
  const messages = () =>
    upstream.received
      .filter(({ body }) => body !== "")
      .map(({ headers, body }) => ({ headers, message: JSON.parse(body) as Message }));
  return {
    ...upstream,
    state,
    messages,
    calls: () => messages().filter(({ message }) => message.method === "tools/call"),
  };
}
