import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
let developer: Person;
beforeAll(async () => {
  admin = await administrator();
  developer = await person();
});

const PATH = "/v1/admin/categories";
const as = (who: Person) => ({
  put: (slug: string, title = "A title", description = "A sentence.") =>
    call("PUT", `${PATH}/${slug}`, { key: who.key, body: { title, description } }),
  merge: (slug: string, into: string) => call("POST", `${PATH}/${slug}/merge`, { key: who.key, body: { into } }),
  remove: (slug: string) => call("DELETE", `${PATH}/${slug}`, { key: who.key }),
  order: (order: string[]) => call("PATCH", PATH, { key: who.key, body: { order } }),
});
const newSlug = () => `category-${unique()}`;
/** A category of its own. */
async function category(): Promise<string> {
  const slug = newSlug();
  expect((await as(admin).put(slug)).status).toBe(200);
  return slug;
}
const listed = async () =>
  (await call("GET", "/v1/categories", { key: developer.key })).body.data as {
    slug: string;
    title: string;
    skill_count: number;
  }[];
const browse = (slug: string) => call("GET", `/v1/skills?category=${slug}&facets=true`, { key: developer.key });
const codeOf = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body.error.code];
};

describe("categories", () => {
  test("are added at the end and renamed at once for developers, searches and facets; the audit log says by whom", async () => {
    const slug = await category();
    expect((await listed()).at(-1)).toMatchObject({ slug, title: "A title", skill_count: 0 });
    const skill = await liveSkill(developer, { category: slug });
    const { body } = await browse(slug);
    expect(body.data).toMatchObject([{ id: skill.id, category: slug }]);
    expect((body.facets as { category: object[] }).category).toContainEqual({ value: slug, count: 1 });
    await as(admin).put(slug, "Recipes", "What to cook.");
    expect((await listed()).at(-1)).toMatchObject({ slug, title: "Recipes", skill_count: 1 });
    const events = await prisma().auditEvent.findMany({ where: { subjectId: slug }, orderBy: { id: "asc" } });
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["category.add", admin.id],
      ["category.change", admin.id],
    ]);
  });

  test("are put into an order that names each of them once", async () => {
    const before = (await listed()).map(({ slug }) => slug);
    const order = before.toReversed();
    expect((await as(admin).order(order)).status).toBe(200);
    expect((await listed()).map(({ slug }) => slug)).toEqual(order);
    expect(await codeOf(as(admin).order(order.slice(1)))).toEqual([400, "invalid_request"]);
    expect(await codeOf(as(admin).order([...order.slice(1), "nonsense"]))).toEqual([400, "invalid_request"]);
    await as(admin).order(before);
  });

  test("that are merged take their skills along, drafts too; the old slug goes on working in searches", async () => {
    const [from, into] = [await category(), await category()];
    const [live, draft] = [
      await liveSkill(developer, { category: from }),
      await draftSkill(developer, { category: from }),
    ];
    const merged = await as(admin).merge(from, into);
    expect(merged.body).toMatchObject({ slug: into, skill_count: 2, former: [from] });
    expect((await browse(from)).body.data).toMatchObject([{ id: live.id, category: into }]);
    for (const { id } of [live, draft]) {
      const { body } = await call("GET", `/v1/developer/skills/${id}`, { key: developer.key });
      expect(body.category).toBe(into);
    }
    expect((await listed()).map(({ slug }) => slug)).not.toContain(from);
    expect(await codeOf(as(admin).merge(from, into))).toEqual([404, "not_found"]);
    // What was merged into a category follows it.
    const last = await category();
    await as(admin).merge(into, last);
    expect((await browse(from)).body.data).toMatchObject([{ id: live.id, category: last }]);
    expect(
      (await prisma().auditEvent.findFirst({ where: { subjectId: from, action: "category.merge" } }))?.details,
    ).toEqual({
      into,
      listed: 1,
    });
  });

  test("are refused when they are unknown: for a skill, a search and the target of a merge", async () => {
    const fields = {
      slug: `unknown-${unique()}`,
      name: "A name",
      description: "A text.",
      category: newSlug(),
    };
    const body = { ...fields, pricing_type: "usage" };
    const refused = await call("POST", "/v1/developer/skills", { key: developer.key, body });
    expect([refused.status, refused.body.error.param]).toEqual([400, "category"]);
    const { id } = await draftSkill(developer);
    const changed = await call("PATCH", `/v1/developer/skills/${id}`, {
      key: developer.key,
      body: { category: newSlug() },
    });
    expect([changed.status, changed.body.error.param]).toEqual([400, "category"]);
    expect((await browse(newSlug())).body.error.param).toBe("category");
    const slug = await category();
    for (const into of [slug, newSlug()]) {
      const { status, body: answer } = await as(admin).merge(slug, into);
      expect([status, answer.error.param]).toEqual([400, "into"]);
    }
  });

  test("are deleted only while no skill is or was in them", async () => {
    const slug = await category();
    const { id } = await draftSkill(developer, { category: slug });
    expect(await codeOf(as(admin).remove(slug))).toEqual([409, "category_in_use"]);
    await call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { category: "data" } });
    expect((await as(admin).remove(slug)).status).toBe(200);
    expect(await codeOf(as(admin).remove(slug))).toEqual([404, "not_found"]);
  });

  test("are changed by administrators alone", async () => {
    const slug = await category();
    const { put, merge, remove, order } = as(developer);
    for (const answer of [put(slug), merge(slug, "data"), remove(slug), order([slug])])
      expect(await codeOf(answer)).toEqual([403, "forbidden"]);
    expect(await codeOf(call("GET", PATH, { key: developer.key }))).toEqual([403, "forbidden"]);
  });
});

describe("at the same moment", () => {
  test("a merge and skills that come into the category leave no skill without one", async () => {
    for (let round = 0; round < 4; round++) {
      const [from, into] = [await category(), await category()];
      const drafts = await Promise.all(Array.from({ length: 4 }, () => draftSkill(developer)));
      const moves = drafts.map(({ id }) =>
        call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { category: from } }),
      );
      const [merged, ...answers] = await Promise.all([as(admin).merge(from, into), ...moves]);
      expect(merged.status).toBe(200);
      for (const [index, { status, body }] of answers.entries()) {
        expect([200, 400]).toContain(status);
        if (status === 400) expect(body.error.param).toBe("category");
        const skill = await call("GET", `/v1/developer/skills/${drafts[index]?.id}`, { key: developer.key });
        expect(skill.body.category).toBe(status === 200 ? into : "writing");
      }
    }
  });

  test("two merges of one category have one outcome, and two into each other leave one category", async () => {
    const [from, one, two] = [await category(), await category(), await category()];
    await draftSkill(developer, { category: from });
    const both = await Promise.all([as(admin).merge(from, one), as(admin).merge(from, two)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const crossed = await Promise.all([as(admin).merge(one, two), as(admin).merge(two, one)]);
    expect(crossed.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await listed()).filter(({ slug }) => [from, one, two].includes(slug))).toHaveLength(1);
  });

  test("two administrators who add the same category make one", async () => {
    const slug = newSlug();
    const answers = await Promise.all([as(admin).put(slug), as(admin).put(slug), as(admin).put(slug)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listed()).filter((one) => one.slug === slug)).toHaveLength(1);
  });
});
