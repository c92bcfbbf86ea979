import { afterAll, beforeAll, describe, expect, test } from "vitest";
import sitemap from "@/app/sitemap";
import { createHost, drain, listen } from "@/host/host";
import { prefersMarkdown } from "@/host/markdown-pages";
import { isPublicPage } from "@/lib/interfaces/client/public-pages";
import { env } from "@/lib/platform/core/env";
import { call } from "@/tests/support/api";
import { liveSkill, person } from "@/tests/support/people";

/** A page server that tells which page it was asked for. */
const host = createHost((request, response) => response.end(request.url));
let base: string;
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(() => drain(host));

const known = (path: string) => fetch(`${base}/.well-known${path}`);

describe("well-known documents", () => {
  test("the authorization server describes PKCE, refresh, registration and revocation under our address, and nothing that is not served", async () => {
    const { PUBLIC_URL } = env();
    const answer = await known("/oauth-authorization-server");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const described = await answer.json();
    expect(described).toMatchObject({
      issuer: PUBLIC_URL,
      authorization_endpoint: `${PUBLIC_URL}/oauth2/authorize`,
      token_endpoint: `${PUBLIC_URL}/oauth2/token`,
      registration_endpoint: `${PUBLIC_URL}/oauth2/register`,
      revocation_endpoint: `${PUBLIC_URL}/oauth2/revoke`,
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      revocation_endpoint_auth_methods_supported: expect.arrayContaining(["none"]),
      authorization_response_iss_parameter_supported: true,
    });
    expect(described).not.toHaveProperty("client_id_metadata_document_supported");
    for (const [name, url] of Object.entries(described).filter(([name]) => name.endsWith("_endpoint"))) {
      const path = String(url).slice(PUBLIC_URL.length);
      const { status } = await fetch(`${base}${path}`, { method: "POST" });
      expect([name, status]).not.toEqual([name, 404]);
    }
  });

  test("each resource names its address, its server and its scopes", async () => {
    const { PUBLIC_URL } = env();
    for (const [path, resource] of [
      ["/oauth-protected-resource/mcp", `${PUBLIC_URL}/mcp`],
      ["/oauth-protected-resource/v1", `${PUBLIC_URL}/v1`],
    ] as const)
      expect(await (await known(path)).json()).toMatchObject({
        resource,
        authorization_servers: [PUBLIC_URL],
        scopes_supported: ["read", "purchase", "execute", "publish"],
      });
  });

  test("the server card, the API catalog and security.txt say where everything is", async () => {
    const { PUBLIC_URL } = env();
    expect(await (await known("/mcp/server-card.json")).json()).toMatchObject({
      serverInfo: { name: "skills-marketplace" },
      transport: { type: "streamable-http", endpoint: `${PUBLIC_URL}/mcp` },
    });
    const catalog = await known("/api-catalog");
    expect(catalog.headers.get("content-type")).toMatch(/^application\/linkset\+json/);
    expect((await catalog.json()).linkset[0]).toMatchObject({
      anchor: `${PUBLIC_URL}/v1`,
      "service-desc": [{ href: `${PUBLIC_URL}/v1/openapi.json` }],
    });
    const text = await (await known("/security.txt")).text();
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
    expect(expires).toBeGreaterThan(Date.now());
    expect((await known("/nothing")).status).toBe(404);
  });
});

test("the description of one skill has its own parameters, and only what it offers", async () => {
  const someone = await person();
  const api_schema = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
  const { slug } = await liveSkill(someone, { api_schema });
  const { status, body } = await call("GET", `/v1/skills/${slug}/openapi.json`, { key: someone.key });
  expect(status).toBe(200);
  const paths = body.paths as Record<string, Record<string, unknown>>;
  expect(Object.keys(paths)).toEqual([`/v1/skills/${slug}/execute`]);
  expect(paths[`/v1/skills/${slug}/execute`]?.post).toMatchObject({
    operationId: `run_${slug.replaceAll("-", "_")}`,
    requestBody: { content: { "application/json": { schema: api_schema } } },
  });
  expect((await call("GET", "/v1/skills/no-such/openapi.json", { key: someone.key })).status).toBe(404);
});

test("the sitemap lists terms and privacy beside the other public pages, and no other page", async () => {
  const paths = (await sitemap()).map(({ url }) => new URL(url).pathname);
  for (const path of ["/", "/skills", "/sell", "/terms", "/privacy", "/docs", "/docs/api"])
    expect(paths).toContain(path);
  expect(paths.filter((path) => !isPublicPage(path))).toEqual([]);
});

describe("public pages as Markdown", () => {
  test.each([
    ["/", "/llms.txt"],
    ["/skills?search=pdf", "/llms.txt"],
    ["/docs", "/docs/quickstart.md"],
    ["/docs/execute", "/docs/execute.md"],
    ["/skills/text-statistics?tab=api", "/skills/text-statistics.md"],
    ["/publishers/ada-lovelace?offset=24", "/publishers/ada-lovelace.md"],
    ["/collections/clean-data", "/collections/clean-data.md"],
    ["/sell", "/sell.md"],
    ["/compare?skills=a,b&calls=5", "/compare.md?skills=a,b&calls=5"],
    ["/docs/api", "/docs/api"],
    ["/wallet", "/wallet"],
  ])("%s is answered to a client that prefers Markdown by %s", async (path, twin) => {
    const answer = await fetch(base + path, { headers: { accept: "text/markdown, text/html;q=0.5" } });
    expect(await answer.text()).toBe(twin);
    const page = await fetch(base + path, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect(await page.text()).toBe(path);
    expect(page.headers.get("vary")).toBe(["/docs/api", "/wallet"].includes(path) ? null : "Accept");
  });

  test("weights decide, and whoever takes anything gets the page", () => {
    expect(["text/markdown", "text/html;q=0.1, text/markdown;q=0.2"].map(prefersMarkdown)).toEqual([true, true]);
    expect(
      ["*/*", "", "text/html", "text/html, text/markdown;q=0.9", "text/markdown;q=0"].map(prefersMarkdown),
    ).toEqual([false, false, false, false, false]);
  });
});
