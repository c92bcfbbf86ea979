import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, openDemoProvider } from "@/host/host";
import { route } from "@/host/router";
import { seedWhenEmpty } from "@/prisma/seed/seed";
import { withDemo } from "@/tests/support/demo";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const run = promisify(execFile);

describe.runIf(hasCurl)("the README's tour", () => {
  let host: Server;
  let provider: Server;
  let key: string;
  const folder = mkdtempSync(join(tmpdir(), "marketplace-tour-"));
  beforeAll(async () => {
    provider = await openDemoProvider();
    key = await withDemo();
    host = createServer(getRequestListener(route, { overrideGlobalObjects: false }));
    await listen(host, 0, "127.0.0.1");
  });
  afterAll(() => {
    host.close();
    provider.close();
    rmSync(folder, { recursive: true });
  });

  test("every call works as printed, in order, and the ledger balances afterwards", async () => {
    const readme = readFileSync("README.md", "utf8");
    const tour = readme.slice(readme.indexOf("## Tour"), readme.indexOf("## Commands"));
    const [settings, ...blocks] = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? "");
    expect(settings).toContain("KEY=");
    expect(blocks.length).toBeGreaterThan(4);
    const script = [
      "set -e",
      `BASE=http://127.0.0.1:${(host.address() as AddressInfo).port}`,
      `KEY=${key}`,
      ...blocks,
    ].join("\n");
    const { stdout } = await run("bash", ["-c", script], { cwd: folder });
    for (const expected of [
      '"words":5',
      '"max_cost":0',
      '"slug":"colour-contrast-checker"',
      '"balance":',
      '"kind":"purchase"',
      '"status":"pending"',
      '"credit_limit":0.5',
    ])
      expect(stdout).toContain(expected);
    expect(stdout).not.toContain('"already_owned"');
    expect(readFileSync(join(folder, "meeting-minutes.zip")).subarray(0, 2).toString()).toBe("PK");
  });

  test("the demo fills an empty database only", async () => {
    expect(await seedWhenEmpty()).toBeNull();
  });
});
