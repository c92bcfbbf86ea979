import { SORTS } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { pool } from "@/lib/core/db";
import { CATEGORIES } from "@/lib/skills/categories";
import { fillListings, forgetPages, readNames } from "@/tests/bench/listings";
import { figure, percentile, type Result, timed } from "@/tests/bench/results";
import { SEARCH_CASES } from "@/tests/bench/search-queries";

const LISTINGS = 100_000;
const DEEP_OFFSETS = [0, 100, 5_000, 50_000];
const ROUNDS = 3;
const MAX_P95_MS = 100;
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
  const results: Result[] = [];
  if (process.env.BENCH_SKILLS) {
    await fillListings(names, names.length);
    results.push(...(await quality()));
  } else console.log("BENCH_SKILLS names no collection: the quality of searches is not measured.");
  await fillListings(names, LISTINGS, { from: results.length > 0 ? names.length : 0 });
  return [...results, ...(await latency())];
}

async function quality(): Promise<Result[]> {
  const places: { group: string; place: number }[] = [];
  for (const { group, search, wanted } of SEARCH_CASES) {
    const { data } = await catalog.browse({ search, limit: 20, offset: 0 });
    const place = data.findIndex(({ name }) => wanted.test(name));
    places.push({ group, place });
    if (place < 0 || place >= 5)
      console.log(`missed: ${search} -> ${data.slice(0, 5).map(({ name }) => name)}`);
  }
  const share = (list: typeof places, most: number) =>
    list.filter(({ place }) => place >= 0 && place < most).length / list.length;
  return ["all", ...new Set(places.map(({ group }) => group))].map((group) => {
    const list = places.filter((place) => group === "all" || place.group === group);
    return figure(`searches whose skill is among the first five, ${group}`, {
      value: share(list, 5),
      unit: "of all",
      against: "first place",
      floor: share(list, 1),
    });
  });
}

async function latency(): Promise<Result[]> {
  const groups: Record<string, { first: number[]; again: number[] }> = {};
  const measure = async (group: string, read: () => Promise<unknown>) => {
    groups[group] ??= { first: [], again: [] };
    for (let round = 0; round < ROUNDS; round++) {
      // Whoever searches after a change of the catalogue searches for the first time.
      await forgetPages();
      groups[group].first.push(await timed(read));
      groups[group].again.push(await timed(read));
    }
  };
  for (const { group, search } of SEARCH_CASES)
    await measure(`search, ${group}`, () => catalog.browse({ search, limit: 20, offset: 0 }));
  for (const search of HARD_SEARCHES)
    await measure("search, hard", () => catalog.browse({ search, limit: 20, offset: 0 }));
  const filters = [{}, { category: CATEGORIES[1].slug }, { pricing_type: "usage" as const }];
  for (const offset of DEEP_OFFSETS)
    for (const sort of SORTS)
      for (const filter of filters)
        await measure(`browse, offset ${offset}`, () =>
          catalog.browse({ ...filter, sort, limit: 20, offset }),
        );
  return Object.entries(groups).map(([group, { first, again }]) =>
    figure(`${group}, the first time, p95`, {
      value: percentile(first, 0.95),
      unit: "ms",
      against: "the same again",
      floor: percentile(again, 0.95),
      goal: { of: "value", is: "<=", than: MAX_P95_MS },
    }),
  );
}
