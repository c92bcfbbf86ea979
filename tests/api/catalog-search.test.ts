import { beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { SORTS } from "@/lib/supply/catalog/filters";
import * as catalog from "@/lib/supply/catalog/following";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { browse } from "@/lib/supply/catalog/service";
import { fillListings } from "@/tests/bench/listings";
import { call } from "@/tests/support/api";
import { approve, liveSkill, type Person, person } from "@/tests/support/people";

/** More than are ranked, so that pages go on behind those. */
const COMMON = 1_300;
const PAGE = 100;

let reader: Person;

beforeAll(async () => {
  const [someone, developer] = await Promise.all([person(), person("Ada Lovelace")]);
  reader = someone;
  await fillListings([{ name: "Ledger keeper", description: "Keeps a widespread ledger." }], COMMON);
  await catalog.start();
  await liveSkill(developer, { name: "Widespread", description: "Nothing else." });
  await liveSkill(developer, { name: "Half off", description: "Takes 50% off a price." });
  await liveSkill(developer, { name: "Paths", description: "Writes C:\\temp and a_b." });
  await liveSkill(developer, { name: "助手", description: "把数据整理成表格。" });
});

const search = async (text: string, more = "") => {
  const { status, body } = await call("GET", `/v1/skills?search=${encodeURIComponent(text)}${more}`, {
    key: reader.key,
  });
  return {
    status,
    total: body.total,
    names: body.data?.map(({ name }) => name),
    ids: body.data?.map(({ id }) => id),
  };
};

describe("a search with many matches", () => {
  test.each(["", "&sort=price_asc"])("has every match on one page and no match on two (%j)", async (sort) => {
    const ids: unknown[] = [];
    for (let offset = 0; offset < COMMON + PAGE; offset += PAGE)
      ids.push(...((await search("widespread", `&limit=${PAGE}&offset=${offset}${sort}`)).ids ?? []));
    expect(ids).toHaveLength(COMMON + 1);
    expect(new Set(ids).size).toBe(COMMON + 1);
  });

  test.each(SORTS)("has the order of the list by %s", async (sort) => {
    const ids = async (more: string) =>
      (await call("GET", `/v1/skills?sort=${sort}&limit=${PAGE}${more}`, { key: reader.key })).body.data.map(
        ({ id }) => id,
      );
    for (const offset of [0, 1_000]) {
      const found = await ids(`&search=keeper&offset=${offset}`);
      const listed = [...(await ids(`&offset=${offset}`)), ...(await ids(`&offset=${offset + PAGE}`))];
      expect(found).toHaveLength(PAGE);
      // The list also has the few skills that the search does not find, before or among these.
      const rest = listed.filter((id) => found.includes(id));
      expect(rest).toEqual(found.filter((id) => rest.includes(id)));
      expect(rest.length).toBeGreaterThan(PAGE - 5);
    }
  });

  test("begins with the exact name, however unpopular it is", async () => {
    expect((await search("widespread")).names?.[0]).toBe("Widespread");
  });
});

test("filters upon filters are answered on a connection that has answered fewer of them before", async () => {
  const filters = {
    search: "ab test",
    sort: "price_asc",
    category: "writing",
    pricing_type: "usage",
    offset: "20",
  };
  // One after the other, by nobody whose key is checked beside them: each takes the connection that the last one gave back.
  for (const more of [{}, { execution_type: "api" }])
    expect(await browse(BrowseQuery.parse({ ...filters, ...more }))).toMatchObject({ data: [] });
});

test("a statement's name that PostgreSQL would cut is refused before it is sent", async () => {
  await expect(query("n".repeat(63), "SELECT 1 AS one", [])).resolves.toEqual([{ one: 1 }]);
  await expect(query("n".repeat(64), "SELECT 1 AS one", [])).rejects.toThrow(RangeError);
});

describe("signs and scripts", () => {
  test.each([
    ["%", ["Half off"]],
    ["_", ["Paths"]],
    ["\\", ["Paths"]],
    ["!!!", []],
    ["数据", ["助手"]],
    ["表", ["助手"]],
    ["据数", []],
  ])("%s finds what has it, and nothing else", async (text, names) => {
    expect((await search(text)).names).toEqual(names);
  });

  test.each([1, 7, 8, 9, 30])("a search of %i words that nothing has is answered", async (count) => {
    const text = Array.from({ length: count }, (_, i) => `qz${i}x`).join(" ");
    expect((await search(text)).status).toBe(200);
    expect((await search(text, "&sort=newest&category=data&pricing_type=usage")).status).toBe(200);
  });
});

describe("what is remembered of a catalogue", () => {
  const found = async (query: string) => {
    const { body } = await call("GET", `/v1/skills?${query}`, { key: reader.key });
    return { total: Number(body.total), names: body.data.map(({ name }) => String(name)) };
  };

  test("a search that was answered before finds what is published next, under its new words and no longer under its old ones", async () => {
    expect((await found("search=quagmire")).total).toBe(0);
    const owner = await person();
    const skill = await liveSkill(owner, { name: "Quagmire mapper" });
    expect((await found("search=quagmire")).names).toEqual(["Quagmire mapper"]);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: owner.key,
      body: { name: "Swampland mapper" },
    });
    await approve(skill.id);
    expect((await found("search=quagmire")).names).not.toContain("Swampland mapper");
    expect((await found("search=swampland")).names).toEqual(["Swampland mapper"]);
  });

  test("a search in the order of prices follows a price that changes, and forgets what is unlisted", async () => {
    const owner = await person();
    const [dear, cheap] = [
      await liveSkill(owner, { name: "Zymurgy one", price_per_call: 3 }),
      await liveSkill(owner, { name: "Zymurgy two", price_per_call: 2 }),
    ];
    const sorted = "search=zymurgy&sort=price_asc";
    expect((await found(sorted)).names).toEqual(["Zymurgy two", "Zymurgy one"]);
    const change = (id: string, body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body });
    await change(dear.id, { price_per_call: 1 });
    expect((await found(sorted)).names).toEqual(["Zymurgy one", "Zymurgy two"]);
    await call("POST", `/v1/developer/skills/${cheap.id}/unlist`, { key: owner.key });
    expect((await found(sorted)).names).toEqual(["Zymurgy one"]);
    expect(await found("search=zymurgy")).toEqual({ total: 1, names: ["Zymurgy one"] });
  });

  test("kept totals follow skills that are published, move to another category, or are priced otherwise", async () => {
    const before = {
      all: (await found("limit=1")).total,
      finance: (await found("limit=1&category=finance")).total,
      education: (await found("limit=1&category=education&pricing_type=usage")).total,
    };
    const owner = await person();
    const skill = await liveSkill(owner, { category: "finance" });
    expect((await found("limit=1&category=finance")).total).toBe(before.finance + 1);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: owner.key,
      body: { category: "education" },
    });
    await approve(skill.id);
    expect((await found("limit=1&category=finance")).total).toBe(before.finance);
    expect((await found("limit=1&category=education&pricing_type=usage")).total).toBe(before.education + 1);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: owner.key,
      body: { pricing_type: "subscription", price: 1 },
    });
    expect((await found("limit=1&category=education&pricing_type=usage")).total).toBe(before.education);
    expect((await found("limit=1")).total).toBe(before.all + 1);
  });
});
