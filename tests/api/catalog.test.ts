import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

let reader: Person;
let developer: Person;
const SKILLS = [
  {
    name: "Invoice reader",
    description: "Reads amounts and dates from scanned invoices.",
    category: "finance",
    price_per_call: 0.2,
  },
  {
    name: "Amount checker",
    description: "Compares an invoice with its order.",
    category: "finance",
    price_per_call: 0.1,
  },
  {
    name: "Über-Übersetzer",
    description: "Übersetzt technische Handbücher.",
    category: "language",
    price_per_call: 3,
  },
  {
    name: "翻訳アシスタント",
    description: "技術文書を日本語に翻訳します。",
    category: "language",
    price_per_call: 2,
  },
  { name: "Переводчик", description: "Переводит договоры.", category: "language", price_per_call: 1 },
  {
    name: "100% coverage",
    description: 'Finds lines that no test_case reaches; it\'s "quoted".',
    category: "developer-tools",
    price_per_call: 0,
  },
  {
    name: "Monthly report",
    description: "Writes a report.",
    category: "data",
    pricing_type: "subscription",
    price: 7,
    price_per_call: null,
    subscription_interval: "month",
  },
];

beforeAll(async () => {
  [reader, developer] = await Promise.all([person(), person("Ada Lovelace")]);
  for (const fields of SKILLS) await liveSkill(developer, fields);
  await draftSkill(developer, { name: "Secret draft" });
});

const browse = async (query: string) => {
  const answer = await call("GET", `/v1/skills${query}`, { key: reader.key });
  return { ...answer, names: answer.body.data?.map(({ name }) => name) };
};
const search = (text: string, more = "") => browse(`?search=${encodeURIComponent(text)}${more}`);

describe("GET /v1/skills", () => {
  test("lists what is approved, and nothing else, with the developer's name and without the endpoint", async () => {
    const { status, body, text } = await browse("");
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: SKILLS.length, limit: 20, offset: 0, has_more: false });
    expect(body.data[0]).toMatchObject({
      developer: { id: developer.id, name: "Ada Lovelace" },
      version: 1,
      rating: { average: null, count: 0 },
    });
    expect(text).not.toMatch(/api_endpoint|127\.0\.0\.1|Secret draft/);
  });

  test("filters by category and pricing, alone and together", async () => {
    expect((await browse("?category=finance")).names).toHaveLength(2);
    expect((await browse("?pricing_type=subscription")).names).toEqual(["Monthly report"]);
    expect((await browse("?category=finance&pricing_type=subscription")).body.total).toBe(0);
  });

  test("filters by how a skill is run: what offers both is in either, also among what a search finds", async () => {
    const total = async (query: string) => (await browse(query)).body.total;
    expect([await total("?execution_type=api"), await total("?execution_type=download")]).toEqual([SKILLS.length, 0]);
    await pool().query("UPDATE listing SET execution_type = 'both' WHERE name = 'Invoice reader'");
    expect((await browse("?execution_type=download")).names).toEqual(["Invoice reader"]);
    expect(await total("?execution_type=api&category=finance")).toBe(2);
    expect((await search("invoice", "&execution_type=download")).names).toEqual(["Invoice reader"]);
    expect((await search("invoice")).body.total).toBe(2);
    await pool().query("UPDATE listing SET execution_type = 'api'");
  });

  test("every sort is total, and its pages do not overlap", async () => {
    for (const sort of ["popular", "newest", "price_asc", "price_desc", "rating"]) {
      const whole = (await browse(`?sort=${sort}`)).names;
      const pages = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6].map((offset) => browse(`?sort=${sort}&limit=1&offset=${offset}`)),
      );
      expect(pages.flatMap(({ names }) => names)).toEqual(whole);
    }
    expect((await browse("?sort=price_asc&limit=3")).names).toEqual([
      "100% coverage",
      "Amount checker",
      "Invoice reader",
    ]);
    expect((await browse("?sort=price_desc&limit=2")).names).toEqual(["Monthly report", "Über-Übersetzer"]);
    expect((await browse("?sort=newest&limit=1")).names).toEqual(["Monthly report"]);
  });

  test("the exact name comes first, then words of the name, then words of the description", async () => {
    expect((await search("invoice")).names).toEqual(["Invoice reader", "Amount checker"]);
    expect((await search("Amount Checker")).names?.[0]).toBe("Amount checker");
  });

  test.each([
    ["part of a word", "voice", "Invoice reader"],
    ["the beginning of a word", "inv", "Invoice reader"],
    ["a typing error", "invioce reader", "Invoice reader"],
    ["no accents", "ubersetzer", "Über-Übersetzer"],
    ["capitals", "ÜBERSETZER", "Über-Übersetzer"],
    ["Japanese inside a name", "アシスタント", "翻訳アシスタント"],
    ["Cyrillic in another case", "ПЕРЕВОДЧИК", "Переводчик"],
    ["a percent sign", "100%", "100% coverage"],
    ["an underscore", "test_case", "100% coverage"],
    ["quotes", `it's "quoted"`, "100% coverage"],
  ])("%s finds the skill", async (_, text, name) => {
    expect((await search(text)).names).toContain(name);
  });

  test.each(["%", "_", "'", "&|!:*()", "\\", "<->", "  "])("the search %j harms nothing", async (text) => {
    expect((await search(text)).status).toBe(200);
  });

  test("a search can be sorted otherwise", async () => {
    expect((await search("invoice", "&sort=price_asc")).names).toEqual(["Amount checker", "Invoice reader"]);
  });

  test.each([
    ["category=nonsense", "category"],
    ["pricing_type=free", "pricing_type"],
    ["execution_type=both", "execution_type"],
    ["sort=best", "sort"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["limit=1.5", "limit"],
    ["offset=-1", "offset"],
    [`search=${"x".repeat(201)}`, "search"],
  ])("%s is refused by name", async (query, param) => {
    const answer = await browse(`?${query}`);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test("a number that is none is told what it must be", async () => {
    const { body } = await browse("?limit=ten");
    expect(body.error.message).toBe("limit: must be a number");
  });

  test("unknown parameters are ignored, and nobody is let in without a key", async () => {
    expect((await browse("?utm_source=mail")).status).toBe(200);
    expect((await call("GET", "/v1/skills")).status).toBe(401);
  });
});

describe("GET /v1/skills/{slug} and /v1/categories", () => {
  test("the detail adds schema, readme, package and what the caller may do", async () => {
    const schema = { type: "object", properties: { text: { type: "string" } } };
    const { slug } = await liveSkill(developer, { api_schema: schema, readme: "# Hello", free_calls: 3 });
    const { status, body, text } = await call("GET", `/v1/skills/${slug}`, { key: reader.key });
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug, api_schema: schema, readme: "# Hello", package: null });
    expect(body.access).toEqual({
      owned: false,
      reason: "free_calls",
      included_calls_left: null,
      included_units_left: null,
      trial: null,
      purchase: null,
      free_calls_left: 3,
      max_cost: 0,
    });
    expect(text).not.toContain("api_endpoint");
    expect((await call("GET", `/v1/skills/${slug}`, { key: developer.key })).body.access).toMatchObject({
      owned: true,
      reason: "owner",
    });
  });

  test("drafts, unknown and malformed slugs are the same 404", async () => {
    const draft = await draftSkill(developer);
    const answers = await Promise.all(
      [draft.slug, "no-such-skill", "%00", "..%2f"].map((slug) =>
        call("GET", `/v1/skills/${slug}`, { key: reader.key }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text, body }) => text.replace(body.error.request_id, ""))).size).toBe(1);
  });

  test("categories come with the number of their skills", async () => {
    const { body } = await call("GET", "/v1/categories", { key: reader.key });
    expect(body.data).toContainEqual(expect.objectContaining({ slug: "finance", title: "Finance", skill_count: 2 }));
    expect(body.data.length).toBeGreaterThan(10);
  });
});
