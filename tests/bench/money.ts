import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve as serveHono } from "@hono/node-server";
import { Agent, request } from "undici";
import * as accounts from "@/lib/accounts/service";
import * as catalog from "@/lib/catalog/service";
import type { Caller } from "@/lib/core/caller";
import { closeDatabase, pool, transaction } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import * as execution from "@/lib/execution/service";
import * as ledger from "@/lib/ledger/service";
import { SkillInput } from "@/lib/publishing/schemas";
import * as publishing from "@/lib/publishing/service";
import * as review from "@/lib/review/service";

const CONCURRENCY = 16;
const PAIRS = 2_000;
const ROUNDS = 5;
const CALLS = 500;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Runs `count` pieces of work, some at a time. Returns pieces a second. */
async function rate(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (count * 1000) / (performance.now() - startedAt);
}

async function join(name: string): Promise<{ caller: Caller; apiKey: string }> {
  const { account, api_key } = await accounts.create({
    email: `${newId()}@example.com`,
    password: "a long password",
    name,
  });
  return {
    caller: { accountId: account.id, email: account.email, name, isAdmin: false, key: null },
    apiKey: api_key,
  };
}

async function setUp(endpoint: string) {
  const developer = await join("Developer");
  const buyers = await Promise.all(Array.from({ length: CONCURRENCY }, () => join("Buyer")));
  for (const { caller } of buyers)
    await transaction((db) => ledger.grant(db, newId(), caller.accountId, 10_000_000_000n, "bench"));
  const input = {
    slug: `bench-${Date.now()}`,
    name: "Bench",
    description: "Bench",
    category: "data",
    pricing_type: "usage",
    price_per_call: 0.001,
    api_endpoint: endpoint,
    submit: true,
  };
  const skill = await publishing.create(developer.caller, SkillInput.parse(input));
  await review.decide({ ...developer.caller, isAdmin: true }, { skill_id: skill.id, action: "approve" });
  return { buyers, listing: await catalog.requireListing(skill.slug) };
}

/** `npm run bench:money`: what metering costs, against the same SQL driven bare and against a direct call. */
export async function run(): Promise<number> {
  const upstream = createServer((incoming, response) => {
    incoming.resume();
    incoming.on("end", () =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}'),
    );
  });
  const origin = process.env.EXECUTION_ALLOW ?? "";
  await new Promise<void>((resolve) => upstream.listen(Number(origin.split(":")[1]), "127.0.0.1", resolve));
  const { buyers, listing } = await setUp(`http://${origin}/`);
  await reportPairs(
    buyers.map(({ caller }) => caller),
    listing,
  );
  await reportOverhead(buyers[0]?.apiKey ?? "", listing.slug, `http://${origin}/`);
  upstream.closeAllConnections();
  upstream.close();
  await closeDatabase();
  return 0;
}

async function reportPairs(callers: Caller[], listing: catalog.ListingDetail): Promise<void> {
  const callerOf = (index: number) => callers[index % callers.length] as Caller;
  const throughService = async (index: number) => {
    const reservation = await execution.reserve(callerOf(index), listing, "execute");
    await execution.settleDownload(callerOf(index), reservation, 1);
  };
  const bare = async (index: number) => {
    const [hold, account] = [newId(), callerOf(index).accountId];
    await pool().query({
      name: "bench.reserve",
      text: "SELECT * FROM execution_reserve($1, $2, $3, false, $4, 'execute', NULL, NULL, interval '90 s', 1000, 1000, 1500)",
      values: [hold, newId(), account, listing.skill_id],
    });
    await pool().query({
      name: "bench.settle",
      text: "SELECT * FROM execution_settle($1, $2, $3, $4, 1, 1500, now(), NULL, NULL, NULL)",
      values: [hold, account, newId(), newId()],
    });
  };
  const [ours, floor]: [number[], number[]] = [[], []];
  await rate(PAIRS / 4, bare);
  await rate(PAIRS / 4, throughService);
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(await rate(PAIRS, bare));
    ours.push(await rate(PAIRS, throughService));
  }
  console.table([
    {
      what: "reserve + settle, pairs a second",
      ours: Math.round(median(ours)),
      bare: Math.round(median(floor)),
      ratio: (median(ours) / median(floor)).toFixed(2),
      goal: ">= 0.7",
    },
  ]);
}

async function reportOverhead(key: string, slug: string, direct: string): Promise<void> {
  const { route } = await import("@/server/router");
  const host = await new Promise<ReturnType<typeof serveHono>>((resolve) => {
    const server = serveHono(
      { fetch: route, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      () => resolve(server),
    );
  });
  const dispatcher = new Agent({ connections: 1, pipelining: 1 });
  const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const timed = async (url: string, headers: Record<string, string>) => {
    const startedAt = performance.now();
    const { body, statusCode } = await request(url, {
      dispatcher,
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", ...headers },
    });
    await body.text();
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    return performance.now() - startedAt;
  };
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let i = 0; i < CALLS; i++) {
    floor.push(await timed(direct, {}));
    ours.push(await timed(`${base}/v1/skills/${slug}/execute`, { authorization: `Bearer ${key}` }));
  }
  const [through, straight] = [median(ours.slice(50)), median(floor.slice(50))];
  console.table([
    {
      what: "execute, median ms",
      ours: through.toFixed(2),
      direct: straight.toFixed(2),
      added: (through - straight).toFixed(2),
      goal: "<= 3",
    },
  ]);
  await dispatcher.close();
  host.close();
}
