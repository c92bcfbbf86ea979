/**
 * Agentic Resource Discovery, v0.91: what this marketplace offers, as entries that agents and other registries search. Public, and
 * made of what `GET /v1/skills` lists, so nothing unapproved is in it. Source: github.com/ards-project/ard-spec.
 */
import { z } from "zod";
import { resources } from "@/lib/identity/connections/resources";
import { jsonResponse } from "@/lib/interfaces/http/answer";
import { MAX_FIELDS_BYTES, readJson } from "@/lib/interfaces/http/body";
import { serverCard } from "@/lib/interfaces/http/discovery";
import { type Asked, throughDoor } from "@/lib/interfaces/http/door";
import { parseInput } from "@/lib/interfaces/http/input";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { marketplaceName } from "@/lib/platform/site/service";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";
import type { SkillView } from "@/lib/supply/skills/schemas";

/** Where the operations of the registry are; the manifest names it. */
export const ARD_PREFIX = "/ard";

const SERVER_CARD = "application/mcp-server-card+json";
const PACKAGE = "application/agent-skills+zip";
/** What the types of entries are called in the catalog. */
const USES = { [SERVER_CARD]: "api", [PACKAGE]: "download" } as const;
const MAX_PAGE_SIZE = 100;
/** Most that the protocol wants of an entry. */
const MAX_QUERIES = 5;

type Entry = { identifier: string; displayName: string; type: string; url: string } & Record<string, unknown>;

const hostName = () => new URL(env().PUBLIC_URL).hostname;
const urn = (kind: string, name: string) => `urn:air:${hostName()}:${kind}:${name}`;

/** The manifest at `/.well-known/ard.json`: this registry, its MCP server and its API. */
export async function manifest(): Promise<object> {
  const { PUBLIC_URL } = env();
  const name = await marketplaceName();
  const entries: Entry[] = [
    {
      identifier: urn("registry", "skills"),
      displayName: `${name}: registry of skills`,
      type: "application/ai-registry+json",
      url: PUBLIC_URL + ARD_PREFIX,
      description: "Searches reviewed skills for agents: APIs that are paid per call, and downloadable packages.",
      representativeQueries: ["find a skill for a task", "which reviewed tools can an agent call for this"],
    },
    {
      identifier: urn("mcp", "market"),
      displayName: `${name}: MCP server`,
      type: SERVER_CARD,
      url: `${PUBLIC_URL}/.well-known/mcp/server-card.json`,
      description: "Find, buy and run reviewed skills, paid with prepaid credits, within a cap that its owner sets.",
      representativeQueries: ["find and buy a skill for a task", "run a paid tool within a spending cap"],
    },
    {
      identifier: urn("api", "v1"),
      displayName: `${name}: API`,
      type: "application/vnd.oai.openapi+json",
      url: `${PUBLIC_URL}/v1/openapi.json`,
      description: "Browse, buy, run and publish skills over HTTP.",
    },
  ];
  const host = { displayName: name, identifier: hostName(), documentationUrl: `${PUBLIC_URL}/docs` };
  return { specVersion: "1.0", host, entries };
}

/** A skill as an entry: one that runs by the card of our MCP server with this tool alone, another by its package. */
function entryOf(skill: z.output<typeof SkillView>): Entry {
  const { PUBLIC_URL } = env();
  const { slug } = skill;
  const isRunnable = skill.execution_type !== "download";
  return {
    identifier: urn("skill", slug),
    displayName: skill.name,
    type: isRunnable ? SERVER_CARD : PACKAGE,
    url: isRunnable ? `${PUBLIC_URL}${ARD_PREFIX}/skills/${slug}` : `${PUBLIC_URL}/v1/skills/${slug}/download`,
    description: skill.description,
    tags: [skill.category],
    ...(skill.sample_queries && { representativeQueries: skill.sample_queries.slice(0, MAX_QUERIES) }),
    ...(isRunnable && { capabilities: [slug] }),
    version: String(skill.version),
    updatedAt: skill.updated_at,
    metadata: {
      page: `${PUBLIC_URL}/skills/${slug}`,
      publisher: skill.developer.handle,
      price: skill.price_per_call ?? skill.price ?? 0,
      pricingType: skill.pricing_type,
      freeCalls: skill.free_calls,
      ...(skill.units.length > 0 && { units: skill.units }),
      ...(skill.plans.length > 0 && { plans: skill.plans }),
      currency: "USD",
    },
  };
}

const OneOrMany = z.union([z.string().max(200), z.array(z.string().max(200)).min(1).max(20)]);
const Query = z.object({
  text: z.string().trim().max(200).optional(),
  filter: z.record(z.string(), OneOrMany).optional(),
});
const Paging = {
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  pageToken: z
    .string()
    .regex(/^\d{1,6}$/, "must be the token of a page that was returned")
    .optional(),
};
const SearchInput = z.object({
  query: Query.extend({ text: z.string().trim().min(1).max(200) }),
  federation: z.enum(["auto", "referrals", "none"]).optional(),
  ...Paging,
});
const ExploreInput = z.object({
  query: Query.optional(),
  resultType: z.object({
    facets: z
      .array(z.object({ field: z.string().max(100), limit: z.number().int().min(1).max(100).optional() }))
      .min(1)
      .max(10),
  }),
});
const ListInput = z.object({
  filter: z.string().max(500).optional(),
  orderBy: z.string().max(50).optional(),
  ...Paging,
});

type Filter = z.output<typeof Query>["filter"];
/** Null when nothing can match: this registry has entries of one host. */
type Narrowed = { category?: string; execution_type?: "api" | "download" } | null;

/** What a filter means in the catalog. Throws invalid_request for a field that is not supported. */
function narrowed(filter: Filter = {}): Narrowed {
  let found: NonNullable<Narrowed> = {};
  for (const [field, value] of Object.entries(filter)) {
    const values = [value].flat();
    if (field === "type") {
      const uses = Object.entries(USES).filter(([type]) => values.includes(type));
      if (uses.length === 0) return null;
      if (uses.length === 1) found = { ...found, execution_type: uses[0]?.[1] };
    } else if (field === "tags" && values.length === 1) {
      found = { ...found, category: values[0] };
    } else if (field === "publisher") {
      if (!values.includes(hostName())) return null;
    } else
      throw invalid([
        {
          param: `query.filter.${field}`,
          message: "is not supported here: filter by `type`, one of `tags`, or `publisher`",
        },
      ]);
  }
  return found;
}

type Terms = { text?: string; filter?: Filter; pageSize: number; pageToken?: string };

async function pageOf({ text, filter, pageSize, pageToken = "0" }: Terms) {
  const terms = narrowed(filter);
  const offset = Number(pageToken);
  if (!terms) return { data: [], total: 0, offset, next: {} };
  const query = parseInput(BrowseQuery, { ...terms, ...(text && { search: text }), limit: pageSize, offset });
  const page = await catalog.browse(query);
  const next = page.has_more ? { pageToken: String(offset + page.data.length) } : {};
  return { data: page.data as z.output<typeof SkillView>[], total: page.total, offset, next };
}

async function search({ request }: Asked): Promise<object> {
  const { query, pageSize = 10, pageToken } = parseInput(SearchInput, await readJson(request, MAX_FIELDS_BYTES));
  const { data, offset, next } = await pageOf({ ...query, pageSize, pageToken });
  const source = env().PUBLIC_URL + ARD_PREFIX;
  // The rank, as the protocol's 0 to 100: how far down the list an entry is.
  const results = data.map((skill, index) => ({
    ...entryOf(skill),
    score: Math.max(1, 100 - offset - index),
    source,
  }));
  return { results, ...next };
}

async function explore({ request }: Asked): Promise<object> {
  const { query, resultType } = parseInput(ExploreInput, await readJson(request, MAX_FIELDS_BYTES));
  const terms = narrowed(query?.filter);
  const found =
    terms &&
    (await catalog.browse(
      parseInput(BrowseQuery, { ...terms, ...(query?.text && { search: query.text }), facets: "true", limit: 1 }),
    ));
  const byName = { type: found?.facets?.execution_type ?? [], tags: found?.facets?.category ?? [] };
  const facets = resultType.facets.map(({ field, limit = 20 }) => {
    const counted = buckets(field, byName, found?.total ?? 0);
    const others = counted.slice(limit).reduce((sum, { count }) => sum + count, 0);
    return [field, { buckets: counted.slice(0, limit), ...(others > 0 && { otherCount: others }) }] as const;
  });
  return { resultType: "facets", facets: Object.fromEntries(facets) };
}

type Bucket = { value: string; count: number };

function buckets(field: string, { type, tags }: { type: Bucket[]; tags: Bucket[] }, total: number): Bucket[] {
  if (field === "tags") return tags;
  if (field === "publisher") return total > 0 ? [{ value: hostName(), count: total }] : [];
  if (field === "type") {
    const named = Object.entries(USES).map(([name, use]) => ({ name, use }));
    return type.map(({ value, count }) => ({ value: named.find(({ use }) => use === value)?.name ?? value, count }));
  }
  throw invalid([{ param: "resultType.facets", message: "can count `type`, `tags` and `publisher`" }]);
}

async function list({ request }: Asked): Promise<object> {
  const input = parseInput(ListInput, Object.fromEntries(new URL(request.url).searchParams));
  const [, type] = /^type\s*=\s*['"]?([\w.+/-]+)['"]?$/.exec(input.filter ?? "") ?? [];
  if (input.filter && !type) throw invalid([{ param: "filter", message: "must be like type = 'application/…'" }]);
  if (input.orderBy) throw invalid([{ param: "orderBy", message: "is not supported: entries come by popularity" }]);
  const { pageSize = 20, pageToken } = input;
  const { data, total, next } = await pageOf({ ...(type && { filter: { type } }), pageSize, pageToken });
  return { items: data.map(entryOf), total, ...next };
}

/** The card of our MCP server with one skill as its tool. */
async function cardOf({ path }: Asked): Promise<object> {
  const slug = /^\/ard\/skills\/([a-z0-9-]{1,64})$/.exec(path)?.[1];
  const skill = slug ? await catalog.findListing(slug) : null;
  if (!skill || skill.execution_type === "download") throw notFound();
  const { transport, ...card } = serverCard(skill.name) as { transport: object };
  const tool = { name: slug, title: skill.name, description: skill.description, inputSchema: skill.api_schema };
  return {
    ...card,
    description: skill.description,
    documentationUrl: `${env().PUBLIC_URL}/skills/${slug}`,
    transport: { ...transport, endpoint: `${resources().mcp}?skills=${slug}` },
    tools: [{ ...tool, inputSchema: tool.inputSchema ?? { type: "object" } }],
  };
}

const OPERATIONS: Record<string, { method: string; run: (asked: Asked) => Promise<object> }> = {
  [`${ARD_PREFIX}/search`]: { method: "POST", run: search },
  [`${ARD_PREFIX}/explore`]: { method: "POST", run: explore },
  [`${ARD_PREFIX}/agents`]: { method: "GET", run: list },
};
const OPEN_TO_ALL = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };

/** Answers the operations of the registry, within the limit of the client's address. */
export function answerArd(request: Request): Promise<Response> {
  return throughDoor(request, { failure: "a discovery request failed", refuse }, async (asked) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: OPEN_TO_ALL });
    const { method, run } = OPERATIONS[asked.path] ?? { method: "GET", run: cardOf };
    if (request.method !== method && !(request.method === "HEAD" && method === "GET"))
      throw new AppError("method_not_allowed", `This path supports ${method}.`);
    return jsonResponse(200, JSON.stringify(await run(asked)), OPEN_TO_ALL);
  });
}

/** The protocol's own codes of errors (its appendix B). */
const CODES: Record<number, string> = { 400: "INVALID_ARGUMENT", 404: "NOT_FOUND", 429: "RATE_LIMIT_EXCEEDED" };

type Failed = { status: number; body: string; headers: Record<string, string> };

function refuse({ status, body, headers }: Failed): Response {
  const { message, param } = JSON.parse(body).error as { message: string; param: string | null };
  const errorCode = CODES[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "INTERNAL_ERROR");
  return jsonResponse(status, JSON.stringify({ errorCode, message, param }), { ...headers, ...OPEN_TO_ALL });
}
