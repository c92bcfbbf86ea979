import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SORTS, type Sort } from "@/lib/supply/catalog/filters";
import { type CatalogRow, MemoryCatalog } from "@/lib/supply/catalog/memory";
import { catalogOf, idOf, listOf, rowOf } from "@/tests/support/catalogs";

const WORDS = ["alpha", "beta", "gamma", "delta", "review", "reviews", "code", "数据"];
const KEYS: Record<Sort, [keyof CatalogRow, number]> = {
  popular: ["popularity", -1],
  trending: ["week_uses", -1],
  newest: ["published_at", -1],
  price_asc: ["price_rank", 1],
  price_desc: ["price_rank", -1],
  rating: ["rating_score", -1],
};

const CATEGORIES = ["data", "writing"].map((slug) => ({ slug, title: slug, description: "", former: [] }));
const change = fc.record({
  number: fc.nat(12),
  isRemoved: fc.boolean(),
  words: fc.subarray(WORDS, { minLength: 1 }),
  category: fc.constantFrom("data", "writing"),
  traits: fc.constantFrom(1, 5, 7),
  key: fc.nat(3),
});

describe("a catalogue after any changes", () => {
  test("lists, counts and finds what a look at every row would", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.nat(30), (changes, built) => {
        const rows = new Map<string, CatalogRow>();
        const catalog = new MemoryCatalog();
        catalog.settings = { categories: CATEGORIES, synonyms: [] };
        for (const [at, { number, isRemoved, words, category, traits, key }] of changes.entries()) {
          if (at === Math.min(built, changes.length)) for (const _ of catalog.sorting());
          const keys = { popularity: key, week_uses: key, published_at: key, price_rank: key, rating_score: key };
          const row = rowOf(number, { name: words.join(" "), category, traits, ...keys });
          if (isRemoved) rows.delete(row.skill_id);
          else rows.set(row.skill_id, row);
          if (isRemoved) catalog.remove(row.skill_id);
          else catalog.put(row);
        }
        if (built >= changes.length) for (const _ of catalog.sorting());
        // Of each second listing and one that is not there.
        const only = [0, 2, 4, 6, 8, 10, 12, 99].map(idOf);
        const counted = catalog.answer({ totals: { only } }).totals.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe([...rows.keys()].filter((id) => only.includes(id)).length);
        for (const sort of SORTS)
          for (const filter of [{ traits: 0 }, { traits: 4, category: "data" }, { traits: 1, publisher: "ada" }]) {
            const [key, by] = KEYS[sort];
            const fitting = [...rows.values()]
              .filter((row) => (row.traits & filter.traits) === filter.traits)
              .filter((row) => !filter.category || row.category === filter.category)
              .sort((a, b) => by * (Number(a[key]) - Number(b[key]) || (a.skill_id < b.skill_id ? -1 : 1)));
            const page = listOf(catalog, { ...filter, sort, offset: 1, limit: 4 });
            expect(page.total).toBe(fitting.length);
            expect(page.ids).toEqual(fitting.slice(1, 5).map(({ skill_id }) => skill_id));
            const having = fitting.filter(({ name }) => name.split(" ").some((word) => word === "gamma"));
            const found = listOf(catalog, { ...filter, sort, search: "gamma", offset: 0, limit: 100 });
            expect(found.ids).toEqual(having.map(({ skill_id }) => skill_id));
            const isAllowed = ({ skill_id }: CatalogRow) => only.includes(skill_id);
            const part = listOf(catalog, { ...filter, only, sort, offset: 1, limit: 4 });
            expect(part.total).toBe(fitting.filter(isAllowed).length);
            const allowed = fitting.filter(isAllowed).slice(1, 5);
            expect(part.ids).toEqual(allowed.map(({ skill_id }) => skill_id));
            const partly = listOf(catalog, { ...filter, only, sort, search: "gamma", offset: 0, limit: 100 });
            expect(partly.ids).toEqual(having.filter(isAllowed).map(({ skill_id }) => skill_id));
          }
        expect(catalog.answer({ totals: {} }).totals.reduce((sum, { count }) => sum + count, 0)).toBe(rows.size);
      }),
    );
  });

  test("has deep pages of a category, and the first ones of many hits, in the order of all rows", () => {
    const rows = new Map(
      Array.from({ length: 3_000 }, (_, at) => {
        const [category, popularity] = [at % 5 ? "writing" : "data", (at * 7919) % 101];
        const name = at % 20 === 1 ? `Gamma ${at}` : `Skill ${at}`;
        return [at, rowOf(at, { category, popularity, name, price_rank: (at * 31) % 57, traits: at % 3 ? 1 : 5 })];
      }),
    );
    const catalog = catalogOf([...rows.values()]);
    catalog.settings = { categories: CATEGORIES, synonyms: [] };
    const idsOf = (sort: "popular" | "price_asc", fits: (row: CatalogRow) => boolean) => {
      const [key, by] = KEYS[sort];
      return [...rows.values()]
        .filter(fits)
        .sort((a, b) => by * (Number(a[key]) - Number(b[key]) || (a.skill_id < b.skill_id ? -1 : 1)))
        .map(({ skill_id }) => skill_id);
    };
    // Between the pages, listings change their place, category and traits, leave, and come.
    for (const [round, sort] of (["popular", "price_asc", "popular", "price_asc", "popular"] as const).entries()) {
      for (const offset of [101, 140, 300]) {
        const page = listOf(catalog, { category: "data", traits: 4, sort, offset, limit: 20 });
        const all = idsOf(sort, ({ category, traits }) => category === "data" && traits === 5);
        expect([page.total, page.ids]).toEqual([all.length, all.slice(offset, offset + 20)]);
      }
      const found = listOf(catalog, { traits: 0, search: "gamma", sort, offset: 3, limit: 9 });
      expect(found.ids).toEqual(idsOf(sort, ({ name }) => name.startsWith("Gamma")).slice(3, 12));
      for (let at = round * 40; at < round * 40 + 200; at += 5) {
        const row = rowOf(at, { popularity: at % 11, category: at % 2 ? "data" : "writing", traits: 5 });
        rows.set(at, row);
        catalog.put(row);
        rows.delete(at + 1_000);
        catalog.remove(idOf(at + 1_000));
      }
    }
  });

  test("has the pages of a search add up to all that it finds, each once", () => {
    const rows = Array.from({ length: 500 }, (_, at) =>
      rowOf(at, { name: at % 3 ? "Code review" : `Review ${at}`, description: "Some code.", popularity: at % 7 }),
    );
    const catalog = catalogOf(rows, 300);
    const ids: string[] = [];
    for (let offset = 0; offset < 500; offset += 60)
      ids.push(...listOf(catalog, { traits: 0, search: "code review", offset, limit: 60 }).ids);
    expect(new Set(ids).size).toBe(500);
    expect(ids).toHaveLength(500);
  });
});

describe("a search", () => {
  const named = (names: string[]) => catalogOf(names.map((name, at) => rowOf(at, { name })));
  const find = (catalog: MemoryCatalog, search: string) => listOf(catalog, { traits: 0, search, offset: 0, limit: 10 });

  test("of words that no listing has together finds those that have the rarest, at most a hundred", () => {
    const names = Array.from({ length: 300 }, (_, at) => (at === 7 ? "Kubernetes doctor" : "Grey ledger"));
    const { ids, total } = find(named(names), "kubernetes ledger qqzzx");
    expect([ids[0], total]).toEqual([idOf(7), 100]);
  });

  test("corrects a misspelled word, and no word of another language", () => {
    const catalog = named(["Running coach", "Project planner", "Lap timer"]);
    expect(find(catalog, "project planer").corrections).toEqual([{ typed: "planer", corrected: "planner" }]);
    expect(find(catalog, "plannre").corrections).toEqual([{ typed: "plannre", corrected: "planner" }]);
    expect(find(catalog, "lập kế hoạch").corrections).toEqual([]);
    expect(find(catalog, "hoach").corrections).toEqual([]);
  });

  test("finds two words that are written as one, and one that is written as two", () => {
    const catalog = named(["GraphQL schemas", "Code review"]);
    expect(find(catalog, "graph ql").ids).toContain(idOf(0));
    expect(find(catalog, "codereview").ids).toEqual([idOf(1)]);
  });

  test("finds what synonyms say, phrases as well", () => {
    const catalog = named(["Kubernetes doctor", "Plans with terraform", "Deep learning", "Learning to be deep"]);
    catalog.settings = {
      categories: [],
      synonyms: [
        { term: "k8s", meanings: "kubernetes" },
        { term: "infra as code", meanings: 'terraform or "cloud formation"' },
      ],
    };
    expect(find(catalog, "k8s").ids).toEqual([idOf(0)]);
    expect(find(catalog, "infra as code").ids).toEqual([idOf(1)]);
  });

  test("looks through sample queries, whose match comes after any name and before the publisher's", () => {
    const samples = ["Turn my notes into minutes", "Minutes of a meeting, please"];
    const catalog = catalogOf([
      rowOf(0, { name: "Scribe", sample_queries: samples, popularity: 900 }),
      rowOf(1, { name: "Meeting minutes" }),
      rowOf(2, { name: "Ledger", developer_name: "Meeting minutes", popularity: 900 }),
    ]);
    expect(find(catalog, "meeting minutes").ids).toEqual([idOf(1), idOf(0), idOf(2)]);
    catalog.put(rowOf(0, { name: "Scribe" }));
    expect(find(catalog, "meeting minutes").ids).toEqual([idOf(1), idOf(2)]);
  });

  test("forgets the words of what was changed and removed", () => {
    const catalog = named(["Quagmire mapper", "Other"]);
    catalog.put(rowOf(0, { name: "Swampland mapper" }));
    expect(find(catalog, "quagmire").total).toBe(0);
    expect(find(catalog, "swampland").ids).toEqual([idOf(0)]);
    catalog.remove(idOf(0));
    expect(find(catalog, "swampland").total).toBe(0);
  });
});

test("no step of the sorting of 50,000 listings is more than a part of it", () => {
  const catalog = new MemoryCatalog();
  for (let at = 0; at < 50_000; at++) catalog.put(rowOf(at, { popularity: (at * 7919) % 10_007 }));
  let steps = 0;
  for (const _ of catalog.sorting()) steps++;
  expect(steps).toBeGreaterThan(100);
  const { ids } = listOf(catalog, { traits: 0, sort: "popular", offset: 0, limit: 2 });
  expect(ids).toHaveLength(2);
});

describe("words near those of a search", () => {
  const near = (search: string) =>
    catalogOf([
      rowOf(1, { name: "Invoice reader" }),
      rowOf(2, { name: "Invoice checker", description: "Reads invoices." }),
      rowOf(3, { name: "Inventory" }),
    ]).answer({ near: search }).near;

  test("begin as they do, as far as any does, the most common first", () => {
    expect(near("invoicqqzz")).toEqual(["invoice", "invoices"]);
    expect(near("invxyz")[0]).toBe("invoice");
    expect(near("checkerboard invoicing")).toEqual(expect.arrayContaining(["checker", "invoice"]));
  });

  test("are none where nothing begins so, and at most four", () => {
    expect(near("zzz")).toEqual([]);
    expect(near("")).toEqual([]);
    expect(near("in")).toEqual([]);
  });
});
