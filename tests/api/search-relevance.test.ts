import { beforeAll, describe, expect, test } from "vitest";
import * as catalog from "@/lib/supply/catalog/following";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import { browse } from "@/lib/supply/catalog/service";
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
  await catalog.start();
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

describe("a search in another language", () => {
  test.each([
    ["Barrierefreiheit", "web-accessibility"],
    ["revisión de código", "code-review"],
    ["ревью кода", "code-review"],
    ["旅行计划", "travel-planner"],
    ["スライド", "slide-maker"],
    ["xác thực biểu mẫu kế hoạch", "travel-planner"],
  ])("%s finds the skill under its English words, and nothing is corrected", async (search, name) => {
    const page = await browse(BrowseQuery.parse({ search, limit: "10" }));
    expect([page.data[0]?.name, page.corrections]).toEqual([name, undefined]);
  });
});
