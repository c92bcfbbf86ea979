import { expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, type Person, person, skillFields, unique } from "@/tests/support/people";
import { skillZip } from "@/tests/support/zips";

const remove = (owner: Person, id: string) => call("DELETE", `/v1/developer/skills/${id}`, { key: owner.key });
const create = (owner: Person, fields: object) =>
  call("POST", "/v1/developer/skills", { key: owner.key, body: skillFields({ ...fields }) });
const untouchedFor = (id: string, days: number) =>
  pool().query("UPDATE skill SET updated_at = now() - make_interval(days => $2) WHERE id = $1", [id, days]);

test.each(["a", "7z"])("a slug of one or two letters is taken: %s", async (slug) => {
  const { status, body } = await create(await person(), { slug });
  expect([status, body.slug]).toEqual([200, slug]);
});

test("what was never approved can be deleted, whatever it holds, and its slug is free at once", async () => {
  const [owner, other] = [await person(), await person()];
  const { id, slug } = await draftSkill(owner, { submit: true });
  await call("PUT", `/v1/developer/skills/${id}/package`, {
    key: owner.key,
    raw: new Uint8Array(skillZip({ slug })),
    headers: { "content-type": "application/zip" },
  });
  expect((await remove(other, id)).status).toBe(404);
  expect((await call("DELETE", `/v1/developer/skills/${id}`)).status).toBe(401);
  expect((await remove(owner, id)).body).toMatchObject({ id, slug });
  expect((await remove(owner, id)).status).toBe(404);
  expect(await prisma().skillRevision.count({ where: { skillId: id } })).toBe(0);
  expect(await prisma().skillPackage.count({ where: { skillId: id } })).toBe(0);
  expect((await create(other, { slug })).status).toBe(200);
  const { key } = await administrator();
  const decided = await call("PATCH", "/v1/admin/skills", { key, body: { skill_id: id, action: "approve" } });
  expect(decided.status).toBe(404);
  const { body } = await call("GET", `/v1/admin/audit?subject=${id}`, { key });
  expect(body.data.map(({ action }) => action)).toContain("skill.delete");
});

test("approved and suspended skills keep their slugs, also while unlisted", async () => {
  const owner = await person();
  const live = await liveSkill(owner);
  await call("POST", `/v1/developer/skills/${live.id}/unlist`, { key: owner.key, body: {} });
  expect((await remove(owner, live.id)).body.error.code).toBe("not_deletable");
  await expect(pool().query("DELETE FROM skill WHERE id = $1", [live.id])).rejects.toThrow("cannot be deleted");
  const waiting = await draftSkill(owner, { submit: true });
  await prisma().skill.update({
    where: { id: waiting.id },
    data: { suspendedAt: new Date(), suspensionReason: "x" },
  });
  expect((await remove(owner, waiting.id)).body.error.code).toBe("not_deletable");
});

test("of a deletion and an approval at once one wins, and nothing is on the marketplace that is gone", async () => {
  const [owner, admin] = [await person(), await administrator()];
  for (let round = 0; round < 5; round++) {
    const { id } = await draftSkill(owner, { submit: true });
    const [removed, approved] = await Promise.all([
      remove(owner, id),
      call("PATCH", "/v1/admin/skills", { key: admin.key, body: { skill_id: id, action: "approve" } }),
    ]);
    expect([removed.status, approved.status]).toEqual(removed.status === 200 ? [200, 404] : [409, 200]);
    const there = approved.status === 200 ? 1 : 0;
    expect(await prisma().listing.count({ where: { skillId: id } })).toBe(there);
  }
});

test("a draft that was never submitted reserves its slug for 30 days; then another skill can take it, and the draft stays", async () => {
  const [hoarder, developer] = [await person(), await person()];
  const { id, slug } = await draftSkill(hoarder, { name: "Hoarded" });
  await untouchedFor(id, 29);
  expect((await create(developer, { slug })).body.error.code).toBe("slug_taken");
  await untouchedFor(id, 31);
  expect((await create(hoarder, { slug })).body.error.code).toBe("slug_taken");
  const takers = await Promise.all([create(developer, { slug }), create(await person(), { slug })]);
  expect(takers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const left = (await call("GET", `/v1/developer/skills/${id}`, { key: hoarder.key })).body;
  expect(left).toMatchObject({ name: "Hoarded", status: "draft" });
  expect(left.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(left.slug).not.toBe(slug);
  const { body } = await call("GET", "/v1/notifications", { key: hoarder.key });
  expect(body.data[0]).toMatchObject({ kind: "slug_released", path: `/console/${id}` });
  expect(body.data[0]?.text).toContain(String(left.slug));
});

test("what was submitted once keeps its slug, however long ago", async () => {
  const [owner, developer] = [await person(), await person()];
  const { id, slug } = await draftSkill(owner, { submit: true });
  await call("POST", `/v1/developer/skills/${id}/withdraw`, { key: owner.key, body: {} });
  await untouchedFor(id, 400);
  expect((await create(developer, { slug })).body.error.code).toBe("slug_taken");
});

test("a developer has a hundred skills at most that were never approved, also when they are created at once", async () => {
  const owner = await person();
  const skills = Array.from({ length: 95 }, () => ({
    id: newId(),
    slug: `hoard-${process.pid}-${unique()}`,
  }));
  for (const { id, slug } of skills) {
    await prisma().skill.create({
      data: { id, slug, ownerId: owner.id, currentRevisionId: newId(), signingSecret: "whsec_x" },
    });
  }
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(owner, {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused?.body.error).toMatchObject({ code: "invalid_request", param: "slug" });
  expect(refused?.body.error.message).toContain("never approved");
});
