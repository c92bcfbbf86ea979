import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";

let admin: Person;
let developer: Person;
let skills: TestSkill[];
beforeAll(async () => {
  [admin, developer] = [await administrator(), await person()];
  skills = [await liveSkill(developer), await liveSkill(developer), await liveSkill(developer)];
});
const slugs = () => skills.map(({ slug }) => slug);
const put = (slug: string, body: object, key = admin.key) =>
  call("PUT", `/v1/admin/collections/${slug}`, { key, body });
const fields = (more: object = {}) => ({
  title: "Clean data",
  description: "Tables.",
  skills: slugs(),
  ...more,
});
const names = (body: unknown) => (body as { skills: { slug: string }[] }).skills.map(({ slug }) => slug);

describe("collections", () => {
  test("hold skills in the administrator's order, stand by their position, and can be replaced", async () => {
    const reversed = slugs().toReversed();
    expect(names((await put("second", fields({ position: 2, skills: reversed }))).body)).toEqual(reversed);
    await put("first", fields({ title: "First", position: 1 }));
    const { body } = await call("GET", "/v1/collections", { key: developer.key });
    expect(body.data).toMatchObject([
      { slug: "first", title: "First", skill_count: 3 },
      { slug: "second", skill_count: 3 },
    ]);
    await put("first", fields({ skills: slugs().slice(0, 1) }));
    const one = await call("GET", "/v1/collections/first", { key: developer.key });
    expect(names(one.body)).toEqual(slugs().slice(0, 1));
  });

  test("show only what is on the marketplace now", async () => {
    const leaving = await liveSkill(developer);
    await put("leaving", fields({ skills: [leaving.slug, ...slugs()] }));
    await call("POST", `/v1/developer/skills/${leaving.id}/unlist`, { key: developer.key });
    const { body } = await call("GET", "/v1/collections/leaving", { key: developer.key });
    expect(names(body)).toEqual(slugs());
    expect(body.skill_count).toBe(3);
  });

  test("a deleted one is gone, and every change is in the audit log", async () => {
    await put("short-lived", fields());
    const path = "/v1/admin/collections/short-lived";
    expect((await call("DELETE", path, { key: admin.key })).status).toBe(200);
    expect((await call("DELETE", path, { key: admin.key })).status).toBe(404);
    expect((await call("GET", "/v1/collections/short-lived", { key: admin.key })).status).toBe(404);
    const { body } = await call("GET", "/v1/admin/audit?action=collection", { key: admin.key });
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: "collection.delete", actor: { id: admin.id } },
      { action: "collection.create", actor: { id: admin.id }, details: { slug: "short-lived" } },
    ]);
  });

  test("403 for others; 400 for skills that are not on the marketplace, named by their place; 404 for an impossible slug", async () => {
    expect((await put("mine", fields(), developer.key)).body.error.code).toBe("forbidden");
    const draft = await draftSkill(developer);
    const refused = await put("wrong", fields({ skills: [...slugs(), draft.slug] }));
    expect([refused.status, refused.body.error.param]).toEqual([400, "skills[3]"]);
    const twice = await put("wrong", fields({ skills: [slugs()[0], slugs()[0]] }));
    expect([twice.status, twice.body.error.param]).toEqual([400, "skills"]);
    expect((await put("Not-A-Slug", fields())).status).toBe(404);
  });
});
