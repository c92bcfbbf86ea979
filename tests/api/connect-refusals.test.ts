import { auth } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { askForToken, decide, open, REDIRECT, TestProgram } from "@/tests/support/connecting";
import { person } from "@/tests/support/people";
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
beforeAll(async () => {
  await listen(host, PORT, "127.0.0.1");
});
afterAll(() => drain(host));

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
    expect([back.origin + back.pathname, back.searchParams.get("error"), back.searchParams.get("state")]).toEqual([
      REDIRECT,
      "access_denied",
      "state-of-the-program",
    ]);
  });

  test.each([
    ["no PKCE", "invalid_request", (query: URLSearchParams) => query.delete("code_challenge")],
    ["plain PKCE", "invalid_request", (query: URLSearchParams) => query.set("code_challenge_method", "plain")],
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

  test.each([
    ["a person who is signed in", "consent_required", true],
    ["nobody signed in", "login_required", false],
  ])("prompt=none with %s leads back to the program as %s", async (_, error, isSignedIn) => {
    const { visitor, asked } = await asking();
    asked.searchParams.set("prompt", "none");
    const back = await open(isSignedIn ? visitor : null, asked);
    expect([back.origin + back.pathname, back.searchParams.get("error")]).toEqual([REDIRECT, error]);
    expect(back.searchParams.get("state")).toBe("state-of-the-program");
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
    expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_grant"]);
    const used = await askForToken(ORIGIN, { ...fields, code_verifier: program.codeVerifier() });
    expect([used.status, used.body.error]).toEqual([400, "invalid_grant"]);
  });
});
