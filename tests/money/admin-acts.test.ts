import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, byStatus, personWith, run } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let admin: Person;
let second: Person;
beforeAll(async () => {
  [admin, second] = await Promise.all([administrator(), administrator()]);
  const upstream = await startUpstream();
  return () => upstream.close();
});

const act = (id: string, what: string, body: object = { reason: "Because." }, by = admin) =>
  call(what === "role" ? "PUT" : "POST", `/v1/admin/accounts/${id}/${what}`, { key: by.key, body });
const audited = async (id: string) =>
  (await prisma().auditEvent.findMany({ where: { subjectId: id }, orderBy: { createdAt: "asc" } })).map(
    ({ action }) => action,
  );

describe("credits", () => {
  test("are given once under an Idempotency-Key, however often and how parallel they are asked for", async () => {
    const someone = await person();
    const give = () =>
      call("POST", `/v1/admin/accounts/${someone.id}/credits`, {
        key: admin.key,
        body: { amount: 2.5, reason: "Sorry for the outage." },
        headers: { "idempotency-key": `gift-${someone.id}` },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, give));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await give()).body).toEqual({
      credited: 2.5,
      balance: { balance: 2.5, held: 0, available: 2.5, currency: "credits" },
    });
    expect(await available(someone)).toBe(2.5);
    expect(await audited(someone.id)).toEqual(["account.credit"]);
  });

  test.each([0, -1, 1000.000001, 0.0000001, 1e9])("%d credits are refused", async (amount) => {
    const someone = await person();
    const answer = await act(someone.id, "credits", { amount, reason: "x" });
    expect([answer.status, answer.body.error.param]).toEqual([400, "amount"]);
    expect(await available(someone)).toBe(0);
  });

  test("an administrator gives at most 10,000 credits in 24 hours, parallel requests included", async () => {
    const generous = await administrator();
    const someone = await person();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => act(someone.id, "credits", { amount: 1000, reason: "Much." }, generous)),
    );
    expect(byStatus(answers)).toEqual({ 200: 10, 400: 4 });
    expect(await available(someone)).toBe(10_000);
  });

  test("the limit of a day is exact to the millionth of a credit", async () => {
    const generous = await administrator();
    const someone = await person();
    const give = (amount: number) => act(someone.id, "credits", { amount, reason: "Much." }, generous);
    for (let count = 0; count < 10; count++) expect((await give(999.999999)).status).toBe(200);
    const refused = await give(1);
    expect(refused.body.error.message).toContain("you have 0.00001 left");
    expect((await give(0.00001)).status).toBe(200);
  });
});

describe("two administrators at once", () => {
  test("both suspend one account: it is suspended once", async () => {
    for (let round = 0; round < 5; round++) {
      const someone = await person();
      const answers = await Promise.all([
        act(someone.id, "suspend"),
        act(someone.id, "suspend", { reason: "Also." }, second),
      ]);
      expect(byStatus(answers)).toEqual({ 200: 2 });
      expect(await audited(someone.id)).toEqual(["account.suspend"]);
    }
  });

  test("each takes the other's role: one of them remains", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await Promise.all([administrator(), administrator()]);
      const answers = await Promise.all([
        act(b.id, "role", { role: "user", reason: "x" }, a),
        act(a.id, "role", { role: "user", reason: "x" }, b),
      ]);
      expect(byStatus(answers)).toEqual({ 200: 1, 403: 1 });
      expect(await prisma().account.count({ where: { id: { in: [a.id, b.id] }, role: "admin" } })).toBe(1);
    }
  });

  test("a suspension and an approval at once leave no listing of a suspended developer", async () => {
    for (let round = 0; round < 8; round++) {
      const developer = await person();
      const { id } = await liveSkill(developer);
      await call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { name: `N ${round}` } });
      const answers = await Promise.all([
        act(developer.id, "suspend"),
        call("PATCH", "/v1/admin/skills", { key: second.key, body: { skill_id: id, action: "approve" } }),
      ]);
      expect(byStatus(answers)).toEqual({ 200: 2 });
      expect(await prisma().listing.count({ where: { skillId: id } })).toBe(0);
    }
  });

  test("a suspension amid calls leaves the ledger sound, and no call after it", async () => {
    const developer = await person();
    const skill = await liveSkill(developer);
    const buyer = await personWith(50);
    const calls = Array.from({ length: 15 }, () => run(buyer.key, skill.slug));
    const answers = await Promise.all([...calls, act(developer.id, "suspend"), act(buyer.id, "suspend")]);
    expect(new Set(answers.map(({ status }) => status).filter((s) => ![200, 401, 404].includes(s)))).toEqual(new Set());
    expect((await run(buyer.key, skill.slug)).status).toBe(401);
  });
});
