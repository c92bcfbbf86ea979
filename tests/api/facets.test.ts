import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { personWith, run, subscription } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

let reader: Person;
const monthly = (price: number, subscription_interval: string) => ({
  ...subscription({ price, subscription_interval }),
  category: "data",
});
const SKILLS = [
  { name: "JSON diff", category: "data", price_per_call: 0.2, free_calls: 5 },
  { name: "JSON lint", category: "developer-tools", price_per_call: 0 },
  { name: "JSON secrets", category: "security", price_per_call: 1 },
  { name: "Yearly JSON", description: "A year.", ...monthly(12, "year") },
  { name: "Weekly JSON", description: "A week.", ...monthly(1.5, "week") },
  { name: "Monthly JSON", description: "A month.", ...monthly(6, "month") },
  { name: "Letter writer", description: "Writes letters.", category: "writing", price_per_call: 0.1 },
];

beforeAll(async () => {
  const [developer, other] = [await person("Ada Lovelace"), await person("Grete Hermann")];
  reader = await personWith(1);
  for (const fields of SKILLS) await liveSkill(developer, fields);
  const rated = await liveSkill(other, { name: "Rated", description: "Reviewed.", price_per_call: 0 });
  const upstream = await startUpstream();
  for (let at = 0; at < 3; at++) expect((await run(reader.key, rated.slug)).status).toBe(200);
  await upstream.close();
  const review = { key: reader.key, body: { rating: 4 } };
  expect((await call("PUT", `/v1/skills/${rated.slug}/reviews`, review)).status).toBe(200);
});

type Facets = Record<string, { value: string; count: number }[]>;
const browse = async (query: string) => {
  const { status, body } = await call("GET", `/v1/skills?facets=true&${query}`, { key: reader.key });
  expect(status).toBe(200);
  const facets = body.facets as Facets;
  return { total: Number(body.total), facets, names: body.data.map(({ name }) => name) };
};

describe("GET /v1/skills?facets=true", () => {
  test.each(["", "search=json", "search=lettr+writr", "search=json&category=data", "pricing_type=usage&search=json"])(
    "every count is what its filter finds (%j)",
    async (query) => {
      const { facets } = await browse(query);
      expect(facets.pricing_type?.length).toBeGreaterThan(0);
      for (const [name, values] of Object.entries(facets))
        for (const { value, count } of values) {
          const filtered = new URLSearchParams(query);
          filtered.set(name, value);
          expect(await browse(String(filtered)), `${query} ${name}=${value}`).toMatchObject({ total: count });
        }
    },
  );

  test("they follow the search, and leave out what would find nothing", async () => {
    const { facets } = await browse("search=json");
    expect(facets.category?.map(({ value }) => value).toSorted()).toEqual(["data", "developer-tools", "security"]);
  });

  test("a value that is chosen stays among them when it finds nothing", async () => {
    const { facets, total } = await browse("search=json&category=writing");
    expect(total).toBe(0);
    expect(facets.category).toContainEqual({ value: "writing", count: 0 });
  });

  test("a listing without facets does not answer any", async () => {
    const { body } = await call("GET", "/v1/skills", { key: reader.key });
    expect(body).not.toHaveProperty("facets");
  });
});

describe("filters", () => {
  test("free, free calls, and a rating", async () => {
    expect((await browse("free=true&sort=newest")).names).toEqual(["Rated", "JSON lint"]);
    expect((await browse("free_calls=true")).names).toEqual(["JSON diff"]);
    expect((await browse("min_rating=4")).names).toEqual(["Rated"]);
    expect((await browse("verified=true")).total).toBe(0);
    expect((await browse("free=false")).total).toBe(SKILLS.length + 1);
  });

  test("what they cannot mean is refused by name", async () => {
    for (const [name, value] of [
      ["free", "yes"],
      ["min_rating", "6"],
      ["facets", "1"],
    ]) {
      const { status, body } = await call("GET", `/v1/skills?${name}=${value}`, { key: reader.key });
      expect([status, body.error.param]).toEqual([400, name]);
    }
  });
});

describe("a publisher's name", () => {
  test("is found by a search", async () => {
    expect((await browse("search=hermann")).names).toEqual(["Rated"]);
  });

  test("is found under its new spelling after a change", async () => {
    const developer = await person("Amalie Noether");
    await liveSkill(developer, { name: "Rings", description: "Ideal." });
    const browser = await signedIn(developer);
    expect((await browser.api("PATCH", "/v1/account", { body: { name: "Emmy Noether" } })).status).toBe(200);
    expect((await browse("search=emmy")).names).toEqual(["Rings"]);
    expect((await browse("search=amalie")).names).toEqual([]);
  });
});

test("prices compare within their unit: calls first, then subscriptions by the month", async () => {
  const { names } = await browse("sort=price_asc&search=json");
  expect(names).toEqual(["JSON lint", "JSON diff", "JSON secrets", "Yearly JSON", "Monthly JSON", "Weekly JSON"]);
  expect((await browse("sort=price_desc&category=data")).names).toEqual([
    "Weekly JSON",
    "Monthly JSON",
    "Yearly JSON",
    "JSON diff",
  ]);
});
