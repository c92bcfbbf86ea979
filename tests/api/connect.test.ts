import { auth, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/server/host";
import { call } from "@/tests/support/api";
import { askForToken, connectProgram, decide, open, REDIRECT, TestProgram } from "@/tests/support/connecting";
import { available, personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn, type Visitor } from "@/tests/support/visitor";

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

/** Tokens that a program asks for without naming a resource. */
async function tokensForApi(visitor: Visitor, program: TestProgram): Promise<Record<string, string>> {
  await auth(Object.assign(program, { held: undefined }), { serverUrl: MCP });
  const asked = new URL(String(program.asked));
  asked.searchParams.delete("resource");
  const { body } = await decide(visitor, await open(visitor, asked));
  const answer = await askForToken(ORIGIN, {
    grant_type: "authorization_code",
    code: new URL(String(body.redirect_to)).searchParams.get("code") ?? "",
    client_id: program.known?.client_id ?? "",
    redirect_uri: REDIRECT,
    code_verifier: program.codeVerifier(),
  });
  return answer.body;
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
    const { slug } = await liveSkill(await person(), { price_per_call: 0.6 });
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
    const run = { slug, parameters: { text: "x" }, max_price: 0.6 };
    expect((await use(client, "execute_skill", run)).error).toBeNull();
    const beyond = await use(client, "execute_skill", run);
    expect(beyond.error).toMatch(/^key_limit_reached: /);
    expect(await connectionsOf(buyer.key)).toMatchObject([{ credits_spent: 0.6 }]);
    expect(await available(buyer)).toBe(9.4);
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
    expect((await use(client, "execute_skill", { slug: chosen.slug })).error).toBeNull();
    expect((await use(client, "execute_skill", { slug: other.slug })).error).toMatch(/^key_scope: /);
    await client.close();
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
      `Bearer error="invalid_token", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
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
    const { access_token } = await tokensForApi(visitor, program);
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
    const { access_token: key } = await tokensForApi(visitor, program);
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

  test("revoking a token ends it", async () => {
    const { program } = await connected();
    const response = await fetch(`${ORIGIN}/oauth2/revoke`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        token: program.held?.refresh_token ?? "",
        token_type_hint: "refresh_token",
        client_id: program.known?.client_id ?? "",
      }),
    });
    expect(response.status).toBe(200);
    const bearer = { authorization: `Bearer ${program.held?.access_token}` };
    const answer = await fetch(MCP, {
      method: "POST",
      headers: { ...bearer, "content-type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(401);
  });
});

describe("what is refused while connecting", () => {
  /** A program that has asked for consent, and the page that it leads to. */
  async function asking() {
    const visitor = await signedIn(await person());
    const program = new TestProgram();
    await auth(program, { serverUrl: MCP });
    return { visitor, program, asked: new URL(String(program.asked)) };
  }

  /** Where a changed request leads. */
  const changed = async (change: (query: URLSearchParams) => void) => {
    const { visitor, asked } = await asking();
    change(asked.searchParams);
    return open(visitor, asked);
  };

  test("who is not signed in signs in first, and comes back to the same request", async () => {
    const { asked } = await asking();
    const page = await open(null, asked);
    expect(page.pathname).toBe("/sign-in");
    expect(new URL(String(page.searchParams.get("next")), ORIGIN).search).toBe(asked.search);
  });

  test("the person's refusal is access_denied", async () => {
    const { visitor, asked } = await asking();
    const { body } = await decide(visitor, await open(visitor, asked), { approved: false });
    const back = new URL(String(body.redirect_to));
    expect([
      back.origin + back.pathname,
      back.searchParams.get("error"),
      back.searchParams.get("state"),
    ]).toEqual([REDIRECT, "access_denied", "state-of-the-program"]);
  });

  test.each([
    ["no PKCE", "invalid_request", (query: URLSearchParams) => query.delete("code_challenge")],
    [
      "plain PKCE",
      "invalid_request",
      (query: URLSearchParams) => query.set("code_challenge_method", "plain"),
    ],
    ["an unknown scope", "invalid_scope", (query: URLSearchParams) => query.set("scope", "admin")],
    [
      "an unknown resource",
      "invalid_target",
      (query: URLSearchParams) => query.set("resource", "https://other.example/"),
    ],
    [
      "another response type",
      "unsupported_response_type",
      (query: URLSearchParams) => query.set("response_type", "token"),
    ],
  ])("%s leads back to the program as %s", async (_, error, change) => {
    const back = await changed(change);
    expect([back.origin + back.pathname, back.searchParams.get("error") ?? back.hash]).toEqual([
      REDIRECT,
      expect.stringContaining(error),
    ]);
  });

  test.each([
    ["an unknown program", (query: URLSearchParams) => query.set("client_id", "nobody")],
    [
      "an address that was not registered",
      (query: URLSearchParams) => query.set("redirect_uri", "https://evil.example/"),
    ],
  ])("%s leads to a page of ours, never to the address that was asked for", async (_, change) => {
    const back = await changed(change);
    expect([back.origin, back.pathname]).toEqual([ORIGIN, "/connect"]);
    expect(back.searchParams.get("error")).toMatch(/^invalid/);
  });

  test("a request that was changed after we signed it grants nothing", async () => {
    const { visitor, asked } = await asking();
    const page = await open(visitor, asked);
    page.searchParams.set("scope", "read publish");
    const { status, body } = await decide(visitor, page);
    expect([status, body.error.param]).toEqual([400, "query"]);
    expect((await visitor.api("GET", "/v1/keys")).body.data.filter(({ client }) => client)).toEqual([]);
  });

  test("a consent can't grant more than is asked for, nor can a key consent", async () => {
    const { visitor, asked } = await asking();
    const page = await open(visitor, asked);
    asked.searchParams.set("scope", "read");
    const narrow = await open(visitor, asked);
    const { status, body } = await decide(visitor, narrow, { scopes: ["read", "publish"] });
    expect([status, body.error.param]).toEqual([400, "scopes"]);
    const { key } = await person();
    const byKey = await call("POST", "/v1/account/connections", {
      key,
      body: { query: page.search.slice(1), approved: true },
    });
    expect([byKey.status, byKey.body.error.code]).toEqual([403, "session_required"]);
  });

  test("a code works once, and with its verifier only", async () => {
    const { visitor, program, asked } = await asking();
    const { body } = await decide(visitor, await open(visitor, asked));
    const code = new URL(String(body.redirect_to)).searchParams.get("code") ?? "";
    const fields = {
      grant_type: "authorization_code",
      code,
      client_id: program.known?.client_id ?? "",
      redirect_uri: REDIRECT,
      resource: MCP,
    };
    const wrong = await askForToken(ORIGIN, { ...fields, code_verifier: "x".repeat(50) });
    expect(wrong.status).toBe(401);
    const used = await askForToken(ORIGIN, { ...fields, code_verifier: program.codeVerifier() });
    expect([used.status, used.body.error]).toEqual([400, "invalid_grant"]);
  });
});
