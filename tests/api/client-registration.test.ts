import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { provider } from "@/lib/connections/provider";
import { expireConnections } from "@/lib/connections/service";
import { prisma } from "@/lib/core/db";
import { rememberSocketAddress } from "@/lib/http/address";
import { answerOAuth } from "@/lib/http/oauth";
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

test.each(["https://127.0.0.1/client.json", "https://localhost/client.json", "https://10.0.0.1/client.json"])(
  "a metadata document at %s, which is not on the public internet, is not fetched",
  async (clientId) => {
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: "code",
      redirect_uri: "http://127.0.0.1:8123/callback",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const answer = await provider().handler(new Request(`http://market.test/oauth2/authorize?${query}`));
    expect(answer.headers.get("location") ?? (await answer.text())).toMatch(/invalid_client/);
  },
);
