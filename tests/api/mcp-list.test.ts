import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { encode } from "gpt-tokenizer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { liveSkill, person, unique } from "@/tests/support/people";

/** What an agent's context pays for the list before it has done anything. */
const MOST_TOKENS = 2_000;
const MOST_FOUND_TOKENS = 1_200;
const MOST_SKILL_TOKENS = 3_000;
const SCHEMA = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

const host = createHost((_, response) => response.writeHead(404).end());
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}/mcp`;
});
afterAll(() => drain(host));

/** Sends one JSON-RPC message of the stateful protocol. */
async function post(key: string, message: object, { query = "", headers = {} } = {}) {
  return await fetch(`${url}${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, ...message }),
  });
}

type Listed = { name: string; inputSchema: { properties: Record<string, { type?: string }> } };

async function list(key: string, query = ""): Promise<{ tools: Listed[]; text: string }> {
  const answer = await (await post(key, { method: "tools/list" }, { query })).text();
  const message = JSON.parse(/^data: (.*)$/m.exec(answer)?.[1] ?? answer);
  return { tools: message.result.tools, text: JSON.stringify(message.result) };
}

describe("the list of tools", () => {
  test("is that of the marketplace by default, in at most 2,000 tokens", async () => {
    const { key } = await person();
    const { tools, text } = await list(key);
    expect(tools.map(({ name }) => name)).toEqual((await list(key, "?toolset=market")).tools.map(({ name }) => name));
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["search_skills", "execute_skill"]));
    expect(encode(text).length).toBeLessThanOrEqual(MOST_TOKENS);
  });

  test.each(["mine", "developer"])("of the toolset %s takes at most as many", async (toolset) => {
    const { text } = await list((await person()).key, `?toolset=${toolset}`);
    expect(encode(text).length).toBeLessThanOrEqual(MOST_TOKENS);
  });

  test("of ?toolset=all has every tool, and what it lists can be called without it", async () => {
    const { key } = await person();
    const { tools } = await list(key, "?toolset=all");
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["get_skill", "list_own_skills"]));
    const answer = await post(key, { method: "tools/call", params: { name: "list_own_skills" } });
    expect(await answer.text()).toContain('"structuredContent"');
  });
});

/** What a result costs an agent: its text, and the same as an object, of which clients show either. */
async function tokensOf(key: string, name: string, args: object): Promise<{ text: number; object: number }> {
  const answer = await (await post(key, { method: "tools/call", params: { name, arguments: args } })).text();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(answer)?.[1] ?? answer);
  const { content, structuredContent } = result;
  return { text: encode(content[0].text).length, object: encode(JSON.stringify(structuredContent)).length };
}

describe("search_skills", () => {
  test("of ten results is at most 1,200 tokens, however long their texts are", async () => {
    const word = `Gerenuk${unique()}x${process.pid}`;
    const long = "Reconciles quarterly intercompany balances, ";
    const owner = await person();
    for (let at = 0; at < 10; at++)
      await liveSkill(owner, {
        name: `${word} ${"reconciliation ".repeat(5)}${at}`,
        description: `${long.repeat(20)} ${at}`,
        sample_queries: Array.from({ length: 10 }, (_, one) => `${word}: ${long} ${one} ${at}`),
        slug: `reconciliation-of-intercompany-balances-${unique()}-${at}`,
      });
    const { text, object } = await tokensOf(owner.key, "search_skills", { query: `${word} reconciliation`, limit: 10 });
    expect(text + object).toBeLessThanOrEqual(MOST_FOUND_TOKENS);
  });

  test("takes every filter of the API under its name", async () => {
    const { tools } = await list((await person()).key);
    const { properties } = tools.find(({ name }) => name === "search_skills")?.inputSchema ?? {
      properties: {},
    };
    // Agents of an organization that limits its members find nothing else: the filter would cost every agent its tokens.
    const { search: _, facets: __, collapse: ___, allowed: ____, ...shared } = BrowseQuery.shape;
    expect(Object.keys(properties).sort()).toEqual([...Object.keys(shared), "query"].sort());
    expect([properties.free?.type, properties.min_rating?.type]).toEqual(["boolean", "string"]);
  });

  test("filters as the API does, by what costs nothing, free calls, rating, verification and publisher", async () => {
    const word = `Tapir${unique()}x${process.pid}`;
    const seller = await person();
    const free = await liveSkill(seller, { name: `${word} free`, pricing_type: "usage", price_per_call: 0 });
    const paid = await liveSkill(seller, { name: `${word} paid`, price_per_call: 0.5, free_calls: 3 });
    const client = new Client({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${seller.key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const found = async (filters: object) => {
      const answer = await client.callTool({ name: "search_skills", arguments: { query: word, ...filters } });
      return (answer.structuredContent as { skills: { slug: string }[] }).skills.map(({ slug }) => slug);
    };
    expect((await found({})).sort()).toEqual([free.slug, paid.slug].sort());
    expect(await found({ free: true })).toEqual([free.slug]);
    expect((await found({ free: false })).sort()).toEqual([free.slug, paid.slug].sort());
    expect(await found({ free_calls: true })).toEqual([paid.slug]);
    expect(await found({ min_rating: "4" })).toEqual([]);
    expect(await found({ verified: true })).toEqual([]);
    const refused = await client.callTool({
      name: "search_skills",
      arguments: { query: word, publisher: "x" },
    });
    expect(refused.isError).toBe(true);
    await client.close();
  });
});

test("get_skill of a long readme shows its start and where the rest is, in at most 3,000 tokens", async () => {
  const { key } = await person();
  const readme = "Counts the words and sentences of a text. ".repeat(1_500);
  const examples = Array.from({ length: 5 }, () => ({ input: { text: "Hello. ".repeat(50) } }));
  const skill = await liveSkill(await person(), { readme, examples, api_schema: SCHEMA });
  const { text, object } = await tokensOf(key, "get_skill", { slug: skill.slug });
  expect([text, object].map((tokens) => tokens <= MOST_SKILL_TOKENS)).toEqual([true, true]);
  const shown = { method: "tools/call", params: { name: "get_skill", arguments: { slug: skill.slug } } };
  expect(await (await post(key, shown)).text()).toContain(`/skills/${skill.slug}.md`);
});

test("subscriptions/listen is a method that the server does not have", async () => {
  const { key } = await person();
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/"code":-32601/);
  await client.close();
  const answer = await post(key, { method: "subscriptions/listen", params: { notifications: {} } });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { jsonrpc: "2.0", id: 7, error: { code: -32601, message: "Method not found" } },
  ]);
});

test("a web page of another site is told by the preflight that it can't call", async () => {
  const preflight = (path: string) =>
    fetch(`${url.replace("/mcp", "")}${path}`, {
      method: "OPTIONS",
      headers: {
        origin: "https://page.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, content-type, mcp-protocol-version",
      },
    });
  const [mcp, api] = [await preflight("/mcp"), await preflight("/v1/keys")];
  expect([mcp.status, mcp.headers.get("access-control-allow-origin")]).toEqual([204, null]);
  expect([api.status, api.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
});
