import { pool } from "@/lib/platform/core/db";
import * as review from "@/lib/supply/review/scheduled-decisions";
import { fillListings, join, readNames } from "@/tests/bench/listings";
import { skillAt } from "@/tests/bench/money";
import { type LoadRun, overheadOf, type Ways } from "@/tests/bench/overhead";
import { startHost, startLoader, startUpstream } from "@/tests/bench/processes";
import { figure, median, type Result } from "@/tests/bench/results";

const LISTINGS = 1_000;
const CREDITS = 1_000_000_000_000n;
const CONNECTIONS = 8;
/** Few enough that nothing waits in line. */
const PER_SECOND = 40;
const MAX_RATIO = 1.3;

/** What the host adds to a call of a tool of an MCP server, against what it adds to a call of an endpoint. */
export async function tools(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), LISTINGS);
  const upstream = await startUpstream();
  const host = await startHost({ WARM_PAGES: "off" });
  const loader = startLoader();
  const [buyer, plain] = [await join(CREDITS), await skillAt(upstream.origin)];
  const slug = await serverAt(host.origin, `${upstream.origin}/mcp`);
  const post = (path: string, body: object, headers = {}) => ({
    method: "POST",
    path,
    body: JSON.stringify(body),
    headers,
  });
  const bought = (path: string) => ({ origin: host.origin, requests: [{ ...post(path, {}), key: buyer.key }] });
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "say", arguments: {} } };
  const http: Ways = {
    direct: { origin: upstream.origin, requests: [post("/", {})] },
    through: bought(`/v1/skills/${plain.slug}/execute`),
  };
  const mcp: Ways = {
    direct: { origin: upstream.origin, requests: [post("/mcp", message, { "content-type": "application/json" })] },
    through: bought(`/v1/skills/${slug}/tools/say/execute`),
  };
  const durationMs = isQuick ? 1_000 : 3_000;
  const run: LoadRun = (load) => loader.run({ ...load, durationMs, connections: CONNECTIONS, perSecond: PER_SECOND });
  const added: [number[], number[]] = [[], []];
  for (let round = -1; round < (isQuick ? 7 : 15); round++) {
    // The order alternates, since the machine is slower at some times than at others.
    for (const which of round % 2 ? [0, 1] : [1, 0]) {
      const one = await overheadOf(run, which === 0 ? http : mcp);
      if (round >= 0) added[which as 0 | 1].push(one.added.p50);
    }
  }
  loader.stop();
  await host.stop();
  upstream.stop();
  return [
    figure(`added to a call of an MCP tool at ${PER_SECOND}/s, p50`, {
      value: median(added[1]),
      unit: "ms",
      against: "added to a call of an endpoint",
      floor: median(added[0]),
      goal: { of: "ratio", is: "<=", than: MAX_RATIO },
    }),
  ];
}

/** Sells an MCP server by its address. Returns the skill's slug. */
async function serverAt(host: string, url: string): Promise<string> {
  const { caller, key } = await join();
  const slug = "bench-mcp-server";
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${host}/v1/developer/skills${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  };
  await send("POST", `/import?slug=${slug}`, { source: "mcp", url });
  const { rows } = await pool().query<{ id: string }>("SELECT id FROM skill WHERE slug = $1", [slug]);
  const id = rows[0]?.id ?? "";
  await send("PATCH", `/${id}`, { price_per_call: 0.001, submit: true });
  await review.decide({ ...caller, isAdmin: true }, { skill_id: id, action: "approve" });
  return slug;
}
