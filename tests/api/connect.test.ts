import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { askForToken, connectProgram, TestProgram, tokensForApi } from "@/tests/support/connecting";
import { available, personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

// The OAuth client compares addresses, so the marketplace is told the one that it is served at.
const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  return port;
});
const ORIGIN = `http://127.0.0.1:${PORT}`;
const MCP = `${ORIGIN}/mcp`;

const host = createHost((_, response) => response.writeHead(404).end());
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
  await listen(host, PORT, "127.0.0.1");
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

async function clientOf(program: TestProgram): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP), { authProvider: program }));
  return client;
}

async function connected(decision: Record<string, unknown> = {}, credits = 10) {
  const buyer = await personWith(credits);
  const visitor = await signedIn(buyer);
  const program = new TestProgram();
  await connectProgram(program, visitor, MCP, decision);
  return { buyer, visitor, program };
}

const connectionsOf = async (key: string) =>
  (await call("GET", "/v1/keys", { key })).body.data.filter(({ client }) => client !== null);

async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const answer = await client.callTool({ name, arguments: args });
  const [first] = answer.content as { text: string }[];
  return {
    content: answer.structuredContent as Record<string, never>,
    error: answer.isError ? (first?.text ?? "") : null,
  };
}

describe("connecting by consent", () => {
  test("the official client connects by the address alone, spends within its cap, and is told when it is reached", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.25, name: "Okapitest counter" });
    const { buyer, program } = await connected();
    const client = await clientOf(program);
    const [key] = await connectionsOf(buyer.key);
    expect(key).toMatchObject({
      name: "Test agent",
      client: { name: "Test agent", uri: null },
      scopes: ["read", "purchase", "execute", "publish"],
      credit_limit: 1,
      credit_limit_interval: "day",
      credits_spent: 0,
      ask_above: 0.25,
    });
    const found = await use(client, "search_skills", { query: "okapitest" });
    expect(found.content.skills).toMatchObject([{ slug, price: 0.25 }]);
    const parameters = { text: "x" };
    const { max_cost: max_price } = (await use(client, "quote_skill", { slug, parameters })).content;
    const run = { slug, parameters, max_price };
    for (let i = 0; i < 4; i++) expect((await use(client, "execute_skill", run)).error).toBeNull();
    const beyond = await use(client, "execute_skill", run);
    expect(beyond.error).toMatch(/^key_limit_reached: /);
    expect(await connectionsOf(buyer.key)).toMatchObject([{ credits_spent: 1 }]);
    expect(await available(buyer)).toBe(9);
    await client.close();
  });

  test("a consent narrows what is asked for: scopes, skills, cap and end", async () => {
    const [chosen, other] = [await liveSkill(await person()), await liveSkill(await person())];
    const { buyer, program } = await connected({
      scopes: ["read", "execute"],
      skills: [chosen.slug],
      credit_limit: 5,
      credit_limit_interval: "month",
      expires_in_days: 7,
      ask_above: null,
    });
    const [key] = await connectionsOf(buyer.key);
    expect(key).toMatchObject({ scopes: ["read", "execute"], credit_limit: 5, ask_above: null });
    expect(Date.parse(String(key?.expires_at)) - Date.now()).toBeLessThan(7 * 24 * 3_600_000 + 1_000);
    const client = await clientOf(program);
    const run = { slug: chosen.slug, max_price: 0.5 };
    expect((await use(client, "execute_skill", run)).error).toBeNull();
    expect((await use(client, "execute_skill", { ...run, slug: other.slug })).error).toMatch(/^key_scope: /);
    await client.close();
  });

  test("a program that lacks a scope is told which by OAuth, at /mcp and /v1, and asks its person for it", async () => {
    const { slug } = await liveSkill(await person());
    const { visitor, program } = await connected({ scopes: ["read"] });
    const client = await clientOf(program);
    program.asked = null;
    await expect(use(client, "execute_skill", { slug, max_price: 1 })).rejects.toThrow();
    const asked = new URL(String(program.asked)).searchParams.get("scope")?.split(" ");
    expect(asked).toEqual(expect.arrayContaining(["read", "execute"]));
    await client.close();
    const headers = {
      authorization: `Bearer ${program.held?.access_token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const params = { name: "execute_skill", arguments: { slug, max_price: 1 } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const refused = await fetch(MCP, { method: "POST", headers, body });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="execute", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    const { access_token: key } = await tokensForApi(visitor, program, ORIGIN, { scopes: ["read"] });
    const called = await call("POST", `/v1/skills/${slug}/execute`, { key, body: {} });
    expect([called.status, called.body.error.code, called.headers.get("www-authenticate")]).toEqual([
      403,
      "key_scope",
      expect.stringContaining('error="insufficient_scope", scope="execute"'),
    ]);
  });

  test("ending its key ends a connection at the next request, and nothing renews it", async () => {
    const { buyer, visitor, program } = await connected();
    const [key] = await connectionsOf(buyer.key);
    const bearer = { authorization: `Bearer ${program.held?.access_token}` };
    const ask = () =>
      fetch(MCP, { method: "POST", headers: { ...bearer, "content-type": "application/json" }, body: "{}" });
    expect((await ask()).status).not.toBe(401);
    expect((await visitor.api("DELETE", `/v1/keys/${key?.id}`)).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer error="invalid_token", scope="read purchase execute publish", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    const renewed = await askForToken(ORIGIN, {
      grant_type: "refresh_token",
      refresh_token: program.held?.refresh_token ?? "",
      client_id: program.known?.client_id ?? "",
    });
    expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("a connected program always has a limit, and manages no keys", async () => {
    const { buyer, visitor, program } = await connected();
    const [key] = await connectionsOf(buyer.key);
    const body = { credit_limit: null, credit_limit_interval: null };
    const lifted = await visitor.api("PATCH", `/v1/keys/${key?.id}`, { body });
    expect([lifted.status, lifted.body.error.param]).toEqual([400, "credit_limit"]);
    const { access_token } = await tokensForApi(visitor, program, ORIGIN);
    const made = await call("POST", "/v1/keys", { key: access_token, body: {} });
    expect([made.status, made.body.error.code]).toEqual([403, "key_scope"]);
  });

  test("refreshing rotates: the new token works, and a retry whose answer was lost gets the same one", async () => {
    const { program } = await connected();
    const refresh = (token: string | undefined) =>
      askForToken(ORIGIN, {
        grant_type: "refresh_token",
        refresh_token: token ?? "",
        client_id: program.known?.client_id ?? "",
        resource: MCP,
      });
    const first = program.held?.refresh_token;
    const second = await refresh(first);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first);
    expect((await refresh(first)).body.refresh_token).toBe(second.body.refresh_token);
    program.held = { ...second.body, token_type: "Bearer" } as never;
    const client = await clientOf(program);
    expect((await use(client, "get_balance")).error).toBeNull();
    await client.close();
  });

  test("a token that was asked for without a resource is for the API", async () => {
    const { visitor, program } = await connected();
    const { access_token: key } = await tokensForApi(visitor, program, ORIGIN);
    expect((await call("GET", "/v1/balance", { key })).status).toBe(200);
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    expect((await fetch(MCP, { method: "POST", headers, body: "{}" })).status).toBe(401);
  });

  test("a token is for the resource that it was asked for", async () => {
    const { program } = await connected();
    const key = program.held?.access_token;
    expect((await call("GET", "/v1/balance", { key })).status).toBe(401);
    const renewed = await askForToken(ORIGIN, {
      grant_type: "refresh_token",
      refresh_token: program.held?.refresh_token ?? "",
      client_id: program.known?.client_id ?? "",
      resource: `${ORIGIN}/v1`,
    });
    expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_target"]);
  });
});
