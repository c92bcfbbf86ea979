import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call, send } from "@/tests/support/api";
import { connectProgram, TestProgram, tokensForApi } from "@/tests/support/connecting";
import { available, personWith, subscription } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
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
/** What calls of the path `waiting` wait for, and how many have come. */
const gate = Promise.withResolvers<void>();
let arrived = 0;
beforeAll(async () => {
  upstream = await startUpstream({
    waiting: async (_, response) => {
      arrived++;
      await gate.promise;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    },
  });
  await listen(host, PORT, "127.0.0.1");
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

async function connected() {
  const buyer = await personWith(10);
  const visitor = await signedIn(buyer);
  const program = new TestProgram();
  await connectProgram(program, visitor, MCP);
  return { buyer, visitor, program };
}

const connectionsOf = async (key: string) =>
  (await call("GET", "/v1/keys", { key })).body.data.filter(({ client }) => client !== null);

describe("what a connected program may charge", () => {
  test("a charge above the consent's limit for one is refused by /mcp, also with an acceptance that nobody asked for", async () => {
    const { slug } = await liveSkill(await person());
    const { buyer, program } = await connected();
    const run = { name: "execute_skill", arguments: { slug, parameters: { text: "x" }, max_price: 1 } };
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
    );
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { approve: true } }));
    await client.connect(new StreamableHTTPClientTransport(new URL(MCP), { authProvider: program }));
    const refused = (await client.callTool(run)).content as { text: string }[];
    expect(refused[0]?.text).toMatch(/^approval_required: .* above the \$0\.25/);
    const inputResponses = { charge: { action: "accept", content: { approve: true } } };
    expect((await client.callTool({ ...run, inputResponses } as never)).isError).toBe(true);
    expect(await available(buyer)).toBe(10);
    await client.close();
  });

  test("a client that opens links is sent to the page of a missing credential, once, and its repeated call carries it", async () => {
    const credential = {
      name: "token",
      description: "Finds you",
      url: "https://example.com",
      in: "header",
      as: "X-Token",
    };
    const more = { credentials: [credential], price_per_call: 0.01, api_endpoint: upstreamUrl("ok") };
    const { slug } = await liveSkill(await person(), more);
    const { buyer, program } = await connected();
    const run = { name: "execute_skill", arguments: { slug, parameters: { text: "x" }, max_price: 0.01 } };
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: "auto" } },
    );
    const asked: unknown[] = [];
    let value: string | null = null;
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.mode === "url" && params.url);
      const path = `/v1/skills/${slug}/credentials/token`;
      if (value) await call("PUT", path, { key: buyer.key, body: { value } });
      return { action: "accept" };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(MCP), { authProvider: program }));
    const without = (await client.callTool(run)).content as { text: string }[];
    expect(without[0]?.text).toMatch(/^credential_required: /);
    value = "a-token-of-the-buyer";
    expect((await client.callTool(run)).isError).toBeUndefined();
    expect(upstream.received.at(-1)?.headers["x-token"]).toBe(value);
    const page = `${ORIGIN}/settings/credentials?skill=${slug}`;
    expect(asked).toEqual([page, page]);
    await client.close();
  });

  test("and by /v1: a call, a run, a batch, a purchase and the renewal of one", async () => {
    const owner = await person();
    const { slug } = await liveSkill(owner);
    const bought = await liveSkill(owner, subscription({ price: 0.5 }));
    const { buyer, visitor, program } = await connected();
    const { access_token: key } = await tokensForApi(visitor, program, ORIGIN);
    const paths = [
      [`/v1/skills/${slug}/execute`, {}],
      [`/v1/skills/${slug}/execute`, { prefer: "respond-async" }],
      [`/v1/skills/${bought.slug}/purchase`, {}],
    ] as const;
    for (const [path, headers] of paths) {
      const { status, body } = await call("POST", path, { key, body: {}, headers });
      expect([status, body.error.code, body.error.details]).toEqual([
        402,
        "approval_required",
        {
          price: 0.5,
          ask_above: 0.25,
          approval: expect.objectContaining({ url: expect.stringContaining("/approvals/") }),
        },
      ]);
    }
    const batch = await send("POST", `/v1/skills/${slug}/batches`, { key, body: { inputs: [{}, {}] } });
    expect((await batch.text()).match(/approval_required/g)).toHaveLength(2);
    const { body } = await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buyer.key, body: {} });
    const { id } = body.purchase as { id: string };
    const resume = (by: string | undefined, auto_renew: boolean) =>
      call("PATCH", `/v1/purchases/${id}`, { key: by, body: { auto_renew } });
    expect((await resume(key, true)).status).toBe(200);
    await resume(buyer.key, false);
    expect((await resume(key, true)).body.error.code).toBe("confirmation_required");
    expect(await available(buyer)).toBe(9.5);
  });

  test("a batch charges nothing more once its program is disconnected", async () => {
    const { slug } = await liveSkill(await person(), {
      api_endpoint: upstreamUrl("waiting"),
      price_per_call: 0.01,
    });
    const { buyer, visitor, program } = await connected();
    const { access_token: key } = await tokensForApi(visitor, program, ORIGIN);
    const inputs = Array.from({ length: 30 }, (_, n) => ({ n }));
    const batch = await send("POST", `/v1/skills/${slug}/batches`, { key, body: { inputs } });
    const text = batch.text();
    await expect.poll(() => arrived).toBe(5);
    for (const { id } of await connectionsOf(buyer.key)) await visitor.api("DELETE", `/v1/keys/${id}`);
    gate.resolve();
    const summary = JSON.parse((await text).trimEnd().split("\n").at(-1) ?? "");
    expect(summary).toEqual({ summary: { succeeded: 5, failed: 25, cost: 0.05 } });
    expect(await available(buyer)).toBe(9.95);
  });
});
