import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { env } from "@/lib/platform/core/env";
import { call } from "@/tests/support/api";
import { subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { liveSkill, person } from "@/tests/support/people";

const host = createHost((_, response) => response.writeHead(404).end());
let base: string;
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(() => drain(host));

const URN = /^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/;
const SERVER_CARD = "application/mcp-server-card+json";
const PACKAGE = "application/agent-skills+zip";

type Entry = { identifier: string; displayName: string; type: string; url: string; score?: number; source?: string };
/** What every entry of the protocol has. */
function expectEntries(entries: Entry[]): void {
  expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length);
  for (const entry of entries) {
    expect(entry.identifier).toMatch(URN);
    expect([typeof entry.displayName, typeof entry.type]).toEqual(["string", "string"]);
    expect(entry.url.startsWith(env().PUBLIC_URL)).toBe(true);
    expect(entry).not.toHaveProperty("data");
  }
}

const post = async (path: string, body: unknown) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${base}/ard${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json(), headers: response.headers };
};
const search = async (text: string, more: object = {}, filter?: object) =>
  post("/search", { query: { text, ...(filter && { filter }) }, ...more });

describe("Agentic Resource Discovery", () => {
  test("the manifest names this registry, its MCP server and its API, each at an address that answers", async () => {
    const response = await fetch(`${base}/.well-known/ard.json`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const { specVersion, host: operator, entries } = await response.json();
    expect([specVersion, typeof operator.displayName]).toEqual(["1.0", "string"]);
    expectEntries(entries);
    expect(entries.map(({ type }: Entry) => type)).toEqual([
      "application/ai-registry+json",
      SERVER_CARD,
      "application/vnd.oai.openapi+json",
    ]);
    for (const { url } of entries.slice(1))
      expect((await fetch(base + url.slice(env().PUBLIC_URL.length))).status, url).toBe(200);
    const former = await (await fetch(`${base}/.well-known/ai-catalog.json`)).json();
    expect(former.entries).toEqual(entries);
  });

  test("the MCP registry's description of our server has our address and a name in reverse", async () => {
    const described = await (await fetch(`${base}/.well-known/mcp/server.json`)).json();
    expect(described.name).toMatch(/^[a-z0-9.-]+\/skills$/);
    expect(described.description.length).toBeLessThanOrEqual(100);
    expect(described.remotes).toEqual([{ type: "streamable-http", url: `${env().PUBLIC_URL}/mcp` }]);
  });

  test("a search finds skills by rank, each with what reaches it: the MCP server with its tool, or its package", async () => {
    const owner = await person();
    const runs = await liveSkill(owner, { name: "Quokka counter", price_per_call: 0.25 });
    const pack = await liveDownload(owner, subscription({ name: "Quokka handbook" }));
    const { status, body } = await search("quokka");
    expect(status).toBe(200);
    expectEntries(body.results);
    const [first, second] = body.results;
    expect(first.score).toBeGreaterThan(second.score);
    expect(body.results.every(({ source }: Entry) => source === `${env().PUBLIC_URL}/ard`)).toBe(true);
    const found = Object.fromEntries(body.results.map((entry: Entry) => [entry.identifier.split(":").at(-1), entry]));
    expect(found[runs.slug]).toMatchObject({ type: SERVER_CARD, metadata: { price: 0.25, currency: "USD" } });
    expect(found[pack.slug]).toMatchObject({ type: PACKAGE, url: expect.stringMatching(/\/download$/) });
    const card = await (await fetch(base + found[runs.slug].url.slice(env().PUBLIC_URL.length))).json();
    expect(card.transport.endpoint).toBe(`${env().PUBLIC_URL}/mcp?skills=${runs.slug}`);
    expect(card.tools).toMatchObject([{ name: runs.slug, inputSchema: { type: "object" } }]);
    expect((await fetch(`${base}/ard/skills/${pack.slug}`)).status).toBe(404);
  });

  test("filters by type, tag and publisher narrow; another host's entries are none, and an unknown field is refused", async () => {
    const owner = await person();
    await liveSkill(owner, { name: "Numbat meter", category: "writing" });
    await liveDownload(owner, subscription({ name: "Numbat guide" }));
    const names = async (filter: object) =>
      (await search("numbat", {}, filter)).body.results.map(({ displayName }: Entry) => displayName);
    expect(await names({ type: [SERVER_CARD] })).toEqual(["Numbat meter"]);
    expect(await names({ type: PACKAGE })).toEqual(["Numbat guide"]);
    expect(await names({ type: ["application/a2a-agent-card+json"] })).toEqual([]);
    expect(await names({ tags: ["writing"], type: [SERVER_CARD] })).toEqual(["Numbat meter"]);
    expect(await names({ publisher: [new URL(env().PUBLIC_URL).hostname] })).toHaveLength(2);
    expect(await names({ publisher: "elsewhere.example" })).toEqual([]);
    const refused = await search("numbat", {}, { "metadata.price": ["1"] });
    expect([refused.status, refused.body.errorCode, refused.body.param]).toEqual([
      400,
      "INVALID_ARGUMENT",
      "query.filter.metadata.price",
    ]);
  });

  test("pages follow one another by their token, each entry once", async () => {
    const owner = await person();
    for (let count = 0; count < 5; count++) await liveSkill(owner, { name: "Potoroo finder" });
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await search("potoroo", { pageSize: 2, ...(pageToken && { pageToken }) });
      seen.push(...body.results.map(({ identifier }: Entry) => identifier));
      pageToken = body.pageToken;
    } while (pageToken);
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  test("explore counts types, tags and publishers of what a search finds", async () => {
    const owner = await person();
    await liveSkill(owner, { name: "Bilby census", category: "writing" });
    await liveDownload(owner, subscription({ name: "Bilby atlas", category: "writing" }));
    const facets = [{ field: "type" }, { field: "tags" }, { field: "publisher", limit: 1 }];
    const { body } = await post("/explore", { query: { text: "bilby" }, resultType: { facets } });
    expect(body.resultType).toBe("facets");
    expect(body.facets.type.buckets).toEqual(
      expect.arrayContaining([
        { value: SERVER_CARD, count: 1 },
        { value: PACKAGE, count: 1 },
      ]),
    );
    expect(body.facets.tags.buckets).toEqual([{ value: "writing", count: 2 }]);
    expect(body.facets.publisher.buckets).toEqual([{ value: new URL(env().PUBLIC_URL).hostname, count: 2 }]);
    const refused = await post("/explore", { resultType: { facets: [{ field: "score" }] } });
    expect([refused.status, refused.body.errorCode]).toEqual([400, "INVALID_ARGUMENT"]);
  });

  test("the list has every live skill with its total, and none that was withdrawn", async () => {
    const owner = await person();
    const skill = await liveSkill(owner, { name: "Dunnart log" });
    const list = async () => (await fetch(`${base}/ard/agents?pageSize=100`)).json();
    const isListed = ({ items }: { items: Entry[] }) =>
      items.some(({ identifier }) => identifier.endsWith(`:${skill.slug}`));
    const before = await list();
    expectEntries(before.items);
    expect(isListed(before)).toBe(true);
    const withdrawn = await call("POST", `/v1/developer/skills/${skill.id}/unlist`, { key: owner.key, body: {} });
    expect(withdrawn.status).toBe(200);
    const after = await list();
    expect([isListed(after), after.total]).toEqual([false, before.total - 1]);
    const typed = `${base}/ard/agents?filter=${encodeURIComponent(`type = '${PACKAGE}'`)}`;
    const packages = (await (await fetch(typed)).json()).items;
    expect(packages.every(({ type }: Entry) => type === PACKAGE)).toBe(true);
    expect((await fetch(`${base}/ard/agents?orderBy=displayName`)).status).toBe(400);
  });

  test("what is malformed, unknown or the wrong method is said in the protocol's words", async () => {
    const cases: [Promise<Response>, number, string][] = [
      [
        fetch(`${base}/ard/search`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
        400,
        "INVALID_ARGUMENT",
      ],
      [fetch(`${base}/ard/search`), 405, "INVALID_ARGUMENT"],
      [fetch(`${base}/ard/nothing`), 404, "NOT_FOUND"],
      [fetch(`${base}/ard/skills/no-such-skill`), 404, "NOT_FOUND"],
      [fetch(`${base}/ard/agents?pageToken=x`), 400, "INVALID_ARGUMENT"],
    ];
    for (const [asked, status, errorCode] of cases) {
      const response = await asked;
      expect([response.url, response.status, (await response.json()).errorCode]).toEqual([
        response.url,
        status,
        errorCode,
      ]);
    }
  });
});
