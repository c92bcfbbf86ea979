import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { provider } from "@/lib/identity/connections/provider";
import { expireConnections } from "@/lib/identity/connections/service";
import { rememberSocketAddress } from "@/lib/interfaces/http/address";
import { answerOAuth } from "@/lib/interfaces/http/oauth";
import { prisma } from "@/lib/platform/core/db";
import { beginEarlyInWindow } from "@/tests/support/windows";

beginEarlyInWindow();

function register(address: string, fields: object = { application_type: "native" }): Promise<Response> {
  const request = new Request("http://market.test/oauth2/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Test agent",
      redirect_uris: ["http://127.0.0.1:8123/callback"],
      token_endpoint_auth_method: "none",
      ...fields,
    }),
  });
  rememberSocketAddress(request, address);
  return answerOAuth(request);
}

test("programs register at most twenty times an hour from one address", async () => {
  for (let i = 0; i < 20; i++) expect((await register("203.0.113.40")).status).toBe(201);
  const refused = await register("203.0.113.40");
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, "rate_limited"]);
  expect((await register("203.0.113.41")).status).toBe(201);
});

test.each([
  [201, "on the user's machine", ["http://localhost:8123/callback"], {}],
  [201, "on the machine or the web", ["https://editor.example/redirect", "http://127.0.0.1/"], {}],
  [201, "with a scheme of its own", ["com.example.agent:/callback"], {}],
  [201, "on the web", ["https://agent.example/callback"], {}],
  [400, "that calls itself web, on the machine", ["http://localhost/"], { application_type: "web" }],
  [400, "by http elsewhere", ["http://agent.example/callback"], {}],
  [400, "without an address", [], {}],
])("%i for a program that returns %s", async (status, _, uris, fields) => {
  const answer = await register("203.0.113.42", { redirect_uris: uris, ...fields });
  expect(answer.status).toBe(status);
});

test("a program that nobody has connected is forgotten after a day", async () => {
  await prisma().oauthClient.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
  expect(await expireConnections()).toBeGreaterThan(0);
  expect(await prisma().oauthClient.count()).toBe(0);
});

test("a program is not known by a document at an address of its own", async () => {
  const query = new URLSearchParams({
    client_id: "https://agent.example/client.json",
    response_type: "code",
    redirect_uri: "http://127.0.0.1:8123/callback",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  });
  const answer = await provider().handler(new Request(`http://market.test/oauth2/authorize?${query}`));
  expect(answer.headers.get("location") ?? (await answer.text())).toMatch(/invalid_client/);
});

test.each([
  ["of 10,000 characters is cut", "x".repeat(10_000), "x".repeat(100)],
  ["with a line break is left out", "Agent\nApproved by the marketplace", undefined],
  ["that nobody can see is left out", "Agent\u202e", undefined],
])("a name %s", async (_, client_name, expected) => {
  const answer = await register("203.0.113.43", { client_name });
  expect([answer.status, (await answer.json()).client_name]).toEqual([201, expected]);
});

test.each(["http://127.0.0.1:8123/call\nback", "https://agent.example/\r\ncallback", "https://agent.example/\t"])(
  "a redirect with control characters is refused: %j",
  async (uri) => {
    const answer = await register("203.0.113.44", { redirect_uris: [uri] });
    expect([answer.status, (await answer.json()).error]).toEqual([400, "invalid_redirect_uri"]);
  },
);
