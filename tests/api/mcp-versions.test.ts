import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { person } from "@/tests/support/people";

const host = createHost((_, response) => response.writeHead(404).end());
let url: string;
let key: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`;
  ({ key } = await person());
});
afterAll(() => drain(host));

type Message = { result?: Record<string, unknown>; error?: { code: number } };

/** Sends a JSON-RPC message as a client of a version does once it has agreed on it, and reads the answer. */
async function post(message: object, version?: string): Promise<Message> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(version && { "mcp-protocol-version": version }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  const text = await answer.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Message;
}

const initialize = (protocolVersion: string) => {
  const clientInfo = { name: "test", version: "1" };
  return post({ method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo } });
};

const NEGOTIATED = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < "2026");

describe("versions of MCP that are agreed on by initialize", () => {
  test("they reach back to 2024-11-05", () => {
    expect(NEGOTIATED).toEqual(expect.arrayContaining(["2024-11-05", "2025-03-26"]));
  });

  test.each(NEGOTIATED)("%s: it is answered, and tools are listed and called in it", async (version) => {
    const { result } = await initialize(version);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: "skills-marketplace" },
      // Nothing is open on which a change of the list could be announced.
      capabilities: { tools: {}, resources: {} },
    });
    expect(result?.capabilities).not.toHaveProperty("tools.listChanged");
    const listed = await post({ method: "tools/list" }, version);
    expect(listed.result?.tools).toContainEqual(expect.objectContaining({ name: "get_balance" }));
    const called = await post({ method: "tools/call", params: { name: "get_balance" } }, version);
    expect(called.result).toMatchObject({ structuredContent: { balance: 0 } });
  });

  test("a version that nobody knows is answered with one that the server speaks", async () => {
    const { result } = await initialize("1999-01-01");
    expect(SUPPORTED_PROTOCOL_VERSIONS).toContain(result?.protocolVersion);
  });
});
