import { type ChildProcess, spawn } from "node:child_process";
import { expect } from "@playwright/test";
import { FULL, test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { freePort } from "@/tests/support/free-port";

let plain: ChildProcess;
let plainUrl: string;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  const port = await freePort();
  plainUrl = `http://localhost:${port}`;
  const { readFileSync } = await import("node:fs");
  const env = {
    ...process.env,
    NODE_ENV: "production",
    APP_ENV: "local",
    DATABASE_URL: readFileSync(`${product.folder}/database-url`, "utf8"),
    DATA_DIR: product.folder,
    PUBLIC_URL: plainUrl,
    LOG_LEVEL: "error",
  } as NodeJS.ProcessEnv;
  plain = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    stdio: "ignore",
    env,
  });
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && !(await fetch(`${plainUrl}/v1/health`).catch(() => null)))
    await new Promise((resolve) => setTimeout(resolve, 200));
});
test.afterAll(async () => {
  plain?.kill("SIGKILL");
});

test("the same calls get the same answers from our host and from plain `next start`", FULL, async () => {
  const headers = {
    authorization: `Bearer ${product.apiKey}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const calls: [string, string, string?][] = [
    ["GET", "/v1/skills?limit=5"],
    ["GET", "/v1/skills?limit=0"],
    ["GET", "/v1/skills/text-statistics"],
    ["GET", "/v1/skills/none"],
    ["POST", "/v1/skills/@no-one/none/execute", "["],
    ["GET", "/v1/balance"],
    ["GET", "/v1/keys"],
    ["GET", "/v1/admin/skills"],
    ["GET", "/v1/nothing/at/all"],
    ["POST", "/v1/keys", '{"unknown":1}'],
    ["POST", "/v1/skills/text-statistics/purchase", "{}"],
    ["GET", "/v1/openapi.json"],
    ["POST", "/mcp", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
    ["GET", "/docs/execute.md"],
    ["GET", "/docs/none.md"],
    ["GET", "/skills/text-statistics.md"],
  ];
  for (const [method, path, body] of calls) {
    const [ours, theirs] = await Promise.all(
      [product.url, plainUrl].map(async (base) => {
        const response = await fetch(base + path, { method, headers, ...(body && { body }) });
        const text = (await response.text())
          .replace(/req_[\w-]+/g, "")
          .replaceAll(base, "")
          .replace(/"last_used_at":(?:null|"[^"]*")/g, "");
        return [response.status, response.headers.get("content-type"), text];
      }),
    );
    expect([path, ...(theirs ?? [])]).toEqual([path, ...(ours ?? [])]);
  }
});
