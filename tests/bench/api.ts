import { pool } from "@/lib/platform/core/db";
import { CATEGORY_SLUGS } from "@/prisma/seed/skills";
import { layFloor } from "@/tests/bench/floor-table";
import { fillListings, forgetPages, join, readNames, wordsOf } from "@/tests/bench/listings";
import type { LoadRequest } from "@/tests/bench/load";
import {
  databaseMs,
  memoryMb,
  processorMs,
  startFloor,
  startHost,
  startLoader,
  startPlain,
  type Target,
} from "@/tests/bench/processes";
import { figure, type Goal, median, percentile, type Result } from "@/tests/bench/results";

const LISTINGS = 100_000;
const CONNECTIONS = 16;
const SLUGS = 500;
const SEARCHES = 64;
/** How long each server is loaded before anything is measured: until then it is still being compiled. */
const WARM_UP_MS = 2_000;
/** Longest time for asking every path once. */
const FRESH_MS = 60_000;
const [LEAST_HITS, MOST_HITS] = [10, 13_000];
const MAX_MEMORY_MB = 350;

/** One kind of request: its paths at the product and at the floor, and how much faster than either it should be. */
type Kind = {
  name: string;
  paths: string[];
  floor: string[];
  overFloor?: number;
  overPlain?: number;
  isFresh?: true;
};
type Sample = { perSecond: number; p50: number; p99: number; processMs: number; databaseMs: number };

/** Throughput and latency of reads, against plain `next start` and against the hand-written floor. */
export async function api(isQuick: boolean): Promise<Result[]> {
  const names = await readNames();
  await fillListings(names, LISTINGS);
  await layFloor();
  // Several: an account reads deep pages a few at a time.
  const keys = await Promise.all(Array.from({ length: CONNECTIONS }, async () => (await join()).key));
  const kinds = await kindsOf(wordsOf(names, LISTINGS, SEARCHES, LEAST_HITS, MOST_HITS));
  const [rounds, durationMs] = isQuick ? [5, 400] : [7, 2_000];
  const [host, plain, floor] = [await startHost(), await startPlain(), await startFloor()];
  const rest = memoryMb(host.pid).now;
  const loader = startLoader();
  const measure = measurer(loader, keys, durationMs);
  const results: Result[] = [];
  for (const target of [host, floor, plain]) {
    const paths = target === floor ? ["/list"] : ["/v1/skills"];
    await measure(target, paths, { ms: WARM_UP_MS });
  }
  for (const kind of kinds) {
    const samples = { ours: [] as Sample[], plain: [] as Sample[], floor: [] as Sample[] };
    for (let round = -1; round < rounds; round++) {
      const how = { ms: round < 0 ? durationMs / 2 : durationMs, isOnce: kind.isFresh ?? false };
      const taken = {
        ours: await measure(host, kind.paths, how),
        floor: await measure(floor, kind.floor, how),
        plain: await measure(plain, kind.paths, how),
      };
      if (round < 0) continue;
      for (const who of ["ours", "plain", "floor"] as const) samples[who].push(taken[who]);
    }
    results.push(...figuresOf(kind, samples));
  }
  const list = kinds[0];
  for (const connections of isQuick ? [] : [1, 64]) {
    if (!list) break;
    const ours = await measure(host, list.paths, { connections });
    const floored = await measure(floor, list.floor, { connections });
    results.push(
      figure(`list, ${connections} connections`, {
        value: ours.perSecond,
        unit: "1/s",
        against: "floor",
        floor: floored.perSecond,
      }),
    );
  }
  results.push(...memoryFigures(rest, memoryMb(host.pid).peak, memoryMb(plain.pid).peak));
  loader.stop();
  for (const target of [host, plain, floor]) await target.stop();
  await pool().query("DROP TABLE floor_listing");
  return results;
}

/** Loads a target with requests of several keys for a while. */
function measurer(loader: ReturnType<typeof startLoader>, keys: string[], durationMs: number) {
  return async (
    target: Target,
    paths: string[],
    { connections = CONNECTIONS, ms = durationMs, isOnce = false } = {},
  ): Promise<Sample> => {
    if (isOnce) await forgetPages();
    const requests: LoadRequest[] = Array.from({ length: Math.max(paths.length, keys.length) }, (_, i) => ({
      path: paths[i % paths.length] ?? "",
      key: keys[i % keys.length] ?? "",
    }));
    const [before, databaseBefore] = [processorMs(target.pid), await databaseMs()];
    const report = await loader.run({
      origin: target.origin,
      requests,
      connections,
      durationMs: isOnce ? FRESH_MS : ms,
      isOnce,
    });
    if (report.failed > 0) throw new Error(`${target.name} refused ${report.failed} of ${paths[0]}`);
    return {
      perSecond: (report.answered * 1000) / report.elapsedMs,
      p50: percentile(report.latenciesMs, 0.5),
      p99: percentile(report.latenciesMs, 0.99),
      processMs: (processorMs(target.pid) - before) / report.answered,
      databaseMs: ((await databaseMs()) - databaseBefore) / report.answered,
    };
  };
}

async function kindsOf(words: string[]): Promise<Kind[]> {
  const { rows } = await pool().query<{ slug: string }>(`SELECT slug FROM listing ORDER BY skill_id LIMIT ${SLUGS}`);
  const slugs = rows.map(({ slug }) => slug);
  const categories = CATEGORY_SLUGS;
  return [
    { name: "list", paths: ["/v1/skills"], floor: ["/list"], overFloor: 0.7, overPlain: 5 },
    { name: "list with total", paths: ["/v1/skills"], floor: ["/list-total"], overFloor: 3 },
    {
      name: "category by price",
      paths: categories.map((slug) => `/v1/skills?category=${slug}&sort=price_asc`),
      floor: categories.map((slug) => `/category?category=${slug}`),
      overFloor: 0.7,
    },
    {
      name: "search",
      paths: words.map((word) => `/v1/skills?search=${word}`),
      floor: words.map((word) => `/search?search=${word}`),
      overFloor: 3,
    },
    {
      name: "search, the first time",
      paths: words.map((word) => `/v1/skills?search=${word}`),
      floor: words.map((word) => `/search?search=${word}`),
      isFresh: true,
    },
    {
      name: "list, the first 500 pages, the first time",
      paths: Array.from({ length: 500 }, (_, i) => `/v1/skills?offset=${i * 20}`),
      floor: Array.from({ length: 500 }, (_, i) => `/list?offset=${i * 20}`),
      isFresh: true,
    },
    {
      name: "slug",
      paths: slugs.map((slug) => `/v1/skills/${slug}`),
      floor: slugs.map((slug) => `/slug?slug=${slug}`),
      overFloor: 0.7,
      overPlain: 8,
    },
    {
      name: "offset 50,000",
      paths: ["/v1/skills?offset=50000"],
      floor: ["/list?offset=50000"],
      overFloor: 3,
    },
    { name: "balance", paths: ["/v1/balance"], floor: ["/balance"] },
  ];
}

function figuresOf(
  { name, overFloor, overPlain }: Kind,
  samples: Record<"ours" | "plain" | "floor", Sample[]>,
): Result[] {
  const of = (who: keyof typeof samples, what: keyof Sample) => median(samples[who].map((sample) => sample[what]));
  const goal = (than: number | undefined): { goal?: Goal } =>
    than === undefined ? {} : { goal: { of: "ratio", is: ">=", than } };
  const value = of("ours", "perSecond");
  return [
    figure(name, {
      value,
      unit: "1/s",
      against: "floor",
      floor: of("floor", "perSecond"),
      ...goal(overFloor),
    }),
    figure(name, {
      value,
      unit: "1/s",
      against: "next start",
      floor: of("plain", "perSecond"),
      ...goal(overPlain),
    }),
    figure(`${name}, p50`, {
      value: of("ours", "p50"),
      unit: "ms",
      against: "floor",
      floor: of("floor", "p50"),
    }),
    figure(`${name}, p99`, {
      value: of("ours", "p99"),
      unit: "ms",
      against: "floor",
      floor: of("floor", "p99"),
    }),
    ...(["processMs", "databaseMs"] as const).map((what) =>
      figure(`${name}, CPU of the ${what === "processMs" ? "process" : "database"}`, {
        value: of("ours", what),
        unit: "ms a request",
        against: "floor",
        floor: of("floor", what),
      }),
    ),
  ];
}

function memoryFigures(rest: number, peak: number, plainPeak: number): Result[] {
  return [
    figure("memory at rest", {
      value: rest,
      unit: "MB",
      against: "next start under the same load",
      floor: plainPeak,
    }),
    figure("memory under load, most", {
      value: peak,
      unit: "MB",
      against: "next start under the same load",
      floor: plainPeak,
      goal: { of: "value", is: "<=", than: MAX_MEMORY_MB },
    }),
  ];
}
