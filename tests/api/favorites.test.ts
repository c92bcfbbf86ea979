import { expect, test } from "vitest";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { approve, draftSkill, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";

const save = ({ key }: Person, slug: string, body: object = {}) => call("PUT", `/v1/favorites/${slug}`, { key, body });
const saved = ({ key }: Person, query = "") => call("GET", `/v1/favorites${query}`, { key });
const slugsOf = (body: { data: Record<string, unknown>[] }) => body.data.map(({ slug }) => slug);

test("skills are saved once, newest first, moved between one's own lists, and removed", async () => {
  const [reader, developer] = [await person(), await person()];
  const [one, two] = [await liveSkill(developer), await liveSkill(developer)];
  expect((await save(reader, one.slug)).body).toMatchObject({ slug: one.slug, list: null });
  await save(reader, two.slug, { list: "Data" });
  await save(reader, one.slug, { list: "Data" });
  const { body } = await saved(reader);
  expect(body).toMatchObject({ total: 2, lists: [{ name: "Data", count: 2 }] });
  expect(slugsOf(body)).toEqual([two.slug, one.slug]);
  await save(reader, one.slug, { list: "Writing" });
  expect(slugsOf((await saved(reader, "?list=Data")).body)).toEqual([two.slug]);
  expect((await call("DELETE", `/v1/favorites/${one.slug}`, { key: reader.key })).status).toBe(200);
  expect((await call("DELETE", `/v1/favorites/${one.slug}`, { key: reader.key })).status).toBe(404);
  expect((await saved(reader)).body.total).toBe(1);
});

test("nobody sees what others have saved", async () => {
  const [reader, other] = [await person(), await person()];
  const { slug } = await liveSkill(await person());
  await save(reader, slug);
  expect((await saved(other)).body.total).toBe(0);
  expect((await call("DELETE", `/v1/favorites/${slug}`, { key: other.key })).status).toBe(404);
});

test("a skill that has left the marketplace stays saved, without what it was, and can be removed", async () => {
  const [reader, developer] = [await person(), await person()];
  const { id, slug } = await liveSkill(developer);
  await save(reader, slug);
  await call("POST", `/v1/developer/skills/${id}/unlist`, { key: developer.key });
  expect((await saved(reader)).body.data).toMatchObject([{ slug, skill: null }]);
  expect((await save(reader, slug)).status).toBe(404);
  expect((await call("DELETE", `/v1/favorites/${slug}`, { key: reader.key })).status).toBe(200);
});

test("only what is on the marketplace can be saved, under a list with a name", async () => {
  const reader = await person();
  const draft = await draftSkill(reader);
  expect((await save(reader, draft.slug)).status).toBe(404);
  const { slug } = await liveSkill(await person());
  const refused = await save(reader, slug, { list: " " });
  expect([refused.status, refused.body.error.param]).toEqual([400, "list"]);
});

const rename = ({ key }: Person, list: string, name: unknown) =>
  call("PATCH", `/v1/favorites/lists/${encodeURIComponent(list)}`, { key, body: { name } });
const deleteList = ({ key }: Person, list: string) =>
  call("DELETE", `/v1/favorites/lists/${encodeURIComponent(list)}`, { key });

test("a list is renamed with all that is in it, and its skills stay saved when it is deleted", async () => {
  const [reader, developer] = [await person(), await person()];
  const [one, two] = [await liveSkill(developer), await liveSkill(developer)];
  await save(reader, one.slug, { list: "R&D / 50%" });
  await save(reader, two.slug, { list: "R&D / 50%" });
  const renamed = await rename(reader, "R&D / 50%", "  Données ");
  expect([renamed.status, renamed.body]).toEqual([200, { name: "Données", count: 2 }]);
  expect((await saved(reader)).body.lists).toEqual([{ name: "Données", count: 2 }]);
  expect((await rename(reader, "Données", "Données")).status).toBe(200);
  expect((await deleteList(reader, "Données")).body).toEqual({ name: "Données", count: 2 });
  expect((await saved(reader)).body).toMatchObject({ total: 2, lists: [] });
  expect((await deleteList(reader, "Données")).status).toBe(404);
});

test("a list takes neither the name of another list nor one that is no name", async () => {
  const [reader, developer] = [await person(), await person()];
  await save(reader, (await liveSkill(developer)).slug, { list: "Data" });
  await save(reader, (await liveSkill(developer)).slug, { list: "Writing" });
  for (const name of ["Writing", "", "two\nlines", "x".repeat(61), 7]) {
    const refused = await rename(reader, "Data", name);
    expect([refused.status, refused.body.error.param]).toEqual([400, "name"]);
  }
  expect((await saved(reader)).body.lists).toEqual([
    { name: "Data", count: 1 },
    { name: "Writing", count: 1 },
  ]);
});

test("a list is renamed and deleted by its account alone", async () => {
  const [reader, other] = [await person(), await person()];
  const { slug } = await liveSkill(await person());
  await save(reader, slug, { list: "Data" });
  for (const list of ["Data", "None", "x".repeat(61)]) {
    expect((await rename(other, list, "Mine")).status).toBe(404);
    expect((await deleteList(other, list)).status).toBe(404);
  }
  expect((await saved(reader)).body.lists).toEqual([{ name: "Data", count: 1 }]);
});

test("an account has at most 100 lists", async () => {
  const [reader, developer] = [await person(), await person()];
  const [first, second, third] = [await liveSkill(developer), await liveSkill(developer), await liveSkill(developer)];
  await saveCopies(reader, first, 99);
  expect((await save(reader, first.slug, { list: "List 100" })).status).toBe(200);
  const refused = await save(reader, second.slug, { list: "One more" });
  expect([refused.status, refused.body.error.param]).toEqual([400, "list"]);
  expect((await save(reader, second.slug, { list: "List 7" })).status).toBe(200);
  expect((await save(reader, third.slug)).status).toBe(200);
});

/** Saves as many copies of a skill, each to another list: publishing them one by one takes as many reviews. */
async function saveCopies(reader: Person, { id }: TestSkill, count: number): Promise<void> {
  await query(
    "test.copies",
    `WITH copy AS (
       INSERT INTO skill SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'slug', s.slug || i))).*
       FROM skill s, generate_series(1, $2::int) AS i WHERE s.id = $1 RETURNING id)
     INSERT INTO favorite (account_id, skill_id, list) SELECT $3, id, 'List ' || row_number() OVER () FROM copy`,
    [id, count, reader.id],
  );
}

test("whoever has saved a skill learns of its new versions, once each and not by mail; its developer does not", async () => {
  const [reader, developer] = [await person(), await person()];
  const { id, slug } = await liveSkill(developer);
  await save(reader, slug);
  const kinds = async ({ key }: Person) =>
    (await call("GET", "/v1/notifications", { key })).body.data.map(({ kind }) => kind);
  expect(await kinds(reader)).toEqual([]);
  await call("PATCH", `/v1/developer/skills/${id}`, {
    key: developer.key,
    body: { description: "Counts more.", submit: true },
  });
  await approve(id);
  expect(await kinds(reader)).toEqual(["new_version"]);
  expect(await kinds(developer)).not.toContain("new_version");
  const row = await prisma().notification.findFirstOrThrow({ where: { accountId: reader.id } });
  expect([row.mailDueAt, row.data]).toEqual([null, { skill: "Text statistics", slug, version: 2 }]);
});
