import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createHost, drain, listen } from "@/host/host";
import { call, send } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { zip } from "@/tests/support/zips";

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

async function connect(key: string, query = "", options: ConstructorParameters<typeof Client>[1] = {}) {
  const client = new Client({ name: "test", version: "1" }, options);
  clients.push(client);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${query}`), { requestInit: { headers } }));
  return client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const SCHEMA = {
  type: "object",
  required: ["to"],
  properties: { to: { type: "string" }, cc: { type: "string" }, body: { type: "string" } },
};

describe("skills as tools of their own", () => {
  test("what the account has called lately is a tool with the skill's own schema, and runs like one", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { api_schema: SCHEMA });
    const client = await connect(buyer.key, "?toolset=mine");
    expect(await namesOf(client)).not.toContain(slug);
    const args = { slug, parameters: { to: "a" }, max_price: 1 };
    const market = await connect(buyer.key);
    await market.callTool({ name: "execute_skill", arguments: args });
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === slug);
    expect(tool?.inputSchema).toEqual(SCHEMA);
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(["to", "cc", "body"]);
    expect(tool).toMatchObject({
      description: expect.stringContaining("A call costs at most $0.50."),
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
    const answer = await client.callTool({
      name: slug,
      arguments: { to: "b" },
      _meta: { "skills-marketplace/idempotency_key": "mine" },
    });
    expect(answer.structuredContent).toMatchObject({ result: { echo: { to: "b" } }, usage: { cost: 0.5 } });
    expect(await available(buyer)).toBe(9);
    const again = await market.callTool({ name: slug, arguments: { to: "c" } });
    expect(again.structuredContent).toMatchObject({ result: { echo: { to: "c" } } });
  });

  test("the output schema of a skill's tool has the skill's own for the result, beside anything else unless it is strict", async () => {
    const buyer = await personWith(10);
    const response_schema = {
      type: "object",
      properties: { echo: { $ref: "#/$defs/echo" } },
      $defs: { echo: { type: "object" } },
    };
    const loose = await liveSkill(await person(), { response_schema });
    const strict = await liveSkill(await person(), { response_schema, response_mode: "strict" });
    const client = await connect(buyer.key, `?skills=${loose.slug},${strict.slug}`);
    const { tools } = await client.listTools();
    const resultOf = (slug: string) =>
      (tools.find(({ name }) => name === slug)?.outputSchema?.properties as Record<string, unknown> | undefined)
        ?.result;
    expect(resultOf(loose.slug)).toMatchObject({
      anyOf: [{ properties: { echo: { $ref: "#/properties/result/anyOf/0/$defs/echo" } } }, {}],
    });
    expect(resultOf(strict.slug)).toMatchObject({
      properties: { echo: { $ref: "#/properties/result/$defs/echo" } },
    });
    for (const { slug } of [loose, strict]) {
      const answer = await client.callTool({ name: slug, arguments: { text: "a" } });
      expect(answer.structuredContent).toMatchObject({ result: { echo: { text: "a" } } });
    }
  });

  test("an address chooses skills, a toolset, or what changes nothing", async () => {
    const buyer = await personWith(10);
    const [first, second] = [await liveSkill(await person()), await liveSkill(await person())];
    expect(await namesOf(await connect(buyer.key, `?skills=${first.slug},${second.slug}`))).toEqual([
      first.slug,
      second.slug,
    ]);
    expect(await namesOf(await connect(buyer.key, "?toolset=developer"))).toEqual([
      "list_own_skills",
      "get_own_skill_analytics",
    ]);
    const reading = await namesOf(await connect(buyer.key, "?readonly=true"));
    expect(reading).toContain("search_skills");
    expect(reading).not.toContain("execute_skill");
    expect(reading).not.toContain("purchase_skill");
  });

  test("a page of twenty skills is less than 3 KB of text", async () => {
    const seller = await person();
    for (let i = 0; i < 20; i++)
      await liveSkill(seller, {
        name: `Quaggatest statistics ${i}`,
        description: "Counts words. ".repeat(20),
      });
    const client = await connect(seller.key);
    const answer = await client.callTool({ name: "search_skills", arguments: { query: "quaggatest" } });
    const [first] = answer.content as { text: string }[];
    expect((answer.structuredContent as { skills: unknown[] }).skills).toHaveLength(20);
    expect(Buffer.byteLength(first?.text ?? "")).toBeLessThan(3_000);
  });

  test("buying under one key charges once, and never above max_price", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { pricing_type: "subscription", price: 3 });
    const client = await connect(buyer.key);
    const buy = (args: object) => client.callTool({ name: "purchase_skill", arguments: { slug, ...args } });
    const dear = await buy({ max_price: 2 });
    expect((dear.content as { text: string }[])[0]?.text).toMatch(/^price_changed: /);
    const [first, second] = [
      await buy({ max_price: 3, idempotency_key: "once" }),
      await buy({ max_price: 3, idempotency_key: "once" }),
    ];
    expect(first.structuredContent).toMatchObject({ purchase: { price: 3, status: "active" } });
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(await available(buyer)).toBe(7);
  });
});

/** A skill with a package, on the marketplace. */
async function withPackage(seller: Person, fields: Record<string, unknown>) {
  const skill = await draftSkill(seller, { execution_type: "download", ...fields });
  const text =
    "---\nname: minutes\ndescription: Takes the minutes of a meeting.\n---\n\nWrite down who decided what.\n";
  const archive = zip([
    { name: "minutes/SKILL.md", data: text },
    { name: "minutes/prompts/start.md", data: "Start the minutes." },
  ]);
  await send("PUT", `/v1/developer/skills/${skill.id}/package`, {
    key: seller.key,
    raw: new Uint8Array(archive),
    headers: { "content-type": "application/zip" },
  });
  await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: seller.key, body: { submit: true } });
  await approve(skill.id);
  return { ...skill, text };
}

describe("packages as skills over MCP", () => {
  test("what is bought is listed, read and has its prompts; what is not bought is refused", async () => {
    const { slug, text } = await withPackage(await person(), { pricing_type: "subscription", price: 3 });
    const buyer = await personWith(10);
    const client = await connect(buyer.key);
    const uri = `skill://${slug}/minutes/SKILL.md`;
    await expect(client.readResource({ uri })).rejects.toThrow(/buy the skill first/);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    const { resources } = await client.listResources();
    expect(resources.map((one) => one.uri)).toEqual(["skill://index.json", uri]);
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: "text/markdown", text }]);
    const { skills } = await client.request(
      { method: "skills/list", params: {} },
      z.object({ skills: z.array(z.any()) }),
    );
    expect(skills).toMatchObject([
      {
        uri,
        frontmatter: { name: "minutes", description: "Takes the minutes of a meeting." },
        resources: [{ uri, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) }, {}],
      },
    ]);
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: `${slug}.start` }]);
    const prompt = await client.getPrompt({ name: `${slug}.start` });
    expect(prompt.messages).toMatchObject([{ content: { text: "Start the minutes." } }]);
  });
});
