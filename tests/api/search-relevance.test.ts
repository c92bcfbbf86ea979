import type { PoolClient } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { parseSearch, withCorrections } from "@/lib/supply/catalog/search-query";
import { refreshSearch } from "@/lib/supply/catalog/search-refresh";
import { browse } from "@/lib/supply/catalog/service";
import { type Statement, searchStatement } from "@/lib/supply/catalog/statements";
import { traitsOf } from "@/lib/supply/catalog/traits";
import { fillListings } from "@/tests/bench/listings";

/** Listings that mention everything that questions are made of, and nothing of what they are after. */
const NOISE = 4_000;
const SKILLS = [
  ["code-review", "Reviews pull requests and reports bugs, smells and missing tests."],
  ["commit-messages", "Writes conventional commits from a staged diff."],
  ["kubernetes-doctor", "Diagnoses pods, nodes and failing rollouts."],
  ["pdf-extractor", "Extracts text and tables from documents."],
  ["form-validation", "Checks what people type into fields."],
  ["tax-return", "Fills the yearly declaration of a small business."],
  ["travel-planner", "Plans trips with trains, hotels and sights."],
  ["slide-maker", "Turns an outline into a presentation."],
  ["redis-cache", "Keeps hot data close to your service."],
  ["web-accessibility", "Finds barriers for people with disabilities."],
].map(([name = "", description = ""]) => ({ name, description }));

beforeAll(async () => {
  await fillListings(SKILLS, SKILLS.length);
  const noise = [
    ["Myriad index", "What you need in my project: how to find the best way, and which help a tool can be."],
    ["Doing inbox", "I want something that will make it work when forms validate what users ask."],
    ["Grey ledger", "A component of myriad ledgers."],
    ["Plain notes", "From a factory, for whoever looks for a good thing on their own."],
  ].map(([name = "", description = ""]) => ({ name, description }));
  await fillListings(noise, SKILLS.length + NOISE, { from: SKILLS.length });
  await refreshSearch();
});

const found = async (search: string) =>
  (await browse(BrowseQuery.parse({ search, limit: "10" }))).data.map(({ name }) => name);

describe("a question in a whole sentence", () => {
  test.each([
    ["how do I review the code in my repository?", "code-review"],
    ["what could help me to write better commit messages", "commit-messages"],
    ["which tool tells me what is wrong with my kubernetes pods", "kubernetes-doctor"],
    ["can you turn a pdf into text for me", "pdf-extractor"],
    ["I need some help with my tax return", "tax-return"],
    ["what is the best way to cache data with redis", "redis-cache"],
    ["how should I plan a trip to Japan", "travel-planner"],
    ["is there something that makes slides for my presentation", "slide-maker"],
    ["how can I make my web site accessible for all", "web-accessibility"],
  ])("%s: the obvious skill comes first", async (question, name) => {
    expect((await found(question))[0]).toBe(name);
  });
});

test("names match by their stems, before whatever is more popular", async () => {
  expect((await found("form validators"))[0]).toBe("form-validation");
  expect((await found("reviewing code"))[0]).toBe("code-review");
});

test("a word that nothing has hides no matches of the others, and a misspelled one finds what looks like it", async () => {
  expect(await found("kubernetes qqzzx")).toContain("kubernetes-doctor");
  expect((await found("kubernets"))[0]).toBe("kubernetes-doctor");
});

test("what merely comes near is at most a hundred listings, on pages that add up to the total", async () => {
  const pageAt = (offset: number) =>
    browse(BrowseQuery.parse({ search: "kubernetes myriad ledgers qqzzx", limit: "60", offset: String(offset) }));
  const [first, second] = [await pageAt(0), await pageAt(60)];
  expect(first.total).toBe(100);
  expect(first.data[0]?.name).toBe("kubernetes-doctor");
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect(ids).toHaveLength(100);
  expect(new Set(ids).size).toBe(100);
});

describe("a search examines", () => {
  // A thousand listings have the longer part, a thousand others the shorter one, and none has both.
  test("few candidates when no listing has both of its parts", async () => {
    expect(await rowsExamined("omponent actory")).toBeLessThan(300);
  });

  test("no more than a bounded number of them for a question, whatever words it has", async () => {
    expect(await rowsExamined("how do I find the best way to review a component in my ledger notes")).toBeLessThan(
      NOISE * 2,
    );
  });

  test.each([
    ["a name", "code-review"],
    ["a topic", "kubernetes failing rollouts"],
    ["common words", "myriad ledgers component"],
    ["a part of a word", "alidatio"],
    ["a typing error", "kuberntes"],
    ["a misspelled word of several", "redis cahce service"],
    ["a synonym", "k8s pods"],
    ["a question", "how do I find the best way to review code in my project"],
    ["inflected words", "reviewing reported bugs"],
    ["British spelling", "analyse tables"],
    ["another language", "presentación de diapositivas"],
  ])("of %s at most a hundred rows for each that is shown", async (_, search) => {
    const { data } = await browse({ search, limit: 20, offset: 0 });
    expect(await rowsExamined(search)).toBeLessThanOrEqual(100 * Math.max(1, data.length));
  });
});

describe("words that very many listings of a large catalog have", () => {
  const COMMON = ["factory", "myriad", "component ledgers", "factory notes", "grey ledger"];

  test.each([
    ["without filters", null, 0],
    ["in a category", "data", 0],
    ["of subscriptions", null, traitsOf({ pricing_type: "subscription" })],
  ])("find the same first page %s, read from the popular listings alone", async (_, category, traits) => {
    const { whole, popular } = await bothWays((client) =>
      Promise.all(COMMON.map((search) => firstIds(client, search, category, traits))),
    );
    expect(whole.flat().length).toBeGreaterThan(0);
    expect(popular).toEqual(whole);
  });

  test("are found without reading the catalog", async () => {
    const read = await rowsRead(async (client) => {
      await asLargeCatalog(client);
      await firstIds(client, "factory", null, 0);
    });
    expect(read).toBeLessThan(NOISE / 2);
  });
});

/** The ids of a search's first page. */
async function firstIds(client: PoolClient, search: string, category: string | null, traits: number) {
  const typed = parseSearch(search);
  const { rows } = await client.query<{ ids: string[] }>(
    "SELECT ids FROM listing_search($1, $2, $3, $4, $5, $6, $7, NULL, 20, 0)",
    [typed?.phrase, typed?.allWords, typed?.otherWords, typed?.anyWord, typed?.parts, category, traits],
  );
  return rows[0]?.ids ?? [];
}

/** Counts so many listings more that this transaction searches as in a large catalog. */
const asLargeCatalog = (client: PoolClient) =>
  client.query("UPDATE listing_total SET count = count + 100000 WHERE category = 'data'");

async function bothWays<T>(work: (client: PoolClient) => Promise<T>): Promise<{ whole: T; popular: T }> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    const whole = await work(client);
    await asLargeCatalog(client);
    return { whole, popular: await work(client) };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

async function rowsExamined(search: string): Promise<number> {
  const typed = parseSearch(search);
  if (!typed) throw new Error("a blank search examines nothing");
  return rowsRead(async (client) => {
    const send = ({ text, values }: Statement) => client.query(text, values);
    const query = BrowseQuery.parse({ search });
    const { rows } = await send(searchStatement(query, typed));
    if (rows[0].corrections) await send(searchStatement(query, withCorrections(typed, rows[0].corrections)));
  });
}

/** How many rows of `listing_search` are read: PostgreSQL's own count, which depends on no clock. */
async function rowsRead(work: (client: PoolClient) => Promise<unknown>): Promise<number> {
  const client = await pool().connect();
  const count = async () => {
    const { rows } = await client.query<{ fetched: string }>(
      "SELECT idx_tup_fetch + seq_tup_read AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'listing_search'",
    );
    return Number(rows[0]?.fetched ?? 0);
  };
  try {
    await client.query("BEGIN");
    const before = await count();
    await work(client);
    return (await count()) - before;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
