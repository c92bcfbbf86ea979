import { describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { liveSkill, person, unique } from "@/tests/support/people";

const nonsense = () => `Okapi${unique()}x${process.pid}`;
const WORDS = "counts the words and sentences of a text and says how long reading it takes for children and adults";

describe("near copies", () => {
  test("of several publishers are one result with `collapse=true`: the one approved first; and all are listed without it", async () => {
    const word = nonsense();
    const people = [await person(), await person(), await person()];
    const skills = [];
    for (const [at, owner] of people.entries())
      skills.push(await liveSkill(owner, { name: word, description: at === 2 ? `${WORDS} alike` : WORDS }));
    const key = people[0]?.key;
    const all = await call("GET", `/v1/skills?search=${word}`, { key });
    expect(all.body.total).toBe(3);
    expect(all.body.data[0]).not.toHaveProperty("similar_count");
    const collapsed = await call("GET", `/v1/skills?search=${word}&collapse=true`, { key });
    expect([collapsed.body.total, collapsed.body.data]).toMatchObject([
      1,
      [{ id: skills[0]?.id, similar_count: 2, match: `Name: ${word.toLowerCase()}` }],
    ]);
    await call("POST", `/v1/developer/skills/${skills[0]?.id}/unlist`, { key });
    const without = await call("GET", `/v1/skills?search=${word}&collapse=true`, { key });
    expect(without.body.data).toMatchObject([{ id: skills[1]?.id, similar_count: 1 }]);
  });
});

describe("sample queries", () => {
  test("are reviewed content that searches look through, and the match shows the one that fits", async () => {
    const owner = await person();
    const word = nonsense();
    const queries = ["How long is my text?", `Measure the ${word} of a page`];
    const skill = await liveSkill(owner, { sample_queries: queries });
    const found = await call("GET", `/v1/skills?search=${word}`, { key: owner.key });
    expect(found.body.data).toMatchObject([
      { id: skill.id, sample_queries: queries, match: `Sample query: \u201c${queries[1]}\u201d` },
    ]);
    const changed = await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: owner.key,
      body: { sample_queries: ["Something else"] },
    });
    expect(changed.body.status).toBe("pending");
    expect((await call("GET", `/v1/skills?search=${word}`, { key: owner.key })).body.total).toBe(1);
  });

  test.each([
    ["eleven", Array.from({ length: 11 }, (_, at) => `Query ${at}`)],
    ["a long one", ["x".repeat(101)]],
    ["the same twice", ["Count words", "count words"]],
    ["two lines", ["Count\nwords"]],
    ["none", []],
  ])("%s are refused", async (_, sample_queries) => {
    const owner = await person();
    const skill = await liveSkill(owner);
    const { status, body } = await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: owner.key,
      body: { sample_queries },
    });
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
    expect(body.error.param).toMatch(/^sample_queries/);
  });
});
