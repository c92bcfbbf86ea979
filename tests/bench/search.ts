import { pool } from "@/lib/platform/core/db";
import { SORTS } from "@/lib/supply/catalog/filters";
import * as following from "@/lib/supply/catalog/following";
import * as catalog from "@/lib/supply/catalog/service";
import { CATEGORY_SLUGS } from "@/prisma/seed/skills";
import { fillListings, forgetPages, type Named, readNames } from "@/tests/bench/listings";
import { figure, percentile, type Result, timed } from "@/tests/bench/results";
import { SEARCH_CASES } from "@/tests/bench/search-queries";

const LISTINGS = 100_000;
const DEEP_OFFSETS = [0, 100, 5_000, 50_000];
const ROUNDS = 3;
/** Goals for pages that were not made before. */
const [MAX_P50_MS, MAX_P95_MS] = [5, 30];
/** Searches that a large part of the marketplace matches, whose words nearly everything has, or that are hardly words. */
const HARD_SEARCHES = [
  "api",
  "code",
  "use when",
  "when user",
  "code review",
  "user asks",
  "in",
  "the a of to",
  "x",
  "q",
  "tio",
  "wnl",
  "ocke",
];

/** How well searches find what people are after, and how long browsing and searching take in the service itself. */
export async function search(): Promise<Result[]> {
  const names = await readNames();
  await pool().query("DELETE FROM listing");
  await following.start();
  const results: Result[] = [];
  if (process.env.BENCH_SKILLS) {
    await fillListings(names, names.length);
    results.push(...(await quality(names)));
  } else console.log("BENCH_SKILLS names no collection: the quality of searches is not measured.");
  await fillListings(names, LISTINGS, { from: results.length > 0 ? names.length : 0 });
  return [...results, ...(await latency())];
}

const [MIN_HIT_5, MIN_HIT_1, MIN_NDCG, MIN_QUESTIONS_HIT_5] = [0.96, 0.88, 0.75, 0.9];

type Judged = { set: string; group: string; place: number; ndcg: number };

/** The share of searches whose skill comes first, or among the first five, and nDCG@10: by set, and by class of both sets. */
async function quality(names: Named[]): Promise<Result[]> {
  const judged: Judged[] = [];
  for (const { set, group, search, wanted } of SEARCH_CASES) {
    const { data } = await catalog.browse({ search, limit: 20, offset: 0 });
    const hits = data.map(({ name }) => wanted.test(name));
    const relevant = names.filter(({ name }) => wanted.test(name)).length;
    judged.push({ set, group, place: hits.indexOf(true), ndcg: ndcg(hits, relevant) });
    if (!hits.slice(0, 5).includes(true))
      console.log(`missed: ${search} -> ${data.slice(0, 5).map(({ name }) => name)}`);
  }
  const groups = [...new Set(judged.map(({ group }) => group))];
  return [
    ...figuresOf("all", judged, [MIN_HIT_1, MIN_HIT_5, MIN_NDCG]),
    ...["tuning", "later"].flatMap((set) =>
      figuresOf(
        `${set} set`,
        judged.filter((one) => one.set === set),
      ),
    ),
    ...groups.flatMap((group) =>
      figuresOf(
        group,
        judged.filter((one) => one.group === group),
        group === "question" ? [null, MIN_QUESTIONS_HIT_5, null] : [],
      ),
    ),
  ];
}

/** What the first ten of a search are worth, against the best order of all that there is. */
function ndcg(hits: boolean[], relevant: number): number {
  const gain = (list: boolean[]) => list.reduce((sum, isHit, place) => sum + (isHit ? 1 / Math.log2(place + 2) : 0), 0);
  return gain(hits.slice(0, 10)) / gain(Array(Math.max(1, Math.min(10, relevant))).fill(true));
}

function figuresOf(name: string, judged: Judged[], goals: (number | null)[] = []): Result[] {
  const share = (most: number) => judged.filter(({ place }) => place >= 0 && place < most).length / judged.length;
  const values = [share(1), share(5), judged.reduce((sum, one) => sum + one.ndcg, 0) / judged.length];
  return ["hit@1", "hit@5", "nDCG@10"].map((measure, index) =>
    figure(`${judged.length} searches, ${name}: ${measure}`, {
      value: values[index] ?? 0,
      unit: "",
      against: "fixed targets",
      ...(goals[index] && { goal: { of: "value", is: ">=", than: goals[index] } as const }),
    }),
  );
}

async function latency(): Promise<Result[]> {
  const groups: Record<string, number[]> = {};
  const measure = async (group: string, read: () => Promise<unknown>) => {
    groups[group] ??= [];
    for (let round = 0; round < ROUNDS; round++) {
      // Whoever searches after a change of the catalogue searches for the first time.
      await forgetPages();
      groups[group].push(await timed(read));
    }
  };
  for (const { group, search } of SEARCH_CASES)
    await measure(`search, ${group}`, () => catalog.browse({ search, limit: 20, offset: 0 }));
  for (const search of HARD_SEARCHES)
    await measure("search, hard", () => catalog.browse({ search, limit: 20, offset: 0 }));
  const filters = [{}, { category: CATEGORY_SLUGS[1] }, { pricing_type: "usage" as const }];
  for (const offset of DEEP_OFFSETS)
    for (const sort of SORTS)
      for (const filter of filters)
        await measure(`browse, offset ${offset}`, () => catalog.browse({ ...filter, sort, limit: 20, offset }));
  const goals = [
    { name: "p50", share: 0.5, than: MAX_P50_MS },
    { name: "p95", share: 0.95, than: MAX_P95_MS },
  ];
  return Object.entries(groups).flatMap(([group, all]) =>
    goals.map(({ name, share, than }) =>
      figure(`${group}, the first time, ${name}`, {
        value: percentile(all, share),
        unit: "ms",
        against: "nothing",
        goal: { of: "value", is: "<=", than },
      }),
    ),
  );
}
