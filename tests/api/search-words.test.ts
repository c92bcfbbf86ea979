import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

let reader: Person;
let admin: Person;
const slugs: Record<string, string> = {};

beforeAll(async () => {
  const developer = await person("Ada Lovelace");
  [reader, admin] = [await person(), await administrator()];
  const add = async (key: string, name: string, description: string) => {
    slugs[key] = (await liveSkill(developer, { name, description })).slug;
  };
  await add("optimise", "Picture shrinker", "Optimises pictures of any kind.");
  await add("kubernetes", "Kubernetes inspector", "Looks through a cluster.");
  await add("zeppelin", "Zeppelin timetable", "When the airships leave.");
  await add("yaml", "Yaml formatter", "Indents files.");
});

const search = async (text: string) => {
  const { body } = await call("GET", `/v1/skills?search=${encodeURIComponent(text)}`, { key: reader.key });
  return { slugs: body.data?.map(({ slug }) => slug), corrections: body.corrections };
};

describe("corrections", () => {
  test("a misspelled word is corrected by the words of the catalog, and the page says so", async () => {
    const found = await search("zepelin timetable");
    expect(found.slugs?.[0]).toBe(slugs.zeppelin);
    expect(found.corrections).toEqual([{ typed: "zepelin", corrected: "zeppelin" }]);
  });

  test("two swapped letters are corrected in a short word, too", async () => {
    const found = await search("ymal");
    expect([found.slugs?.[0], found.corrections]).toEqual([slugs.yaml, [{ typed: "ymal", corrected: "yaml" }]]);
  });

  test("a word that a skill has, a part of one, and one that nothing comes near to stay as they are", async () => {
    for (const text of ["zeppelin", "zeppe", "eppeli", "qwrtzxy"]) {
      expect((await search(text)).corrections, text).toBeUndefined();
    }
  });

  test("facets count what the corrected search finds", async () => {
    const { body } = await call("GET", "/v1/skills?search=zepelin&facets=true", { key: reader.key });
    expect(body.total).toBe(1);
    expect(body.facets).toMatchObject({ pricing_type: [expect.objectContaining({ count: 1 })] });
  });
});

test("American spelling finds British words", async () => {
  const found = await search("optimizes pictures");
  expect(found.slugs?.[0]).toBe(slugs.optimise);
  expect(found.corrections).toBeUndefined();
});

describe("synonyms", () => {
  const put = (term: string, meanings: string, key = admin.key) =>
    call("PUT", `/v1/admin/synonyms/${term}`, { key, body: { meanings } });

  test("an abbreviation finds what it stands for", async () => {
    expect((await search("k8s")).slugs).toContain(slugs.kubernetes);
  });

  test("what an administrator adds counts for the next search, what one removes no longer", async () => {
    const term = "lzzt";
    expect((await search(term)).slugs).not.toContain(slugs.zeppelin);
    expect((await put(term, "zeppelin or airships")).status).toBe(200);
    expect((await search(term)).slugs).toContain(slugs.zeppelin);
    const { body } = await call("GET", "/v1/admin/synonyms", { key: admin.key });
    expect(body.data).toContainEqual(expect.objectContaining({ term, meanings: "zeppelin or airships" }));
    expect((await call("DELETE", `/v1/admin/synonyms/${term}`, { key: admin.key })).status).toBe(200);
    expect((await search(term)).slugs).not.toContain(slugs.zeppelin);
    const audit = await call("GET", "/v1/admin/audit?subject_type=synonym", { key: admin.key });
    expect(audit.body.data?.map(({ action }) => action)).toEqual(["synonym.remove", "synonym.put"]);
  });

  test("meanings without words are 400", async () => {
    expect(await put("lzzu", "!?")).toMatchObject({ status: 400, body: { error: { param: "meanings" } } });
  });

  test("an unknown word cannot be removed", async () => {
    expect((await call("DELETE", "/v1/admin/synonyms/lzzv", { key: admin.key })).status).toBe(404);
  });

  test("others cannot change them", async () => {
    expect((await put("k8s", "nothing", reader.key)).status).toBe(403);
  });
});
