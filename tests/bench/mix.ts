import { pool } from "@/lib/platform/core/db";
import { CATEGORY_SLUGS } from "@/prisma/seed/skills";
import { layFloor } from "@/tests/bench/floor-table";
import { fillListings, join, type Named, readNames } from "@/tests/bench/listings";
import type { LoadReport, LoadRequest } from "@/tests/bench/load";
import { barePair, skillAt } from "@/tests/bench/money";
import {
  databaseMs,
  memoryMb,
  processorMs,
  startFloor,
  startHost,
  startLoader,
  type Target,
} from "@/tests/bench/processes";
import { figure, type Goal, median, percentile, type Result } from "@/tests/bench/results";

const LISTINGS = 100_000;
const CONNECTIONS = 16;
const KEYS = 64;
const CREDITS = 1_000_000_000_000n;
/** Requests are taken in turn; so many that none comes again within a round. */
const REQUESTS = 40_000;
/** Different searches, of one or two words. */
const SEARCHES = 4_000;
const MAX_OFFSET = 2_000;
/** While the catalog changes: one listing a second, and this many metered calls a second. */
const CALLS_PER_SECOND = 20;
const GOALS = { standing: 2, changing: 1.8, balance: 1.5, memoryMb: 280 };
const KINDS = ["skill", "list", "search", "balance"] as const;
type Kind = (typeof KINDS)[number];

/** One request of the mix, at the product and at the floor. */
type Pair = { kind: Kind; ours: string; floor: string };
type Sample = LoadReport & { processMs: number; databaseMs: number; hits: Record<string, number> };

/**
 * What people and agents do, in one mix that no cache was made for: 50 % one skill, 20 % lists with random filters, sorts and offsets,
 * 20 % searches, 10 % balances; skills and searches by Zipf's law. Standing still, and while listings change and calls are paid.
 */
export async function mix(isQuick: boolean): Promise<Result[]> {
  const names = await readNames();
  await fillListings(names, LISTINGS);
  await layFloor();
  const callers: Awaited<ReturnType<typeof join>>[] = [];
  while (callers.length < KEYS) callers.push(await join(CREDITS));
  const pairs = await pairsOf(names);
  const keyed = (who: "ours" | "floor"): LoadRequest[] =>
    pairs.map((pair, index) => ({
      path: pair[who],
      kind: pair.kind,
      key: callers[index % KEYS]?.key ?? "",
    }));
  const requests = { ours: keyed("ours"), floor: keyed("floor") };
  const skill = await skillAt("https://example.com");
  const [host, floor, loader] = [await startHost(), await startFloor(), startLoader()];
  const [rounds, durationMs] = isQuick ? [4, 1_500] : [7, 5_000];
  const results: Result[] = [];
  let at = 0;
  for (const state of ["standing", "changing"] as const) {
    const taken = { ours: [] as Sample[], floor: [] as Sample[] };
    for (let round = -1; round < rounds; round++) {
      for (const [who, target] of [
        ["ours", host],
        ["floor", floor],
      ] as const) {
        // Another part of the mix each round, the same for both.
        const list = [...requests[who].slice(at), ...requests[who].slice(0, at)];
        const stop = state === "changing" ? change(skill.id, callers) : async () => {};
        const sample = await measure(loader, target, list, durationMs);
        await stop();
        if (round >= 0) taken[who].push(sample);
      }
      at = (at + REQUESTS / 8) % REQUESTS;
    }
    results.push(...figuresOf(state, taken));
  }
  results.push(
    figure("memory at the end of the mix", {
      value: memoryMb(host.pid).now,
      unit: "MB",
      against: "floor",
      floor: memoryMb(floor.pid).now,
      goal: { of: "value", is: "<=", than: GOALS.memoryMb },
    }),
  );
  loader.stop();
  for (const target of [host, floor]) await target.stop();
  await pool().query("DROP TABLE floor_listing");
  return results;
}

/** Changes one listing a second and pays for calls, in the tables of both, until it is stopped. */
function change(skillId: string, callers: Awaited<ReturnType<typeof join>>[]): () => Promise<void> {
  let turn = 0;
  const open = new Set<Promise<unknown>>();
  const start = (work: Promise<unknown>) => {
    open.add(work);
    work.finally(() => open.delete(work));
  };
  const timer = setInterval(() => {
    start(barePair(skillId, callers[turn % KEYS]));
    if (turn++ % CALLS_PER_SECOND === 0)
      for (const table of ["listing", "floor_listing"])
        start(
          pool().query(
            `UPDATE ${table} SET popularity = popularity + 1 WHERE skill_id = (SELECT skill_id FROM ${table} ORDER BY popularity DESC LIMIT 1)`,
          ),
        );
  }, 1_000 / CALLS_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
  };
}

async function measure(
  loader: ReturnType<typeof startLoader>,
  target: Target,
  requests: LoadRequest[],
  durationMs: number,
): Promise<Sample> {
  const [before, databaseBefore, hitsBefore] = [processorMs(target.pid), await databaseMs(), await cacheCounts(target)];
  const report = await loader.run({ origin: target.origin, requests, connections: CONNECTIONS, durationMs });
  if (report.failed > 0) throw new Error(`${target.name} refused ${report.failed} requests of the mix`);
  const hitsAfter = await cacheCounts(target);
  return {
    ...report,
    processMs: (processorMs(target.pid) - before) / report.answered,
    databaseMs: ((await databaseMs()) - databaseBefore) / report.answered,
    hits: Object.fromEntries(
      Object.entries(hitsAfter).map(([cache, [hits, misses]]) => {
        const [h, m] = [hits - (hitsBefore[cache]?.[0] ?? 0), misses - (hitsBefore[cache]?.[1] ?? 0)];
        return [cache, h / Math.max(1, h + m)];
      }),
    ),
  };
}

/** Hits and misses of the product's caches, from `/metrics`; none of the floor, which has no cache. */
async function cacheCounts({ name, origin }: Target): Promise<Record<string, [number, number]>> {
  if (name !== "host") return {};
  const text = await (await fetch(`${origin}/metrics`)).text();
  const counts: Record<string, [number, number]> = {};
  for (const [, cache = "", result, value] of text.matchAll(
    /^cache_requests_total\{cache="(\w+)",result="(\w+)"\} (\d+)/gm,
  )) {
    counts[cache] ??= [0, 0];
    counts[cache][result === "hit" ? 0 : 1] = Number(value);
  }
  return counts;
}

function figuresOf(state: "standing" | "changing", taken: Record<"ours" | "floor", Sample[]>): Result[] {
  const of = (who: "ours" | "floor", read: (sample: Sample) => number) => median(taken[who].map(read));
  const compare = (name: string, unit: string, read: (sample: Sample) => number, goal?: Goal) =>
    figure(`mix ${state}, ${name}`, {
      value: of("ours", read),
      unit,
      against: "careful floor",
      floor: of("floor", read),
      ...(goal && { goal }),
    });
  return [
    compare("requests", "1/s", ({ answered, elapsedMs }) => (answered * 1000) / elapsedMs, {
      of: "ratio",
      is: ">=",
      than: GOALS[state],
    }),
    ...KINDS.flatMap((kind) =>
      [0.5, 0.95, 0.99].map((share) =>
        compare(
          `${kind}, p${share * 100}`,
          "ms",
          ({ byKind }) => percentile(byKind[kind] ?? [], share),
          kind === "balance" && share === 0.5 ? { of: "ratio", is: "<=", than: GOALS.balance } : undefined,
        ),
      ),
    ),
    compare("CPU of the process", "ms a request", ({ processMs }) => processMs),
    compare("CPU of the database", "ms a request", (sample) => sample.databaseMs),
    ...Object.keys(taken.ours[0]?.hits ?? {}).map((cache) =>
      figure(`mix ${state}, hits of ${cache}`, {
        value: of("ours", ({ hits }) => hits[cache] ?? 0),
        unit: "of all",
        against: "nothing",
      }),
    ),
  ];
}

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function pairsOf(names: Named[]): Promise<Pair[]> {
  const random = randomFrom(20);
  /** A rank below `count` by Zipf's law. */
  const zipf = (count: number) => Math.min(count - 1, Math.floor(count ** random()) - 1);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const { rows } = await pool().query<{ slug: string }>("SELECT slug FROM listing ORDER BY skill_id");
  const searches = Array.from({ length: SEARCHES }, () => {
    const { name, description } = pick(names);
    const words = [...new Set(`${name} ${description}`.toLowerCase().match(/\b[a-z]{4,}\b/g) ?? ["skill"])];
    return random() < 0.5 ? pick(words) : [...new Set([pick(words), pick(words)])].join(" ");
  });
  const list = () => {
    const query = new URLSearchParams({ sort: pick(["popular", "newest", "price_asc"]) });
    if (random() < 0.5) query.set("category", pick(CATEGORY_SLUGS));
    if (random() < 0.3) query.set("pricing_type", pick(["usage", "subscription"]));
    if (random() < 0.5) query.set("offset", String(20 * Math.floor((random() * MAX_OFFSET) / 20)));
    return query;
  };
  return Array.from({ length: REQUESTS }, () => {
    const turn = random();
    if (turn < 0.5) {
      const { slug } = rows[zipf(rows.length)] ?? { slug: "" };
      return { kind: "skill", ours: `/v1/skills/${slug}`, floor: `/slug?slug=${slug}` };
    }
    if (turn < 0.9) {
      const query = turn < 0.7 ? list() : new URLSearchParams({ search: searches[zipf(SEARCHES)] ?? "skill" });
      return { kind: turn < 0.7 ? "list" : "search", ours: `/v1/skills?${query}`, floor: `/mix?${query}` };
    }
    return { kind: "balance", ours: "/v1/balance", floor: "/balance" };
  });
}
