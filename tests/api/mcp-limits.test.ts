import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.CALL_TIMEOUT_SECONDS = "2";
});

import { inSession, MAX_SESSIONS } from "@/lib/demand/execution/mcp-sessions";
import { endsIn, type McpExchange } from "@/lib/platform/outbound/mcp";
import { call } from "@/tests/support/api";
import { startMcpServer } from "@/tests/support/mcp-upstream";
import { available, personWith } from "@/tests/support/money";
import { approve, type Person, person, unique } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

const tool = (name: string) => ({ name, description: `Of ${name}.`, inputSchema: { type: "object" } });

let server: Awaited<ReturnType<typeof startMcpServer>>;
let owner: Person;
beforeAll(async () => {
  server = await startMcpServer([tool("slow"), tool("say")], {
    slow: ({ id }, response) =>
      void setTimeout(
        () =>
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })),
        900,
      ),
    say: () => ({ content: [] }),
  });
  owner = await person();
});
afterAll(() => server.close());

async function sold(): Promise<string> {
  const slug = `mcp-limits-${process.pid}-${unique()}`;
  const source = { source: "mcp", url: upstreamUrl("mcp") };
  const made = await call("POST", `/v1/developer/skills/import?slug=${slug}`, { key: owner.key, body: source });
  const { id } = made.body.skill as { id: string };
  const body = { price_per_call: 0.5, submit: true };
  expect((await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body })).status).toBe(200);
  await approve(id);
  return slug;
}

async function paused<T>(ms: number, work: () => Promise<T>): Promise<T> {
  server.state.pauseMs = ms;
  try {
    return await work();
  } finally {
    server.state.pauseMs = 0;
  }
}

const exchange = (signal?: AbortSignal): McpExchange => ({
  headersOf: async () => ({}),
  endsAt: endsIn(5_000),
  maxBytes: 100_000,
  signal,
});
const target = (signal?: AbortSignal) => ({
  url: upstreamUrl("mcp"),
  pool: "tests",
  exchange: exchange(signal),
  endingHeadersOf: async () => ({}),
});

test("connecting, the list and the call share one deadline", async () => {
  const [slug, buyer] = [await sold(), await personWith(5)];
  const { body } = await paused(900, () =>
    call("POST", `/v1/skills/${slug}/tools/slow/execute`, { key: buyer.key, body: {} }),
  );
  expect(body.error).toMatchObject({ code: "upstream_timeout", details: { reason: "timeout" } });
  expect(await available(buyer)).toBe(5);
});

test("who waits for a session that another one opens does so within its own deadline", async () => {
  await paused(1_500, async () => {
    const first = inSession("deadline", target(), (session) => session.listTools(exchange()));
    const short = { ...target(), exchange: { ...exchange(), endsAt: endsIn(200) } };
    const startedAt = performance.now();
    await expect(inSession("deadline", short, async () => null)).rejects.toMatchObject({ code: "upstream_timeout" });
    expect(performance.now() - startedAt).toBeLessThan(1_200);
    expect(await first).toHaveLength(2);
  });
});

test("a cancelled call does not take along another one that waits for the same session", async () => {
  const leaving = new AbortController();
  await paused(400, async () => {
    const [one, two] = [leaving.signal, undefined].map((signal) =>
      inSession("cancelled", target(signal), (session) => session.listTools(exchange(signal))),
    );
    setTimeout(() => leaving.abort(), 100);
    await expect(one).rejects.toThrow();
    expect(await two).toHaveLength(2);
  });
});

test("a cancelled call is cancelled at the server, and its session goes on", async () => {
  const leaving = new AbortController();
  const run = (name: string, signal?: AbortSignal) =>
    inSession("leaving", target(signal), (session) => session.callTool(name, {}, exchange(signal)));
  await run("say");
  const opened = server.state.sessions.size;
  const slow = run("slow", leaving.signal);
  setTimeout(() => leaving.abort(), 100);
  await expect(slow).rejects.toThrow();
  await vi.waitFor(() => {
    const sent = server.messages().map(({ message }) => message);
    const asked = sent.findLast(({ method }) => method === "tools/call") as { id?: number } | undefined;
    const cancelled = sent.find(({ method }) => method === "notifications/cancelled");
    expect(cancelled?.params).toMatchObject({ requestId: asked?.id });
  });
  await run("say");
  expect(server.state.sessions.size).toBe(opened);
});

test("at the bound, the idlest session ends, and none that is in use", async () => {
  const use = (key: string) => inSession(key, target(), async () => null);
  let release = () => {};
  const inUse = inSession("in use", target(), () => new Promise<void>((resolve) => (release = resolve)));
  await use("idlest");
  const all = Array.from({ length: MAX_SESSIONS }, (_, at) => `bound ${at}`);
  for (const key of all) await use(key);
  await vi.waitFor(() => expect(server.state.sessions.size).toBe(MAX_SESSIONS));
  const opened = () => server.messages().filter(({ message }) => message.method === "initialize").length;
  const before = opened();
  await use("in use");
  expect(opened()).toBe(before);
  await use("idlest");
  expect(opened()).toBe(before + 1);
  release();
  await inUse;
});
