import { KeyInput } from "@/lib/identity/keys/schemas";
import * as keys from "@/lib/identity/keys/service";
import { pool } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { join } from "@/tests/bench/listings";
import type { LoadRequest } from "@/tests/bench/load";
import { skillAt } from "@/tests/bench/money";

const CREDITS = 1_000_000_000_000n;
const KEYS = 19;
const ENDPOINTS = 10;
const PROTOCOL = "2025-06-18";
const BODY_BYTES = 1_000_000;
const PART_BYTES = JSON.stringify({ id: 10_000, text: "words" }).length + 1;
const YAML_BYTES = 480_000;
const README_BYTES = 60_000;
/** Addresses of clients come in a header, as from the one proxy in front of a marketplace. */
const HONEST_ADDRESS = "198.51.100.1";
const GREEDY_ADDRESS = "203.0.113.1";

type Account = Awaited<ReturnType<typeof join>>;
/** What one account, or a stranger, does to everybody else: its requests, in turn, at a pace. */
export type Attack = { name: string; requests: LoadRequest[]; perSecond: number };

const from = (address: string) => ({ "x-forwarded-for": address });
const post = (path: string, key: string, body: unknown, headers: Record<string, string> = {}): LoadRequest => ({
  method: "POST",
  path,
  key,
  body: JSON.stringify(body),
  headers: { ...from(GREEDY_ADDRESS), ...headers },
});
const execute = (slug: string, key: string, body: unknown = {}, headers = {}) =>
  post(`/v1/skills/${slug}/execute`, key, body, headers);
const mcp = (key: string, method: string, params: unknown) =>
  post(
    "/mcp",
    key,
    { jsonrpc: "2.0", id: 1, method, params },
    {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": PROTOCOL,
    },
  );
/** A JSON value of at most so many bytes, of many small parts. */
const parts = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / PART_BYTES) }, (_, index) => ({ id: index, text: "words" }));
const many = (count: number, make: (index: number) => LoadRequest) => Array.from({ length: count }, (_, i) => make(i));

/** What an honest client does, in turn: small reads, a call, a page, and the list of tools. */
export async function honestRequests(upstream: string): Promise<LoadRequest[]> {
  const [{ key }, { slug }] = [await join(CREDITS), await skillAt(`${upstream}/`)];
  const headers = from(HONEST_ADDRESS);
  return [
    { path: `/v1/skills/${slug}`, key, kind: "read", headers },
    { path: "/v1/balance", key, kind: "read", headers },
    { ...execute(slug, key, {}, headers), kind: "execute" },
    { path: `/skills/${slug}`, kind: "page", headers },
    { ...mcp(key, "tools/list", {}), kind: "tools/list" },
  ].map((request) => ({ ...request, headers: { ...request.headers, ...headers } }));
}

/** Every attack, each by an account of its own. */
export async function attacks(upstream: string): Promise<Attack[]> {
  const account = () => join(CREDITS);
  const readme = "A paragraph with **words**, `code` and [links](https://example.com).\n\n".repeat(README_BYTES / 72);
  const [rows, text, quick, long] = [
    await skillAt(`${upstream}/rows`),
    await skillAt(`${upstream}/text`),
    await skillAt(`${upstream}/`),
    await skillAt(`${upstream}/`, { readme }),
  ];
  const bulk = parts(BODY_BYTES);
  const one = async (name: string, perSecond: number, make: (key: string) => LoadRequest[]): Promise<Attack> => ({
    name,
    perSecond,
    requests: make((await account()).key),
  });
  const call = { slug: rows.slug, parameters: {}, max_price: 1 };
  return [
    await one("MCP answers of 3.9 MB", 8, (key) => [
      mcp(key, "tools/call", { name: "execute_skill", arguments: call }),
    ]),
    await one("bodies of 1 MB", 20, (key) => [execute(quick.slug, key, { bulk })]),
    await one("tools/list with 1 MB", 20, (key) => [mcp(key, "tools/list", { _meta: { bulk } })]),
    await one("text answers of 3.9 MB", 8, (key) => [execute(text.slug, key)]),
    await one("YAML of 480 KB", 2, (key) => [importOf(key)]),
    { name: "sign-ins, many addresses", perSecond: 30, requests: many(1_000, signIn) },
    await one("runs, 90/s", 90, (key) => [execute(quick.slug, key, {}, { prefer: "respond-async" })]),
    {
      name: "page, 60 KB readme",
      perSecond: 25,
      requests: many(1_000, (at) => page(`/skills/${long.slug}?at=${at}`)),
    },
    {
      name: "pages and llms-full",
      perSecond: 50,
      requests: many(1_000, (at) =>
        page(["/llms-full.txt", `/skills?search=word${at}`, `/docs?at=${at}`][at % 3] ?? "/"),
      ),
    },
    { name: `${KEYS} keys`, perSecond: 600, requests: await keysOf(await account(), quick.slug) },
    await webhooks(upstream, await account()),
    await one("executes, 100/s", 100, (key) => [execute(quick.slug, key)]),
  ];
}

const page = (path: string): LoadRequest => ({ path, headers: from(GREEDY_ADDRESS) });

function signIn(index: number): LoadRequest {
  const body = { email: `nobody-${index}@example.com`, password: `a wrong password ${index}` };
  const address = `203.0.${index >> 8}.${index & 255}`;
  return {
    method: "POST",
    path: "/api/auth/sign-in/email",
    body: JSON.stringify(body),
    headers: from(address),
  };
}

/** A dry run of an import of an OpenAPI document in YAML. */
function importOf(key: string): LoadRequest {
  const operation = (index: number) =>
    `  /path-${index}:\n    post:\n      operationId: op${index}\n      responses: { "200": { description: ok } }\n`;
  let document = "openapi: 3.1.0\ninfo: { title: Bench, version: 1.0.0 }\npaths:\n";
  for (let index = 0; document.length < YAML_BYTES; index++) document += operation(index);
  const source = { source: "openapi", document, operation: "op1" };
  return post("/v1/developer/skills/import?dry_run=true", key, source);
}

async function keysOf(account: Account, slug: string): Promise<LoadRequest[]> {
  const made = [account.key];
  while (made.length < KEYS)
    made.push((await keys.issue(account.caller, KeyInput.parse({ name: `key ${made.length}` }))).api_key);
  return made.map((key) => ({ path: `/v1/skills/${slug}`, key, headers: from(GREEDY_ADDRESS) }));
}

/** Ten endpoints that never answer, and calls of the account's own skill that fail. */
async function webhooks(upstream: string, account: Account): Promise<Attack> {
  for (let index = 0; index < ENDPOINTS; index++)
    await pool().query("INSERT INTO webhook_endpoint (id, account_id, url, secret) VALUES ($1, $2, $3, 'whsec_AAAA')", [
      newId(),
      account.id,
      `${upstream}/hangs`,
    ]);
  const { slug } = await skillAt(`${upstream}/fails`, { owner: account });
  const caller = await join(CREDITS);
  return { name: "webhooks that hang", perSecond: 8, requests: [execute(slug, caller.key)] };
}
