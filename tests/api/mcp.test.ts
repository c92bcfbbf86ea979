import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { administrator, draftSkill, liveSkill, person, unique } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const host = createHost((_, response) => response.writeHead(404).end());
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let url: string;
const clients: Client[] = [];
beforeAll(async () => {
  upstream = await startUpstream();
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await drain(host);
  await upstream.close();
});

type Options = ConstructorParameters<typeof Client>[1];

async function connect(key: string, options: Options = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, options);
  clients.push(client);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}?toolset=all`), { requestInit: { headers } }));
  return client;
}

const FIXED_TOOLS =
  "search_skills get_skill quote_skill execute_skill purchase_skill download_skill get_balance get_topup_link list_purchases quote_plan change_plan list_usage list_own_skills get_own_skill_analytics".split(
    " ",
  );

/** A tool's answer: its structured content, and the first line of its text when it is an error. */
async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const given = name === "execute_skill" ? { max_price: 5, ...args } : args;
  const answer = await client.callTool({ name, arguments: given });
  const [first] = answer.content as { text: string }[];
  const content = answer.structuredContent as Record<string, never>;
  const [line, failure = "null"] = answer.isError ? (first?.text.split("\n") ?? []) : [];
  // A search answers lines, which are half as long.
  if (!answer.isError && name !== "search_skills") expect(JSON.parse(first?.text ?? "")).toEqual(content);
  return { content, error: line ?? null, failure: JSON.parse(failure) };
}

describe("/mcp", () => {
  test.each([
    ["the handshake of 2025", {}],
    ["the stateless form of 2026", { versionNegotiation: { mode: "auto" } }],
  ] as [string, Options][])("lists the same tools by %s", async (_, options) => {
    const client = await connect((await person()).key, options);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(FIXED_TOOLS);
    expect(tools.every(({ inputSchema, description }) => inputSchema.type === "object" && description)).toBe(true);
  });

  test("an approval is in the list, the search, MCP and the registry for agents with the very next request", async () => {
    const [reader, admin, word] = [await person(), await administrator(), `Fresh${unique()}x${process.pid}`];
    const { id, slug } = await draftSkill(await person(), { name: `${word} counter`, submit: true });
    const [client, base] = [await connect(reader.key), new URL("/", url).href.slice(0, -1)];
    const ask = async (path: string, { key }: { key: string }, method = "GET", body?: object) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return (await response.json()) as { data: { slug: string }[]; results: { url: string }[]; status: string };
    };
    const places = async () => [
      (await ask("/v1/skills?sort=newest&limit=1", reader)).data[0]?.slug === slug,
      (await ask(`/v1/skills?search=${word}`, reader)).data.length === 1,
      (await use(client, "search_skills", { query: word })).content.total === 1,
      JSON.stringify(await ask("/ard/search", reader, "POST", { query: { text: word } })).includes(slug),
    ];
    // What is cached now has to give way.
    expect(await places()).toEqual([false, false, false, false]);
    const decision = { skill_id: id, action: "approve" };
    expect((await ask("/v1/admin/skills", admin, "PATCH", decision)).status).toBe("approved");
    expect(await places()).toEqual([true, true, true, true]);
  });

  test("finds, looks at, quotes and runs a skill, and answers as the API does", async () => {
    const buyer = await personWith(10);
    const word = `Zebra${unique()}x${process.pid}`;
    const { slug } = await liveSkill(await person(), { name: `${word} counter` });
    const client = await connect(buyer.key);
    const found = await use(client, "search_skills", { query: word });
    expect(found.content).toMatchObject({ total: 1, skills: [{ slug, price: 0.5, per: "call" }] });
    const { content: skill } = await use(client, "get_skill", { slug });
    const { body } = await call("GET", `/v1/skills/${slug}`, { key: buyer.key });
    const { icon: _, screenshots: __, rating, trust, ...same } = body as Record<string, object>;
    const { histogram: ___, ...stars } = rating as Record<string, unknown>;
    const { daily: ____, ...measured } = trust as Record<string, unknown>;
    expect(skill).toEqual({ ...same, rating: stars, trust: measured });
    const quote = await use(client, "quote_skill", { slug, parameters: { text: "x" } });
    expect(quote.content).toEqual({ valid: true, min_cost: 0.5, max_cost: 0.5, free: false });
    expect(await available(buyer)).toBe(10);
    const { content: ran } = await use(client, "execute_skill", { slug, parameters: { text: "x" } });
    expect(ran).toMatchObject({ result: { echo: { text: "x" } }, usage: { cost: 0.5, skill: slug } });
    expect((await use(client, "get_balance")).content).toEqual({
      balance: 9.5,
      held: 0,
      available: 9.5,
      currency: "credits",
    });
  });

  test("a repeated idempotency key runs and charges once, here and through /v1 alike", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person());
    const client = await connect(buyer.key);
    const args = { slug, parameters: { text: "once" }, idempotency_key: `key-${unique()}` };
    const before = upstream.received.length;
    const [first, second] = [await use(client, "execute_skill", args), await use(client, "execute_skill", args)];
    const third = await call("POST", `/v1/skills/${slug}/execute?max_price=5`, {
      key: buyer.key,
      body: args.parameters,
      headers: { "idempotency-key": args.idempotency_key },
    });
    expect(second.content).toEqual(first.content);
    expect(third.body).toEqual(first.content);
    expect([upstream.received.length - before, await available(buyer)]).toEqual([1, 9.5]);
    const other = await use(client, "execute_skill", { ...args, parameters: { text: "other" } });
    expect(other.error).toMatch(/^idempotency_key_reused: /);
  });

  test("a failure of the skill is kept under its key, costs nothing, and is answered again", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("5xx") });
    const client = await connect(buyer.key);
    const before = upstream.received.length;
    for (let i = 0; i < 2; i++) {
      const { error } = await use(client, "execute_skill", { slug, idempotency_key: "failing" });
      expect(error).toMatch(/^upstream_failed: /);
    }
    expect([upstream.received.length - before, await available(buyer)]).toEqual([1, 10]);
  });

  test("errors are tool errors that begin with our codes", async () => {
    const poor = await person();
    const client = await connect(poor.key);
    const { slug } = await liveSkill(await person());
    const { slug: owned } = await liveSkill(await person(), { pricing_type: "subscription", price: 3 });
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ["get_skill", { slug: "no-such-skill" }, /^not_found: /],
      ["get_skill", {}, /^invalid_request: slug: is required/],
      ["get_skill", { slug, more: 1 }, /^invalid_request: more: is not a known field/],
      ["search_skills", { limit: 1000 }, /^invalid_request: limit/],
      ["search_skills", { category: "none" }, /^invalid_request: category/],
      ["execute_skill", { slug }, /^insufficient_credits: /],
      ["execute_skill", { slug: owned }, /^purchase_required: /],
      ["execute_skill", { slug, parameters: [] }, /^invalid_request: parameters/],
    ];
    for (const [name, args, expected] of cases) {
      const { error, content, failure } = await use(client, name, args);
      expect([name, error]).toEqual([name, expect.stringMatching(expected)]);
      expect(failure.error).toMatchObject({ request_id: expect.stringMatching(/^req_/) });
      expect(content).toBeUndefined();
    }
  });

  test("an unknown tool is the JSON-RPC error -32602, which repeats no more than a part of its name", async () => {
    const client = await connect((await person()).key);
    for (const name of ["no_such_tool", "constructor", "x".repeat(10_000)]) {
      const failure = await use(client, name).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`There is no tool called ${name.slice(0, 99)}`),
      });
      expect(String(failure).length).toBeLessThan(400);
    }
  });

  test("every tool answers an object, and says nothing twice: no schema of answers, one type at a time", async () => {
    const seller = await personWith(10);
    const { id, slug } = await liveSkill(seller, {
      pricing_type: "usage",
      price_per_call: 0.5,
      free_calls: 3,
    });
    const { slug: other } = await liveSkill(await person(), { pricing_type: "subscription", price: 3 });
    const packaged = await liveDownload(seller, { pricing_type: "subscription", price: 3 });
    const client = await connect(seller.key);
    const { tools } = await client.listTools();
    const purchase = await call("POST", `/v1/skills/${other}/purchase`, { key: seller.key, body: {} });
    const { id: bought } = purchase.body.purchase as unknown as { id: string };
    const answers = [
      ["search_skills", {}],
      ["get_skill", { slug }],
      ["quote_skill", { slug, parameters: { text: "x" } }],
      ["execute_skill", { slug, parameters: { text: "x" } }],
      ["purchase_skill", { slug: other, max_price: 3, idempotency_key: "buy" }],
      ["quote_plan", { purchase_id: bought, plan: "Standard" }],
      ["change_plan", { purchase_id: bought, plan: "Standard", max_price: 3, idempotency_key: "plan" }],
      ["get_own_skill_analytics", { id }],
      ["download_skill", { slug: packaged.slug }],
      ...["get_balance", "get_topup_link", "list_purchases", "list_usage", "list_own_skills"].map((name) => [name, {}]),
    ] as [string, Record<string, unknown>][];
    expect(new Set(answers.map(([name]) => name))).toEqual(new Set(tools.map(({ name }) => name)));
    for (const [name, args] of answers) {
      const tool = tools.find((one) => one.name === name);
      expect([name, tool?.outputSchema]).toEqual([name, undefined]);
      // Dialects of some models know one type at a time: what may be null is `anyOf`.
      expect(JSON.stringify(tool?.inputSchema)).not.toMatch(/"type":\[|"additionalProperties":\{\}|\$schema|example/);
      expect(Object.keys((await use(client, name, args)).content).length).toBeGreaterThan(0);
    }
  });

  test("a key may do here what it may do through /v1, and no more", async () => {
    const buyer = await personWith(10);
    const [allowed, other] = [await liveSkill(await person()), await liveSkill(await person())];
    const keyWith = async (body: object) =>
      String((await call("POST", "/v1/keys", { key: buyer.key, body })).body.api_key);
    const reader = await connect(await keyWith({ name: "reader", scopes: ["read"] }));
    expect((await use(reader, "execute_skill", { slug: allowed.slug })).error).toMatch(/^key_scope: /);
    const runner = await connect(await keyWith({ name: "runner", scopes: ["execute"] }));
    expect((await use(runner, "execute_skill", { slug: allowed.slug })).error).toBeNull();
    expect((await use(runner, "get_balance")).error).toMatch(/^key_scope: /);
    const limited = await connect(
      await keyWith({
        name: "limited",
        scopes: ["read", "execute"],
        skills: [allowed.slug],
        credit_limit: 0.6,
        credit_limit_interval: "day",
      }),
    );
    expect((await use(limited, "execute_skill", { slug: other.slug })).error).toMatch(/^key_scope: /);
    expect((await use(limited, "execute_skill", { slug: allowed.slug })).error).toBeNull();
    expect((await use(limited, "execute_skill", { slug: allowed.slug })).error).toMatch(/^key_limit_reached: /);
    expect(await available(buyer)).toBe(9);
  });
});
