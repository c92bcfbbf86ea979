import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { BUCKETS } from "@/lib/platform/ratelimit/policy";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { call, send } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { liveSkill, person, unique } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

const TEXT = "x".repeat(400_000);
const LARGE_TEXT = "x".repeat(3 * 1024 * 1024);
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    long: (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text: TEXT })),
    large: (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text: LARGE_TEXT })),
  });
});
afterAll(() => upstream.close());

type Content = { text: string }[];
type Linked = { result?: unknown; result_link: { url: string; bytes: number } };
type Message = {
  result: { isError?: boolean; content: Content; structuredContent: Linked };
  error: { message: string };
};

/** Sends one message of the protocol, and reads its answer, in whichever of the two forms it comes. */
async function mcp(key: string, method: string, params: object = {}) {
  const response = await send("POST", "/mcp", {
    key,
    body: { jsonrpc: "2.0", id: 1, method, params },
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
  });
  const text = await response.text();
  const [, event] = /^data: (.*)$/m.exec(text) ?? [];
  return { status: response.status, text, ...(JSON.parse(event ?? text) as Message) };
}
const run = (key: string, slug: string, more: object = {}) =>
  mcp(key, "tools/call", {
    name: "execute_skill",
    arguments: { slug, parameters: {}, max_price: 1, ...more },
  });

/** A body that is dear to parse for its size: 700 KB of empty objects. */
const DEAR = `{"bulk":[${Array(230_000).fill("{}").join(",")}]}`;

test("large bodies take their account's processor time, until it is refused before they are parsed; others are not", async () => {
  const [busy, calm] = [await person(), await person()];
  const { slug } = await liveSkill(await person());
  const quote = (key: string) => call("POST", `/v1/skills/${slug}/execute?dry_run=true`, { key, raw: DEAR });
  let answer = await quote(busy.key);
  // Each costs tens of milliseconds, counted twice; the budget refills by a tenth of that time.
  for (let sent = 1; sent < 40 && answer.status === 200; sent++) answer = await quote(busy.key);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect((await call("GET", "/v1/categories", { key: busy.key })).status).toBe(200);
  expect((await quote(calm.key)).status).toBe(200);
});

test("calls with large answers that begin together don't all pass their account's processor time, and refused ones cost nothing", async () => {
  const [buyer, other] = [await personWith(10), await personWith(10)];
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("large") });
  const execute = ({ key }: { key: string }) =>
    call("POST", `/v1/skills/${slug}/execute`, { key, body: {} }).then(({ status, body }) => [
      status,
      body.error?.code,
    ]);
  let passed = 0;
  // At first nobody knows how large the answers are, then everybody does.
  for (const round of ["first", "second"]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => execute(buyer)));
    const refused = answers.filter(([status]) => status !== 200);
    expect([round, refused.length > 0]).toEqual([round, true]);
    expect(refused).toEqual(refused.map(() => [429, "rate_limited"]));
    passed += answers.length - refused.length;
  }
  expect(passed).toBeGreaterThan(0);
  expect(await available(buyer)).toBe(10 - passed * 0.5);
  // The endpoint has done nothing wrong.
  expect(await execute(other)).toEqual([200, undefined]);
});

test("all keys of an account have one limit together", async () => {
  const [busy, calm] = [await person(), await person()];
  const keys = [busy.key];
  while (keys.length < 10)
    keys.push(String((await call("POST", "/v1/keys", { key: busy.key, body: { name: "one" } })).body.api_key));
  for (const key of keys) await call("GET", "/v1/categories", { key });
  const startedAt = performance.now();
  const asked = Array.from({ length: 600 }, (_, at) => call("GET", "/v1/categories", { key: keys[at % keys.length] }));
  const answers = await Promise.all(asked);
  const seconds = (performance.now() - startedAt) / 1000;
  const { burst, perSecond } = BUCKETS.account;
  const passed = answers.filter(({ status }) => status === 200).length;
  expect(passed).toBeLessThanOrEqual(burst + Math.ceil(perSecond * seconds));
  expect(passed).toBeLessThan(answers.length);
  expect((await call("GET", "/v1/categories", { key: calm.key })).status).toBe(200);
});

test("over MCP, only calls of tools may be large", async () => {
  const { key } = await person();
  const bulk = "x".repeat(20_000);
  const refused = await mcp(key, "tools/list", { _meta: { bulk } });
  expect([refused.status, refused.error.message]).toEqual([413, "The body is larger than 16384 bytes."]);
  const called = await run(key, "no-such-skill", { parameters: { bulk } });
  expect([called.status, called.result.content[0]?.text]).toEqual([200, expect.stringMatching(/^not_found/)]);
});

test("an answer of more than 256 KiB through MCP is a link, which only its account can read", async () => {
  const [buyer, other] = [await personWith(10), await person()];
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("long") });
  const answer = await run(buyer.key, slug, { idempotency_key: "once" });
  const { result, result_link: link } = answer.result.structuredContent;
  expect(answer.text.length).toBeLessThan(5_000);
  expect([result, link.bytes]).toEqual([undefined, JSON.stringify({ text: TEXT }).length]);
  expect(await available(buyer)).toBe(9.5);
  const path = new URL(link.url).pathname;
  const read = await call("GET", path, { key: buyer.key });
  expect([read.status, read.body.state]).toEqual([200, "succeeded"]);
  expect((read.body.outcome as { result: unknown }).result).toEqual({ text: TEXT });
  expect((await call("GET", path, { key: other.key })).status).toBe(404);
  expect((await call("GET", path)).status).toBe(401);
  const again = await run(buyer.key, slug, { idempotency_key: "once" });
  expect(again.result.structuredContent.result_link).toEqual(link);
  expect(await available(buyer)).toBe(9.5);
});

test("an answer through MCP that can't be stored for its account is not charged", async () => {
  const buyer = await personWith(10);
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("long") });
  ratelimit.requireBudget("keeping", buyer.id);
  ratelimit.debit("keeping", buyer.id, 2 * BUCKETS.keeping.burst);
  const { isError, content } = (await run(buyer.key, slug)).result;
  expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/^rate_limited/)]);
  expect(await available(buyer)).toBe(10);
});

test("a large YAML document keeps nobody waiting while it is read, counts against its account, and is saved", async () => {
  const { key } = await person();
  let document = "openapi: 3.1.0\ninfo: { title: Bench, version: 1.0.0 }\npaths:\n";
  for (let at = 0; document.length < 480_000; at++)
    document += `  /path-${at}:\n    post:\n      operationId: op${at}\n      responses: { "200": { description: ok } }\n`;
  const body = { source: "openapi", document, operations: ["op1"] };
  const read = () => call("POST", `/v1/developer/skills/import?slug=large-${unique()}`, { key, body });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const startedAt = performance.now();
  delay.enable();
  const [one, other] = await Promise.all([read(), read()]);
  delay.disable();
  expect([one?.status, other?.status].toSorted()).toEqual([200, 429]);
  expect(delay.max / 1e6).toBeLessThan((performance.now() - startedAt) / 2);
});

test("a storm of sign-ins from many addresses is worked off in turn, and told to come back beyond that", async () => {
  const someone = await person();
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, at) =>
      new Visitor(`198.51.${at}.7`).post("/sign-in/email", {
        email: at < 5 ? someone.email : `nobody-${at}@example.com`,
        password: "a wrong password",
      }),
    ),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 400 && status !== 401 && status !== 429)).toEqual([]);
  expect(statuses.size).toBeGreaterThan(1);
});
