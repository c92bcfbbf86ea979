import type { ServerResponse } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { PATIENT } from "@/tests/support/patience";
import { liveSkill, person, unique } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const host = createHost((_, response) => response.writeHead(404).end());
/** Calls that the endpoint has not answered, by their text; null once our side has hung up. */
const waiting = new Map<string, ServerResponse | null>();
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let base: string;
beforeAll(async () => {
  upstream = await startUpstream({
    wait: ({ body }, response) => {
      const { text } = JSON.parse(body);
      waiting.set(text, response);
      response.on("close", () => response.writableFinished || waiting.set(text, null));
    },
  });
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

async function slowSkill() {
  const [{ slug }, buyer] = [
    await liveSkill(await person(), { api_endpoint: upstreamUrl("wait") }),
    await personWith(10),
  ];
  return { slug, buyer, text: `call-${unique()}` };
}

/** Waits until the endpoint has the call. */
const arrived = (text: string) => vi.waitFor(() => expect(waiting.get(text)).toBeTruthy(), PATIENT);
const stopped = (text: string) => vi.waitFor(() => expect(waiting.get(text)).toBeNull(), PATIENT);
const answer = (text: string) =>
  waiting.get(text)?.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text }));

function execute(
  { slug, buyer, text }: Awaited<ReturnType<typeof slowSkill>>,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
) {
  return fetch(`${base}/v1/skills/${slug}/execute`, {
    method: "POST",
    headers: { authorization: `Bearer ${buyer.key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ text }),
    ...(signal && { signal }),
  });
}

/** The latest usage record, once there is one. */
const latestUsage = (key: string) =>
  vi.waitFor(async () => {
    const [record] = (await call("GET", "/v1/usage", { key })).body.data;
    expect(record).toBeTruthy();
    return record;
  }, PATIENT);

describe("closing the connection of a call", () => {
  test("stops it at the endpoint, charges nothing, and says nothing against the skill", async () => {
    const asked = await slowSkill();
    const abort = new AbortController();
    const left = execute(asked, { signal: abort.signal }).catch(() => "left");
    await arrived(asked.text);
    abort.abort();
    expect(await left).toBe("left");
    await stopped(asked.text);
    expect(await latestUsage(asked.buyer.key)).toMatchObject({
      status: "failed",
      error_code: "cancelled",
      cost: 0,
    });
    expect(await available(asked.buyer)).toBe(10);
  });

  test("with an Idempotency-Key lets it go on, so that a retry gets the answer and one charge", async () => {
    const asked = await slowSkill();
    const headers = { "idempotency-key": asked.text };
    const abort = new AbortController();
    const left = execute(asked, { headers, signal: abort.signal }).catch(() => "left");
    await arrived(asked.text);
    abort.abort();
    await left;
    answer(asked.text);
    const retried = await vi.waitFor(async () => {
      const response = await execute(asked, { headers });
      expect(response.status).toBe(200);
      return await response.json();
    }, PATIENT);
    expect(retried).toMatchObject({ result: { text: asked.text }, usage: { cost: 0.5 } });
    expect(await available(asked.buyer)).toBe(9.5);
  });
});

describe("cancelling a call of an MCP tool", () => {
  test.each([
    ["the handshake of 2025", {}],
    ["the stateless form of 2026", { versionNegotiation: { mode: "auto" } }],
  ] as [string, ConstructorParameters<typeof Client>[1]][])(
    "by %s stops it at the endpoint and charges nothing",
    async (_, options) => {
      const { slug, buyer, text } = await slowSkill();
      const client = new Client({ name: "test", version: "1" }, options);
      const headers = { authorization: `Bearer ${buyer.key}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
      const abort = new AbortController();
      const args = { slug, parameters: { text }, max_price: 1 };
      const called = client
        .callTool({ name: "execute_skill", arguments: args }, { signal: abort.signal })
        .catch(() => "cancelled");
      await arrived(text);
      abort.abort();
      expect(await called).toBe("cancelled");
      await stopped(text);
      expect(await latestUsage(buyer.key)).toMatchObject({ error_code: "cancelled", cost: 0 });
      expect(await available(buyer)).toBe(10);
      await client.close();
    },
  );

  test("goes on when two calls of one key have the same id, since nobody knows which is meant", async () => {
    const { slug, buyer, text } = await slowSkill();
    const post = (message: object) =>
      fetch(`${base}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${buyer.key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    const run = (own: string) => {
      const args = { slug, parameters: { text: own }, max_price: 1 };
      return post({ id: 1, method: "tools/call", params: { name: "execute_skill", arguments: args } });
    };
    const texts = [`${text}-a`, `${text}-b`];
    const running = texts.map(run);
    await Promise.all(texts.map(arrived));
    expect((await post({ method: "notifications/cancelled", params: { requestId: 1 } })).status).toBe(202);
    for (const own of texts) answer(own);
    for (const [at, response] of (await Promise.all(running)).entries())
      expect(await response.text()).toContain(texts[at]);
    expect(await available(buyer)).toBe(9);
  });
});
