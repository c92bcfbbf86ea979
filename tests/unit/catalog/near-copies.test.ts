import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CatalogRow, ListQuery, MemoryCatalog } from "@/lib/supply/catalog/memory";
import { reasonText } from "@/lib/supply/catalog/reasons";
import { catalogOf, idOf, listOf, rowOf } from "@/tests/support/catalogs";

describe("near copies", () => {
  const textOf = (words: number[]) => words.map((number) => `word${number}`).join(" ");
  const FIRST = textOf(Array.from({ length: 30 }, (_, at) => at));
  const twenty = Array.from({ length: 20 }, (_, at) => at);
  const row = (number: number, description: string, more: Partial<CatalogRow> = {}) =>
    rowOf(number, { name: "Copied", description, publisher: `p${number}`, published_at: number, ...more });
  const collapsed = (catalog: MemoryCatalog, more: Partial<ListQuery> = {}) =>
    listOf(catalog, { traits: 0, isCollapsed: true, offset: 0, limit: 100, ...more });

  test("collapse into the one that was approved first, not the most popular, and are all listed without it", () => {
    const texts = [FIRST, `${FIRST} eighteen`, FIRST];
    const rows = texts.map((text, at) => row(at + 1, text, { popularity: 100 + at }));
    const catalog = catalogOf([...rows, row(9, "Another text of other words")]);
    const page = collapsed(catalog, { search: "copied" });
    expect([page.total, page.listed.map(({ id, similar }) => [id, similar])]).toEqual([
      2,
      [
        [idOf(1), 2],
        [idOf(9), 0],
      ],
    ]);
    expect(collapsed(catalog).total).toBe(2);
    expect(listOf(catalog, { traits: 0, search: "copied", offset: 0, limit: 9 }).total).toBe(4);
  });

  test("of one publisher collapse only when their texts are the same", () => {
    const [one, other] = [row(1, FIRST, { publisher: "ada" }), row(2, `${FIRST} eighteen`, { publisher: "ada" })];
    const catalog = catalogOf([one, other]);
    expect(collapsed(catalog).total).toBe(2);
    catalog.put(row(2, FIRST, { publisher: "ada" }));
    expect(collapsed(catalog).ids).toEqual([idOf(1)]);
  });

  test("stand for their first one where a filter leaves it out, and come where the best of them would", () => {
    const catalog = catalogOf([
      row(1, FIRST, { name: "Notes", traits: 1 }),
      row(2, FIRST, { name: "Minutes", traits: 5 }),
      row(3, FIRST, { name: "Minutes too", traits: 5 }),
      row(4, "Some minutes of another kind", { name: "Other", popularity: 9 }),
    ]);
    expect(collapsed(catalog, { traits: 4 }).listed).toMatchObject([{ id: idOf(2), similar: 1 }]);
    catalog.put(row(1, `${FIRST} minutes`, { name: "Notes", traits: 1 }));
    expect(collapsed(catalog, { search: "minutes" }).ids).toEqual([idOf(1), idOf(4)]);
  });

  test("are what a comparison of every two would find, after any edits and removals", () => {
    const edit = fc.record({
      number: fc.nat(7),
      isRemoved: fc.boolean(),
      left: fc.subarray(twenty, { minLength: 16 }),
      publisher: fc.constantFrom("ada", "bob", "eve"),
      published_at: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const rows = new Map<string, CatalogRow>();
        const catalog = catalogOf([]);
        for (const { number, isRemoved, left, publisher, published_at } of edits) {
          const next = row(number, textOf(left), { publisher, published_at });
          if (isRemoved) rows.delete(next.skill_id);
          else rows.set(next.skill_id, next);
          if (isRemoved) catalog.remove(next.skill_id);
          else catalog.put(next);
        }
        const firsts = firstsOf([...rows.values()]);
        const page = collapsed(catalog);
        expect(page.total).toBe(firsts.size);
        expect(Object.fromEntries(page.listed.map(({ id, similar }) => [id, similar + 1]))).toEqual(
          Object.fromEntries(firsts),
        );
      }),
    );
  });
});

/** By listing that stands for others and itself, how many these are: by comparing every two. */
function firstsOf(rows: CatalogRow[]): Map<string, number> {
  const wordsIn = ({ name, description }: CatalogRow) => new Set(`${name} ${description}`.split(" "));
  const isNear = (a: CatalogRow, b: CatalogRow) => {
    if (a.publisher === b.publisher) return a.description === b.description;
    const shared = [...wordsIn(a)].filter((word) => wordsIn(b).has(word)).length;
    return shared / (wordsIn(a).size + wordsIn(b).size - shared) >= 0.9;
  };
  const byAge = rows.toSorted((a, b) => a.published_at - b.published_at || (a.skill_id < b.skill_id ? -1 : 1));
  const firstOf = new Map<CatalogRow, CatalogRow>();
  const counts = new Map<string, number>();
  for (const [age, one] of byAge.entries()) {
    const original = byAge.slice(0, age).find((older) => isNear(older, one));
    const first = original ? (firstOf.get(original) ?? original) : one;
    firstOf.set(one, first);
    counts.set(first.skill_id, (counts.get(first.skill_id) ?? 0) + 1);
  }
  return counts;
}

describe("why a search finds a listing", () => {
  const reasonOf = (row: Partial<CatalogRow>, search: string) => {
    const catalog = catalogOf([rowOf(0, row), rowOf(1, { name: "Security ledger" })]);
    catalog.settings = { categories: [], synonyms: [{ term: "k8s", meanings: "kubernetes" }] };
    const found = listOf(catalog, { traits: 0, search, offset: 0, limit: 9 }).listed.find(({ id }) => id === idOf(0));
    return found?.reason && reasonText(found.reason, row.sample_queries ?? null);
  };

  test.each([
    [
      "meeting minutes",
      { name: "Meeting notes", description: "Minutes for all." },
      "Name: meeting; Description: minutes",
    ],
    ["scraping", { name: "Web scraper" }, "Name: scraper"],
    ["k8s", { description: "For kubernetes clusters." }, "Description: kubernetes (for k8s)"],
    ["minutes", { sample_queries: ["Help", "Write the minutes"] }, "Sample query: \u201cWrite the minutes\u201d"],
    ["ada", { name: "One" }, "Publisher: ada"],
    ["plannre", { name: "Trip planner" }, "Name: planner"],
    ["数据分析", { name: "数据分析工具" }, "Name: 数据, 分析"],
  ])("%s: in one short text", (search, row, text) => {
    expect(reasonOf(row, search)).toBe(text);
  });
});
