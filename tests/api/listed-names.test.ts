import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import * as listedNames from "@/lib/supply/review/listed-names";
import { call } from "@/tests/support/api";
import { administrator, approve, liveSkill, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});
/** Letters that nothing else in this database has. */
const word = () => `zyx${unique()}`.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
const namesToCheck = async () =>
  ((await call("GET", "/v1/admin/skills?kind=names&limit=100", { key: admin.key })).body.data as { id: string }[]).map(
    ({ id }) => id,
  );
const waiting = async (...ids: string[]) => (await namesToCheck()).filter((id) => ids.includes(id)).sort();
const told = (by: Person) => prisma().notification.count({ where: { accountId: by.id, kind: "names_questioned" } });
const found = async (id: string) => {
  const { body } = await call("GET", `/v1/admin/skills/${id}`, { key: admin.key });
  return body.name_findings as { rule: string; file: string; cause: string }[];
};
const protect = (names: string[]) =>
  call("PATCH", "/v1/admin/settings", { key: admin.key, body: { protected_names: names } });
/** A week later. */
const recheck = async () => {
  await prisma().nameCheck.updateMany({ data: { checkedAt: new Date(0) } });
  await listedNames.recheckDue();
};

test("a brand that is added later asks an administrator for a look, and the seller is notified once", async () => {
  const [seller, mark] = [await person(), word()];
  const { id } = await liveSkill(seller, { name: `Tools of ${mark}` });
  await listedNames.recheckDue();
  expect(await namesToCheck()).not.toContain(id);
  await call("PATCH", "/v1/admin/settings", { key: admin.key, body: { review_target_hours: 30 } });
  expect(await listedNames.recheckDue()).toBe(0);
  await protect([`${mark} ${mark}.example`]);
  await listedNames.recheckDue();
  expect(await namesToCheck()).toContain(id);
  const [brand] = await found(id);
  expect(brand).toMatchObject({ rule: "brand_name", file: "name", severity: "medium" });
  await recheck();
  expect([await told(seller), await prisma().listing.count({ where: { skillId: id } })]).toEqual([1, 1]);
  const clear = (by: Person) =>
    call("POST", `/v1/admin/skills/${id}/names/clear`, {
      key: by.key,
      body: { causes: [brand?.cause], reason: "They ship it." },
    });
  expect([(await clear(seller)).status, (await clear(admin)).body, (await clear(admin)).status]).toEqual([
    403,
    { cleared: 1 },
    404,
  ]);
  await recheck();
  expect([await found(id), await told(seller)]).toEqual([[], 1]);
});

test("so does a domain that is lost, a skill that becomes popular and another owner; not while it is off the marketplace", async () => {
  const [seller, famous, mark] = [await person(), await person("A house of its own"), word()];
  await protect([`${mark} ${mark}.example`]);
  const now = new Date();
  const proof = { accountId: seller.id, domain: `${mark}.example`, token: mark, verifiedAt: now, checkedAt: now };
  await prisma().publisherDomain.create({ data: proof });
  const { id } = await liveSkill(seller, { name: `Tools of ${mark}` });
  const rules = async () => (await found(id)).map(({ rule }) => rule);
  await recheck();
  expect(await rules()).toEqual([]);
  await prisma().publisherDomain.deleteMany({ where: { accountId: seller.id } });
  await listedNames.recheckDue();
  expect([await rules(), await told(seller)]).toEqual([["brand_name"], 1]);
  await prisma().publisherDomain.create({ data: proof });
  await listedNames.recheckDue();
  expect(await rules()).toEqual([]);
  const original = await liveSkill(famous, { name: `Tools-of-${mark}s` });
  await prisma().listing.update({ where: { skillId: original.id }, data: { popularity: 99n } });
  await recheck();
  expect([await rules(), await told(seller)]).toEqual([["imitated_skill"], 2]);
  await call("POST", `/v1/developer/skills/${id}/unlist`, { key: seller.key, body: {} });
  expect(await namesToCheck()).not.toContain(id);
  await call("POST", `/v1/developer/skills/${id}/relist`, { key: seller.key, body: {} });
  const other = await person();
  await prisma().skill.update({ where: { id }, data: { ownerId: other.id } });
  await prisma().listing.update({ where: { skillId: id }, data: { ownerId: other.id } });
  await listedNames.recheckDue();
  expect([await rules(), await told(other)]).toEqual([["brand_name", "imitated_skill"], 1]);
});

test("the approval of an edit hides nothing that its reviewer was not shown, and what no longer holds is gone", async () => {
  const [seller, mark] = [await person(), word()];
  const { id } = await liveSkill(seller, { name: `Tools of ${mark}` });
  const edit = async (description: string) => {
    const body = { description, submit: true };
    await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body });
    await approve(id);
  };
  await protect([`${mark} ${mark}.example`]);
  await edit("Before the check.");
  await listedNames.recheckDue();
  expect([await waiting(id), await told(seller)]).toEqual([[id], 1]);
  await edit("After the check.");
  expect(await waiting(id)).toEqual([id]);
  await protect([]);
  expect([await found(id), await waiting(id)]).toEqual([[], []]);
});

test("a publisher's name is notified and cleared once for all of its listings; the first check of older ones asks nothing", async () => {
  const mark = word();
  const seller = await person(`House of ${mark}`);
  const ids = [(await liveSkill(seller)).id, (await liveSkill(seller)).id].sort();
  await protect([`${mark} ${mark}.example`]);
  await prisma().nameCheck.deleteMany({ where: { skillId: { in: ids } } });
  await listedNames.recheckDue();
  expect([await waiting(...ids), await told(seller)]).toEqual([[], 0]);
  await prisma().nameCheck.updateMany({ where: { skillId: { in: ids } }, data: { seen: [] } });
  await recheck();
  expect([await waiting(...ids), await told(seller)]).toEqual([ids, 1]);
  const [one] = await found(String(ids[0]));
  const body = { causes: [one?.cause], reason: "It is theirs." };
  await call("POST", `/v1/admin/skills/${ids[0]}/names/clear`, { key: admin.key, body });
  await recheck();
  expect(await waiting(...ids)).toEqual([]);
});
