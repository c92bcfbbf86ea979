import { SORTS } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { closeDatabase, pool } from "@/lib/core/db";
import { CATEGORIES } from "@/lib/skills/categories";
import { fillListings, readNames } from "@/tests/bench/listings";
import { SEARCH_CASES } from "@/tests/bench/search-queries";

const LATENCY_LISTINGS = 100_000;
const DEEP_OFFSETS = [0, 100, 5_000, 50_000];
const ROUNDS = 3;
/** Searches that a large part of the marketplace matches, or whose words nearly everything has. */
const COMMON_SEARCHES = [
  "api",
  "code",
  "data",
  "use when",
  "when user",
  "code review",
  "ai agent",
  "user asks",
  "in",
  "the a of to",
];

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** `npm run bench:search`: how well searches find what people are after, and how long browsing and searching take. */
export async function run(): Promise<number> {
  const names = await readNames();
  if (process.env.BENCH_SKILLS) {
    await fillListings(names, names.length);
    await reportQuality();
    await pool().query("DELETE FROM listing");
  } else console.log("BENCH_SKILLS names no collection: quality is not measured.");
  await fillListings(names, LATENCY_LISTINGS);
  await reportLatency();
  await closeDatabase();
  return 0;
}

async function reportQuality(): Promise<void> {
  const places: { group: string; place: number }[] = [];
  for (const { group, search, wanted } of SEARCH_CASES) {
    const { data } = await catalog.browse({ search, limit: 20, offset: 0 });
    const place = data.findIndex(({ name }) => wanted.test(name));
    places.push({ group, place });
    if (place < 0 || place >= 5)
      console.log(
        `missed: ${search} -> ${data
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}`,
      );
  }
  const share = (list: typeof places, most: number) =>
    list.filter(({ place }) => place >= 0 && place < most).length / list.length;
  const rows = ["all", ...new Set(places.map(({ group }) => group))].map((group) => {
    const list = places.filter((place) => group === "all" || place.group === group);
    const mrr = list.reduce((sum, { place }) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / list.length;
    return {
      group,
      searches: list.length,
      "hit@1": share(list, 1).toFixed(2),
      "hit@5": share(list, 5).toFixed(2),
      mrr: mrr.toFixed(2),
    };
  });
  console.table(rows);
}

async function reportLatency(): Promise<void> {
  const groups: Record<string, number[]> = {};
  const measure = async (group: string, work: () => Promise<unknown>) => {
    await work();
    const times = groups[group] ?? [];
    for (let i = 0; i < ROUNDS; i++) times.push(await timed(work));
    groups[group] = times;
  };
  for (const { group, search } of SEARCH_CASES) {
    const words = search.split(/\s+/).length;
    await measure(
      group === "typo" || group === "language"
        ? `search, ${group}`
        : `search, ${words} word${words > 1 ? "s" : ""}`,
      () => catalog.browse({ search, limit: 20, offset: 0 }),
    );
  }
  for (const search of COMMON_SEARCHES) {
    const words = search.includes(" ") ? "words" : "word";
    await measure(`search, common ${words}`, () => catalog.browse({ search, limit: 20, offset: 0 }));
    await measure(`search, common ${words} by price`, () =>
      catalog.browse({ search, sort: "price_asc", category: CATEGORIES[1].slug, limit: 20, offset: 0 }),
    );
  }
  const filters = [
    {},
    { category: CATEGORIES[1].slug },
    { pricing_type: "usage" as const },
    { category: CATEGORIES[2].slug, pricing_type: "usage" as const },
  ];
  for (const sort of SORTS) {
    for (const filter of filters)
      for (const offset of DEEP_OFFSETS)
        await measure(`browse, offset ${offset}`, () =>
          catalog.browse({ ...filter, sort, limit: 20, offset }),
        );
  }
  console.table(
    Object.entries(groups).map(([group, times]) => ({
      group,
      samples: times.length,
      "p50 ms": percentile(times, 0.5).toFixed(1),
      "p95 ms": percentile(times, 0.95).toFixed(1),
    })),
  );
}
