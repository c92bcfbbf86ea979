import { Client, type Progress, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { startMcpServer, TEXT } from "@/tests/support/mcp-upstream";
import { available, personWith } from "@/tests/support/money";
import { approve, person, unique } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

const LONG = "a_name_that_is_long_enough_to_be_shortened_by_a_digest";
const host = createHost((_, response) => response.writeHead(404).end());
const aborted: string[] = [];
let server: Awaited<ReturnType<typeof startMcpServer>>;
let url: URL;
beforeAll(async () => {
  server = await startMcpServer(
    [
      { name: "say", description: "Says a text.", inputSchema: TEXT },
      { name: LONG, description: "Has a long name.", inputSchema: { type: "object" } },
      { name: "slow", description: "Works on.", inputSchema: { type: "object" } },
      { name: "look", description: "Shows a picture and a page.", inputSchema: { type: "object" } },
    ],
    {
      say: ({ id, params }, response) => {
        const { progressToken } = (params?._meta ?? {}) as { progressToken?: unknown };
        const progress = { progressToken, progress: 1, total: 2, message: "half" };
        const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
        response.writeHead(200, { "content-type": "text/event-stream" });
        if (progressToken !== undefined) response.write(event({ method: "notifications/progress", params: progress }));
        response.end(event({ id, result: { content: [{ type: "text", text: params?.arguments?.text }] } }));
      },
      [LONG]: () => ({ content: Array.from({ length: 101 }, () => ({ type: "text", text: "one of many" })) }),
      look: () => ({
        content: [
          { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
          {
            type: "resource_link",
            uri: "https://example.com/a",
            name: "A",
            from: "us",
            _meta: { "skills-marketplace/from": "us" },
          },
        ],
      }),
      slow: (_, response) => void response.once("close", () => aborted.push("slow")),
    },
  );
  url = new URL(`http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`);
});
afterAll(async () => {
  await drain(host);
  await server.close();
});

async function sold(): Promise<string> {
  const owner = await person();
  const slug = `mcp-tools-${process.pid}-${unique()}`;
  const body = { source: "mcp", url: upstreamUrl("mcp") };
  const made = await call("POST", `/v1/developer/skills/import?slug=${slug}`, { key: owner.key, body });
  const { id } = made.body.skill as { id: string };
  const terms = { price_per_call: 0.5, submit: true };
  await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: terms });
  await approve(id);
  return slug;
}

async function connected(key: string, slug: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}?skills=${slug}`), { requestInit }));
  return client;
}

test("each tool of a chosen skill is one of ours, under a name of at most 64 characters, and is charged", async () => {
  const [slug, buyer] = [await sold(), await personWith(5)];
  const client = await connected(buyer.key, slug);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toHaveLength(4);
  expect(names[0]).toBe(`${slug}__say`);
  expect(names[1]).toMatch(/_[0-9a-f]{8}$/);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(64);
  expect(tools[0]).toMatchObject({ inputSchema: TEXT, description: "Says a text. A call costs at most $0.50." });
  const said = await client.callTool({ name: `${slug}__say`, arguments: { text: "Hello" } });
  expect(said.structuredContent).toMatchObject({
    result: { content: [{ type: "text", text: "Hello" }] },
    usage: { cost: 0.5, tool: "say" },
  });
  // What the server returned stays content, and what it cost follows.
  expect(said.content).toEqual([
    { type: "text", text: "Hello" },
    { type: "text", text: expect.stringMatching(/^\{"usage":\{.*"cost":0.5/) },
  ]);
  const seen = await client.callTool({ name: `${slug}__look`, arguments: {} });
  const [picture, page] = [
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    { type: "resource_link", uri: "https://example.com/a", name: "A" },
  ];
  const marked = { ...page, _meta: { "skills-marketplace/from": "seller" } };
  expect(seen.content).toEqual([picture, marked, expect.objectContaining({ type: "text" })]);
  expect(seen.structuredContent).toMatchObject({
    result: {
      content: [
        { type: "image", mimeType: "image/png" },
        { ...page, from: "seller" },
      ],
    },
  });
  expect(JSON.stringify(seen.structuredContent)).not.toContain(picture.data);
  const long = await client.callTool({ name: names[1] ?? "", arguments: {} });
  expect([long.isError ?? false, (long.content as object[]).length]).toEqual([false, 1]);
  expect(await available(buyer)).toBe(3.5);
  await client.close();
});

test("the server's progress reaches the agent, and the agent's cancellation the server; nothing is charged for that", async () => {
  const [slug, buyer] = [await sold(), await personWith(5)];
  const client = await connected(buyer.key, slug);
  const seen: Progress[] = [];
  const said = { name: `${slug}__say`, arguments: { text: "Hello" } };
  await client.callTool(said, { onprogress: (progress) => seen.push(progress) });
  expect(seen).toEqual([{ progress: 1, total: 2, message: "half" }]);
  const cancelling = new AbortController();
  const before = server.calls().length;
  const slow = client.callTool({ name: `${slug}__slow`, arguments: {} }, { signal: cancelling.signal });
  await expect.poll(() => server.calls().length).toBe(before + 1);
  cancelling.abort();
  await expect(slow).rejects.toThrow();
  await expect.poll(() => aborted).toEqual(["slow"]);
  await expect.poll(() => available(buyer)).toBe(4.5);
  await client.close();
});

test("execute_skill runs a tool that it names", async () => {
  const [slug, buyer] = [await sold(), await personWith(5)];
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${buyer.key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const given = { slug, tool: "say", parameters: { text: "Hi" }, max_price: 0.5 };
  const { structuredContent } = await client.callTool({ name: "execute_skill", arguments: given });
  expect(structuredContent).toMatchObject({ usage: { cost: 0.5, tool: "say" } });
  await client.close();
});
