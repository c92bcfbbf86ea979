import { request as ask, createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// A server on this machine: the suite asks from pages of localhost, too.
vi.hoisted(() => {
  process.env.PUBLIC_URL = "http://localhost:3000";
});

import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { startMcpServer } from "@/tests/support/mcp-upstream";
import { runIn } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { approve, person } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

/** The official suite's scenarios that need no tools of a test server, by the revision of the protocol that they are run at. */
const SCENARIOS: [string, string][] = [
  ["server-initialize", "2025-06-18"],
  ["server-initialize", "2025-11-25"],
  ["ping", "2025-11-25"],
  ["tools-list", "2025-06-18"],
  ["tools-list", "2026-07-28"],
  ["resources-list", "2026-07-28"],
  ["prompts-list", "2026-07-28"],
  ["dns-rebinding-protection", "2025-11-25"],
  ["http-header-validation", "2026-07-28"],
  ["caching", "2026-07-28"],
  ["sep-2164-resource-not-found", "2026-07-28"],
  ["sep-2640-skills-enumeration", "2026-07-28"],
  ["sep-2640-skills-manifest", "2026-07-28"],
];
/** Those that need a test server's tools: a seller's server has them, and the suite calls it through the marketplace. */
const TOOL_SCENARIOS: [string, string][] = ["2025-06-18", "2026-07-28"].flatMap((revision) => [
  ...["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error", "with-progress"].map(
    (name): [string, string] => [`tools-call-${name}`, revision],
  ),
  ...(revision === "2026-07-28" ? ([["json-schema-2020-12", revision]] as [string, string][]) : []),
]);
const SUITE = process.env.CONFORMANCE ?? resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");

const host = createHost((_, response) => response.writeHead(404).end());
/** The suite sends no credentials, and knows the tools by the names that their server gives them: both are changed on the way. */
let front: Server;
let url: string;
let upstream: Awaited<ReturnType<typeof startMcpServer>>;
const SLUG = "conformance";

const text = (said: string) => ({ type: "text", text: said });
const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
const file = (uri: string) => ({ type: "resource", resource: { uri, mimeType: "text/plain", text: "A file." } });
const CONTENTS: Record<string, object[]> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: "UklGRg==", mimeType: "audio/wav" }],
  test_embedded_resource: [file("test://embedded-resource")],
  test_multiple_content_types: [text("Multiple content types test:"), image, file("test://mixed-content-resource")],
};
/** What the suite says the input of its tool is. */
const SCHEMA_2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** A seller's MCP server with the suite's tools, on the marketplace and free. */
async function sellTools(key: string): Promise<void> {
  const names = [...Object.keys(CONTENTS), "test_error_handling", "test_tool_with_progress"];
  const tools = names.map((name) => ({ name, description: `Of ${name}.`, inputSchema: { type: "object" } }));
  const schema = { name: "json_schema_2020_12_tool", description: "Keeps its schema.", inputSchema: SCHEMA_2020 };
  upstream = await startMcpServer([...tools, schema], {
    ...Object.fromEntries(Object.entries(CONTENTS).map(([name, content]) => [name, () => ({ content })])),
    test_error_handling: () => ({ isError: true, content: [text("This tool fails on purpose.")] }),
    test_tool_with_progress: ({ id, params }, response) => {
      const { progressToken } = (params?._meta ?? {}) as { progressToken?: unknown };
      const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const progress of [0, 50, 100])
        response.write(event({ method: "notifications/progress", params: { progressToken, progress, total: 100 } }));
      response.end(event({ id, result: { content: [text("done")] } }));
    },
  });
  const source = { source: "mcp", url: upstreamUrl("mcp") };
  const made = await call("POST", `/v1/developer/skills/import?slug=${SLUG}`, { key, body: source });
  const { id } = made.body.skill as { id: string };
  await call("PATCH", `/v1/developer/skills/${id}`, { key, body: { price_per_call: 0, submit: true } });
  await approve(id);
}
beforeAll(async () => {
  const port = await listen(host, 0, "127.0.0.1");
  const seller = await person();
  await liveDownload(seller, { pricing_type: "subscription", price: 3 });
  await sellTools(seller.key);
  front = createServer(async (incoming, outgoing) => {
    const sent = (await incoming.toArray()).join("").replace(/"name":"((?:test|json_schema)_)/, `"name":"${SLUG}__$1`);
    const { "content-length": _, "mcp-name": tool, ...others } = incoming.headers;
    const named = typeof tool === "string" && { "mcp-name": tool.replace(/^(?=test_|json_schema_)/, `${SLUG}__`) };
    const headers = { ...others, ...named, authorization: `Bearer ${seller.key}`, "accept-encoding": "identity" };
    const options = { host: "127.0.0.1", port, path: incoming.url, method: incoming.method, headers };
    const passed = ask(options, (answer) => {
      const { "content-length": _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, rest);
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => outgoing.write(part.replaceAll(`"name":"${SLUG}__`, '"name":"')));
      answer.once("end", () => outgoing.end());
    });
    passed.on("error", () => outgoing.destroy());
    passed.end(sent);
  }).listen(0, "127.0.0.1");
  await new Promise((done) => front.once("listening", done));
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await drain(host);
  await upstream.close();
});

/** Runs a scenario against an address. */
async function passes(address: string, [scenario, revision]: [string, string]): Promise<void> {
  const options = ["--url", address, "--scenario", scenario, "--spec-version", revision, "--force"];
  const { code, stdout, stderr } = await runIn(".", [process.execPath, SUITE, "server", ...options]);
  expect([code, code === 0 ? "" : stdout.slice(-1_800) + stderr.slice(-1_800)]).toEqual([0, ""]);
}

test.each(SCENARIOS)("passes the official scenario %s at %s", (...scenario) => passes(url, scenario));

test.each(TOOL_SCENARIOS)("passes %s at %s with the tools of a seller's server", (...scenario) =>
  passes(`${url}?skills=${SLUG}`, scenario),
);
