import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drain, listen } from "@/host/host";
import { openRenderer, pagesConnections, type Renderer } from "@/host/renderer";

const TOKEN = "the token of this test";
const folder = mkdtempSync(join(tmpdir(), "renderer-"));
const [go, program] = [join(folder, "go"), join(folder, "pages.mjs")];
/** What the built thread does, with pages that tell what they were asked, and one that keeps its thread busy until it is let go. */
const PAGES = `
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const server = createServer((request, response) => {
  if (request.headers[workerData.tokenHeader] !== workerData.token) return void response.writeHead(404).end();
  if (request.url === "/busy") while (!existsSync(${JSON.stringify(go)}));
  if (request.url === "/broken") return void request.socket.destroy();
  response.writeHead(201, { vary: "rsc", "set-cookie": ["a=1", "b=2"], "x-page": "yes", "content-type": "text/plain" });
  response.end(JSON.stringify({ ...request.headers, url: request.url, pool: process.env.DATABASE_POOL }));
});
server.listen(0, "127.0.0.1", () => {
  parentPort.postMessage({ caches: [], counts: [], connections: { open: 3, idle: 2, waiting: 1 } });
  parentPort.postMessage({ port: server.address().port });
});
parentPort.once("message", () => process.exit(0));
`;

let renderer: Renderer;
let url: string;
const host = createServer((request: IncomingMessage, response: ServerResponse) => {
  response.setHeader("Vary", "Accept");
  response.setHeader("Set-Cookie", "session=1");
  response.setHeader("Request-Id", "an-id");
  renderer.forward(request, response, { "x-nonce": "ours" });
});
beforeAll(async () => {
  writeFileSync(program, PAGES);
  renderer = await openRenderer(TOKEN, pathToFileURL(program));
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  await drain(host);
  await renderer.close();
  rmSync(folder, { recursive: true });
});

test("a page that keeps its thread busy holds up nothing here", async () => {
  const page = renderer.render("/busy", {});
  const before = await renderer.cpuMs();
  expect(existsSync(go)).toBe(false);
  writeFileSync(go, "");
  expect((await page).status).toBe(201);
  expect(await renderer.cpuMs()).toBeGreaterThan(before);
});

test("a visitor's request reaches the page with our headers in place of theirs, and what both sides set is sent", async () => {
  const sent = { "x-nonce": "theirs", "x-renderer": "a guess", cookie: "c=1", "accept-language": "de" };
  const answer = await fetch(`${url}/page?at=1`, { headers: sent });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("vary")).toBe("Accept, rsc");
  expect(answer.headers.getSetCookie()).toEqual(["session=1", "a=1", "b=2"]);
  expect(answer.headers.get("x-page")).toBe("yes");
  expect(await answer.json()).toMatchObject({
    ...{ url: "/page?at=1", "x-nonce": "ours", "x-renderer": TOKEN, cookie: "c=1", "accept-language": "de" },
    ...{ host: new URL(url).host, "x-renderer-request-id": "an-id" },
  });
});

test("a page that breaks is 503, and the next one is shown", async () => {
  expect((await fetch(`${url}/broken`)).status).toBe(503);
  expect((await fetch(`${url}/page`)).status).toBe(201);
});

test("what the thread counts is that of the process", () => {
  expect(pagesConnections()).toEqual({ open: 3, idle: 2, waiting: 1 });
});

test("a page for everybody is told nothing but what it is given", async () => {
  const { body } = await renderer.render("/shared", { host: "market.test" });
  expect(Object.keys(JSON.parse(body)).toSorted()).toEqual(["connection", "host", "pool", "url", "x-renderer"]);
});
