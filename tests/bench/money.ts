import * as ledger from "@/lib/money/ledger/service";
import { pool } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { SkillInput } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";
import * as review from "@/lib/supply/review/scheduled-decisions";
import { fillListings, join, readNames } from "@/tests/bench/listings";
import type { LoadRequest } from "@/tests/bench/load";
import { type LoadRun, type Overhead, overheadOf, type Ways } from "@/tests/bench/overhead";
import { databaseMs, processorMs, startHost, startLoader, startUpstream } from "@/tests/bench/processes";
import { figure, median, type Result } from "@/tests/bench/results";

const CONNECTIONS = 16;
const BUYERS = 16;
const LISTINGS = 20_000;
const CREDITS = 1_000_000_000_000n;
const GOAL = { of: "ratio", is: ">=", than: 0.6 } as const;
/** Calls a second at which what metering adds to a call is measured: few enough that nothing waits in line. */
const PACE_PER_SECOND = 100;
const [MAX_ADDED_P50_MS, MAX_ADDED_P99_MS] = [2, 10];

type Buyer = Awaited<ReturnType<typeof join>>;

/** Purchases and metered calls through the host, against the same SQL driven bare; and what metering adds to a call. */
export async function money(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), LISTINGS);
  const upstream = await startUpstream();
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => join(CREDITS)));
  const [one, other] = [await skillAt(upstream.origin), await skillAt(upstream.origin)];
  const host = await startHost();
  const loader = startLoader();
  const [rounds, durationMs] = isQuick ? [5, 700] : [7, 3_000];
  const through = async (requests: LoadRequest[], isOnce: boolean) => {
    const report = await loader.run({
      origin: host.origin,
      requests,
      connections: CONNECTIONS,
      durationMs,
      isOnce,
    });
    if (report.failed > 0) throw new Error(`${report.failed} of ${requests[0]?.path} were refused`);
    return (report.answered * 1000) / report.elapsedMs;
  };
  const compare = async (name: string, ours: () => Promise<number>, bare: () => Promise<number>, isGoal = true) => {
    const taken: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round++) {
      const [first, second] = [await ours(), await bare()];
      if (round >= 0) {
        taken[0].push(first);
        taken[1].push(second);
      }
    }
    return figure(name, {
      value: median(taken[0]),
      unit: "1/s",
      against: "the same SQL driven bare",
      floor: median(taken[1]),
      ...(isGoal && { goal: GOAL }),
    });
  };
  const calls = (skill: { slug: string }, some: Buyer[]) =>
    some.map(({ key }) => ({ method: "POST", path: `/v1/skills/${skill.slug}/execute`, key, body: "{}" }));
  const shelf = await subscriptions();
  const bareCalls = (skill: { id: string }, some: Buyer[]) =>
    rate(durationMs, (i) => barePair(skill.id, some[i % some.length]));
  const results = [
    await compare(
      "purchases",
      () => through(shelf.take(durationMs * 4).map(purchaseOf(buyers)), true),
      () => rate(durationMs, (i) => barePurchase(buyers[i % BUYERS], shelf.take(1)[0] ?? "")),
    ),
    await compare(
      "metered calls",
      () => through(calls(one, buyers), false),
      () => bareCalls(one, buyers),
    ),
    await compare(
      "metered calls, one hot wallet",
      () => through(calls(one, buyers.slice(0, 1)), false),
      () => bareCalls(one, buyers.slice(0, 1)),
    ),
    await compare(
      "metered calls, two developers",
      () => through([...calls(one, buyers), ...calls(other, buyers)], false),
      () => rate(durationMs, (i) => barePair((i % 2 ? one : other).id, buyers[i % BUYERS])),
      false,
    ),
  ];
  results.push(...(await costOf(host.pid, () => through(calls(one, buyers), false), durationMs)));
  const direct = { origin: upstream.origin, requests: [{ method: "POST", path: "/", body: "{}" }] };
  const metered = { origin: host.origin, requests: calls(one, buyers) };
  const pace = { connections: CONNECTIONS, durationMs: isQuick ? 1_000 : 2_000, perSecond: PACE_PER_SECOND };
  const paced: LoadRun = (load) => loader.run({ ...load, ...pace });
  results.push(...(await overhead(paced, { direct, through: metered }, rounds)));
  loader.stop();
  await host.stop();
  upstream.stop();
  await requireSound();
  return results;
}

/** What a metered call takes of processors, and what it writes to the database's log. */
async function costOf(pid: number, load: () => Promise<number>, durationMs: number): Promise<Result[]> {
  const position = async () =>
    Number(
      (await pool().query<{ at: string }>("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS at")).rows[0]?.at,
    );
  const [before, databaseBefore, logBefore] = [processorMs(pid), await databaseMs(), await position()];
  const count = ((await load()) * durationMs) / 1000;
  const process = (processorMs(pid) - before) / count;
  const database = ((await databaseMs()) - databaseBefore) / count;
  return [
    figure("a metered call, CPU of the process", {
      value: process,
      unit: "ms",
      against: "of the database",
      floor: database,
    }),
    figure("a metered call, log of the database", {
      value: ((await position()) - logBefore) / count,
      unit: "bytes",
      against: "nothing",
    }),
  ];
}

/** A live skill, paid by the call, at an endpoint. */
export async function skillAt(
  endpoint: string,
  { readme = null, owner }: { readme?: string | null; owner?: Buyer } = {},
): Promise<{ id: string; slug: string }> {
  const { caller } = owner ?? (await join());
  const input = {
    slug: `bench-${newId()}`,
    name: "Bench",
    description: "Bench",
    category: "data",
    pricing_type: "usage",
    price_per_call: 0.001,
    api_endpoint: new URL(endpoint).href,
    readme,
    submit: true,
  };
  const { id, slug } = await publishing.create(caller, SkillInput.parse(input));
  await review.decide({ ...caller, isAdmin: true }, { skill_id: id, action: "approve" });
  return { id, slug };
}

/** Slugs of subscriptions, each with the number of the buyer whose turn it is; none is handed out twice. */
async function subscriptions() {
  const { rows } = await pool().query<{ slug: string }>(
    "SELECT slug FROM listing WHERE pricing_type = 'subscription' ORDER BY skill_id",
  );
  let next = 0;
  return {
    take: (count: number) =>
      Array.from({ length: count }, () => rows[Math.floor(next++ / BUYERS) % rows.length]?.slug ?? ""),
  };
}

const purchaseOf = (buyers: Buyer[]) => (slug: string, index: number) => ({
  method: "POST",
  path: `/v1/skills/${slug}/purchase`,
  key: buyers[index % BUYERS]?.key ?? "",
  body: "{}",
});

/** Runs work, some at a time, for a while. Returns how often a second. */
async function rate(durationMs: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < durationMs) await work(done++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return (done * 1000) / (performance.now() - startedAt);
}

async function barePurchase(buyer: Buyer | undefined, slug: string): Promise<void> {
  const { rows } = await pool().query({
    name: "bench.buy",
    text: "SELECT outcome FROM purchase_buy($1, $2, $3, $4, $5, NULL, true, 1500, NULL)",
    values: [newId(), newId(), buyer?.id, slug, buyer?.keyId],
  });
  if (rows[0]?.outcome !== "bought") throw new Error(`a purchase is ${rows[0]?.outcome}`);
}

/** A metered call in bare SQL: reserved and settled. */
export async function barePair(skill: string, buyer: Buyer | undefined): Promise<void> {
  const hold = newId();
  await pool().query({
    name: "bench.reserve",
    text: "SELECT * FROM execution_reserve($1, $2, $3, false, $4, 'execute', $5, NULL, NULL, interval '90 s', 1000, 1000, 1500, NULL)",
    values: [hold, newId(), buyer?.id, skill, buyer?.keyId],
  });
  await pool().query({
    name: "bench.settle",
    text: "SELECT * FROM execution_capture($1, $2, $3, $4, 1, 1500, now(), NULL, NULL, NULL, NULL)",
    values: [hold, buyer?.id, newId(), newId()],
  });
}

/** What a call through the host takes longer than one straight to the developer's endpoint, at a pace of everyday. */
async function overhead(run: LoadRun, { direct, through }: Ways, rounds: number): Promise<Result[]> {
  const all: Overhead[] = [];
  for (let round = -1; round < rounds; round++) {
    const one = await overheadOf(run, { direct, through });
    if (round >= 0) all.push(one);
  }
  const goals = { p50: MAX_ADDED_P50_MS, p99: MAX_ADDED_P99_MS };
  return (["p50", "p99"] as const).map((name) =>
    figure(`added to a call at ${PACE_PER_SECOND}/s, ${name}`, {
      value: median(all.map(({ added }) => added[name])),
      unit: "ms",
      against: "a direct call",
      floor: median(all.map(({ straight }) => straight[name])),
      goal: { of: "value", is: "<=", than: goals[name] },
    }),
  );
}

async function requireSound(): Promise<void> {
  const broken = Object.entries(await ledger.reconcile()).filter(([, count]) => count > 0);
  if (broken.length > 0) throw new Error(`invariants are broken: ${JSON.stringify(broken)}`);
}
