import { request as ask, createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// A server on this machine: the suite asks from pages of localhost, too.
vi.hoisted(() => {
  process.env.PUBLIC_URL = "http://localhost:3000";
});

import { createHost, drain, listen } from "@/host/host";
import { runIn } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { person } from "@/tests/support/people";

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
const SUITE = process.env.CONFORMANCE ?? resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");

const host = createHost((_, response) => response.writeHead(404).end());
/** The suite sends no credentials: they are added on the way. */
let front: Server;
let url: string;
beforeAll(async () => {
  const port = await listen(host, 0, "127.0.0.1");
  const seller = await person();
  await liveDownload(seller, { pricing_type: "subscription", price: 3 });
  front = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${seller.key}` };
    const options = { host: "127.0.0.1", port, path: incoming.url, method: incoming.method, headers };
    const passed = ask(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await new Promise((done) => front.once("listening", done));
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await drain(host);
});

test.each(SCENARIOS)("passes the official scenario %s at %s", async (scenario, revision) => {
  const options = ["--url", url, "--scenario", scenario, "--spec-version", revision, "--force"];
  const { code, stdout, stderr } = await runIn(".", [process.execPath, SUITE, "server", ...options]);
  expect([code, code === 0 ? "" : stdout.slice(-1_800) + stderr.slice(-1_800)]).toEqual([0, ""]);
});
