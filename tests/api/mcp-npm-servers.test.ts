import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

/** Where each server listens; calls to these alone may leave for this machine. */
const ports = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const found = { everything: await freePort(), memory: await freePort(), filesystem: await freePort() };
  process.env.EXECUTION_ALLOW = Object.values(found)
    .map((port) => `127.0.0.1:${port}`)
    .join(",");
  return found;
});

import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { npmInstall } from "@/tests/support/npm-project";
import { approve, person } from "@/tests/support/people";

/** Real servers, and the package that gives those that speak over standard input a port. */
const PACKAGES = [
  "@modelcontextprotocol/server-everything@2026.8.31",
  "@modelcontextprotocol/server-memory@2026.8.31",
  "@modelcontextprotocol/server-filesystem@2026.8.31",
  "mcp-proxy@6.7.19",
];
type Name = keyof typeof ports;
const folder = mkdtempSync(join(tmpdir(), "marketplace-mcp-"));
const files = join(folder, "files");
const bin = (name: string) => join(folder, "node_modules", ".bin", name);
const at = (name: string) => join(files, name);

const graph = { entities: [{ name: "Ada", entityType: "person", observations: ["writes programs"] }] };
const relations = [{ from: "Ada", to: "Ada", relationType: "knows" }];
const observations = [{ entityName: "Ada", contents: ["likes tea"] }];
/** A call of every tool of each server, in an order in which each finds what it needs. */
const CALLS: Record<Name, [string, object][]> = {
  everything: [
    ["echo", { message: "Hello" }],
    ["get-annotated-message", { messageType: "success", includeImage: true }],
    ["get-env", {}],
    ["get-resource-links", { count: 2 }],
    ["get-resource-reference", { resourceType: "Text", resourceId: 1 }],
    ["get-structured-content", { location: "Chicago" }],
    ["get-sum", { a: 2, b: 3 }],
    ["get-tiny-image", {}],
    ["gzip-file-as-resource", { name: "a.gz", data: "data:text/plain,Hello", outputType: "resource" }],
    ["toggle-simulated-logging", {}],
    ["toggle-subscriber-updates", {}],
    ["trigger-long-running-operation", { duration: 0.2, steps: 2 }],
  ],
  memory: [
    ["create_entities", graph],
    ["create_relations", { relations }],
    ["add_observations", { observations }],
    ["read_graph", {}],
    ["search_nodes", { query: "tea" }],
    ["open_nodes", { names: ["Ada"] }],
    ["delete_observations", { deletions: [{ entityName: "Ada", observations: ["likes tea"] }] }],
    ["delete_relations", { relations }],
    ["delete_entities", { entityNames: ["Ada"] }],
  ],
  filesystem: [
    ["list_allowed_directories", {}],
    ["create_directory", { path: at("notes") }],
    ["write_file", { path: at("notes/a.txt"), content: "Hello" }],
    ["edit_file", { path: at("notes/a.txt"), edits: [{ oldText: "Hello", newText: "Hello, Ada" }] }],
    ["read_file", { path: at("notes/a.txt") }],
    ["read_text_file", { path: at("notes/a.txt") }],
    ["read_media_file", { path: at("dot.png") }],
    ["read_multiple_files", { paths: [at("notes/a.txt")] }],
    ["list_directory", { path: files }],
    ["list_directory_with_sizes", { path: files }],
    ["directory_tree", { path: files }],
    ["search_files", { path: files, pattern: "**/*.txt" }],
    ["get_file_info", { path: at("notes/a.txt") }],
    ["move_file", { source: at("notes/a.txt"), destination: at("b.txt") }],
  ],
};
/** Tools that a plain call cannot use: it needs the extension for tasks. */
const LEFT_OUT = ["simulate-research-query"];

const host = createHost((_, response) => response.writeHead(404).end());
const running: ChildProcess[] = [];
let mcp: string;

function run(args: string[], env: Record<string, string> = {}): void {
  running.push(spawn(process.execPath, args, { cwd: folder, stdio: "ignore", env: { ...process.env, ...env } }));
}

beforeAll(async () => {
  mkdirSync(files);
  writeFileSync(at("dot.png"), Buffer.from("iVBORw0KGgo=", "base64"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await npmInstall(folder, ...PACKAGES);
  run([bin("mcp-server-everything"), "streamableHttp"], { PORT: String(ports.everything) });
  const proxy = (port: number, ...command: string[]) =>
    run([
      ...[bin("mcp-proxy"), "--host", "127.0.0.1", "--port", String(port), "--server", "stream", "--"],
      ...[process.execPath, ...command],
    ]);
  proxy(ports.memory, bin("mcp-server-memory"));
  proxy(ports.filesystem, bin("mcp-server-filesystem"), files);
  mcp = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`;
});
afterAll(async () => {
  for (const child of running) child.kill();
  await drain(host);
  rmSync(folder, { recursive: true, force: true });
});

/** A server on the marketplace at a cent a call, from its address alone. */
async function sold(name: Name): Promise<string> {
  const { key } = await person();
  const body = { source: "mcp", url: `http://127.0.0.1:${ports[name]}/mcp` };
  const slug = `npm-${name}`;
  const path = `/v1/developer/skills/import?slug=${slug}`;
  // Until it listens, the address leads nowhere.
  await expect.poll(async () => (await call("POST", path, { key, body })).status, { interval: 1_000 }).toBe(200);
  const { body: mine } = await call("GET", "/v1/developer/skills", { key });
  const { id } = (mine.data as { id: string }[])[0] ?? { id: "" };
  const terms = { price_per_call: 0.01, submit: true };
  expect((await call("PATCH", `/v1/developer/skills/${id}`, { key, body: terms })).status).toBe(200);
  await approve(id);
  return slug;
}

describe.each(Object.keys(CALLS) as Name[])("the %s server from npm", (name) => {
  test("is sold by its address, and every tool of it is called and charged", async () => {
    const slug = await sold(name);
    const buyer = await personWith(5);
    const { body } = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
    const listed = (body.tools as { name: string }[]).map((tool) => tool.name);
    expect(listed.filter((tool) => !LEFT_OUT.includes(tool)).toSorted()).toEqual(
      CALLS[name].map(([tool]) => tool).toSorted(),
    );
    for (const [tool, parameters] of CALLS[name]) {
      const done = await call("POST", `/v1/skills/${slug}/tools/${tool}/execute`, {
        key: buyer.key,
        body: parameters,
      });
      expect([tool, done.status, done.status === 200 ? "" : done.body.error]).toEqual([tool, 200, ""]);
      expect(done.body.usage).toMatchObject({ cost: 0.01, tool });
    }
    expect(await available(buyer)).toBe(Number((5 - CALLS[name].length * 0.01).toFixed(2)));
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${buyer.key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${mcp}?skills=${slug}`), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain(`${slug}__${CALLS[name][0]?.[0]}`);
    if (name === "everything") {
      const { content } = await client.callTool({ name: `${slug}__get-tiny-image`, arguments: {} });
      expect(content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
    }
    await client.close();
  });
});
