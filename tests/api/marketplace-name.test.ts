import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as picture } from "@/app/(market)/skills/[slug]/og.png/route";
import { GET as llms } from "@/app/llms.txt/route";
import { createHost, drain, listen } from "@/host/host";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, liveSkill, person } from "@/tests/support/people";
import { someoneSignedIn } from "@/tests/support/visitor";

const host = createHost((_, response) => response.writeHead(404).end());
let base: string;
let key: string;
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  ({ key } = await person());
});
afterAll(() => drain(host));

async function rename(name: string) {
  const admin = await administrator();
  await call("PATCH", "/v1/admin/settings", { key: admin.key, body: { marketplace_name: name } });
}

const read = async (path: string) => (await fetch(base + path)).json();

/** What MCP clients are told of the server. */
async function serverInfo() {
  const clientInfo = { name: "test", version: "1" };
  const answer = await fetch(`${base}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    }),
  });
  const text = await answer.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result.serverInfo;
}

describe("a marketplace that was renamed", () => {
  beforeAll(() => rename("Acme Skills"));
  afterAll(() => prisma().siteSettings.deleteMany());

  test("is called so by authenticator apps and by passkeys", async () => {
    const { visitor } = await someoneSignedIn();
    const { body } = await visitor.post("/two-factor/enable", { password: "a long password" });
    const uri = new URL(String(body.totp_uri));
    expect(uri.searchParams.get("issuer")).toBe("Acme Skills");
    expect(decodeURIComponent(uri.pathname)).toContain("Acme Skills:");
    const { body: options } = await visitor.post("/passkey/begin", { password: "a long password" });
    expect(options.rp).toMatchObject({ name: "Acme Skills", id: expect.any(String) });
  });

  test("is called so by every document that programs discover it by", async () => {
    expect(await serverInfo()).toMatchObject({ name: "skills-marketplace", title: "Acme Skills" });
    expect(await read("/.well-known/mcp/server-card.json")).toMatchObject({
      serverInfo: { title: "Acme Skills" },
    });
    expect(await read("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
      resource_name: "Acme Skills",
    });
    expect(await read("/.well-known/oauth-protected-resource/v1")).toMatchObject({
      resource_name: "Acme Skills API",
    });
    expect(await read("/v1/openapi.json")).toMatchObject({ info: { title: "Acme Skills API" } });
    expect(await read("/.claude-plugin/marketplace.json")).toMatchObject({ owner: { name: "Acme Skills" } });
    expect(await (await llms()).text()).toMatch(/^# Acme Skills\n/);
  });

  test("is called so in link pictures that were drawn before", async () => {
    const { slug } = await liveSkill(await person());
    const drawn = async () =>
      Buffer.from(await (await picture(new Request(base), { params: Promise.resolve({ slug }) })).arrayBuffer());
    const before = await drawn();
    expect((await drawn()).equals(before)).toBe(true);
    await rename("Zenith Tools");
    expect((await drawn()).equals(before)).toBe(false);
    await rename("Acme Skills");
  });
});

/** Where the default name may stand: the setting's default, the environment's, names of the software, examples and tests' own. */
const NAMED = [
  "lib/identity/accounts/auth.ts",
  "lib/identity/accounts/providers.ts",
  "lib/platform/core/env.ts",
  "lib/interfaces/http/openapi.ts",
  "lib/platform/notifications/mail-kinds.ts",
  "lib/platform/notifications/mail-template.ts",
  "lib/platform/notifications/mail-text-schemas.ts",
  "lib/platform/site/setting-schemas.ts",
  "host/greeting.ts",
];

test("no page or document spells the default name itself", () => {
  const files = globSync("{app,components,lib,host,dev}/**/*.{ts,tsx}");
  const found = files.filter((file) => readFileSync(file, "utf8").includes("Skills Marketplace"));
  expect(found.sort()).toEqual(NAMED.toSorted());
});
