import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

/** Bytes of a large answer: a little below the most that a call may answer. */
const LARGE_BYTES = 3_900_000;
const row = { id: 12_345, name: "a row of a table", values: [1, 2, 3, 4.5], isGood: true };

/** Answers by path. Made when first asked for: most benchmarks never do. */
const ANSWERS: Record<string, () => [number, string]> = {
  "/rows": () => [200, JSON.stringify(Array.from({ length: LARGE_BYTES / JSON.stringify(row).length }, () => row))],
  "/text": () => [200, JSON.stringify({ text: 'A "line" of text.\n'.repeat(LARGE_BYTES / 20) })],
  "/fails": () => [503, "{}"],
};
const made = new Map<string, [number, string]>();

/** An MCP server with one tool. */
async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return void response.writeHead(405).end();
  const { id, method } = (await json(request)) as { id?: number; method: string };
  if (id === undefined) return void response.writeHead(202).end();
  const result = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "bench", version: "1" },
    },
    "tools/list": { tools: [{ name: "say", description: "Says ok.", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "ok" }] },
  }[method];
  response.writeHead(200, {
    "content-type": "application/json",
    ...(method === "initialize" && { "mcp-session-id": "1" }),
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

// A developer's endpoint in a process of its own that answers everything at once, but `/hangs`; `/mcp` is an MCP server.
const [host = "127.0.0.1", port] = (process.argv[2] ?? "").split(":");
createServer((request, response) => {
  const path = request.url ?? "/";
  if (path === "/mcp") return void answerMcp(request, response);
  request.resume();
  request.on("end", () => {
    if (path === "/hangs") return;
    const [status, text] = made.get(path) ?? ANSWERS[path]?.() ?? [200, '{"ok":true}'];
    made.set(path, [status, text]);
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
}).listen(Number(port), host, () => console.log("ready"));
