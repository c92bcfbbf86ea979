import { beforeAll, describe, expect, test } from "vitest";
import { prisma, transaction } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { priceToMicros } from "@/lib/core/money";
import * as ledger from "@/lib/ledger/service";
import { type Answer, call } from "@/tests/support/api";
import { expectSound } from "@/tests/support/money";
import { administrator, approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let seller: Person;
beforeAll(async () => {
  [seller] = await Promise.all([administrator(), administrator()]);
  const upstream = await startUpstream();
  return () => upstream.close();
});

const refusal = ({ status, body }: Answer) => [status, body.error?.code];
const OWN = [403, "own_decision"];
const decide = (by: Person, skill_id: string, action: string) =>
  call("PATCH", "/v1/admin/skills", { key: by.key, body: { skill_id, action } });
const act = (by: Person, id: string, what: string) =>
  call("POST", `/v1/admin/skills/${id}/${what}`, { key: by.key, body: { reason: "So be it." } });

describe("while there is another administrator", () => {
  test("nobody approves or rejects a skill of their own, and it still waits for the other", async () => {
    const skill = await draftSkill(seller, { submit: true });
    expect(refusal(await decide(seller, skill.id, "approve"))).toEqual(OWN);
    expect(refusal(await decide(seller, skill.id, "reject"))).toEqual(OWN);
    expect(await prisma().auditEvent.count({ where: { subjectId: skill.id, action: "skill.approve" } })).toBe(
      0,
    );
    await approve(skill.id);
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: seller.key })).status).toBe(200);
  });

  test("nobody ends a suspension of their own skill, though they may begin one", async () => {
    const skill = await liveSkill(seller);
    expect((await act(seller, skill.id, "suspend")).status).toBe(200);
    expect(refusal(await act(seller, skill.id, "unsuspend"))).toEqual(OWN);
  });

  test("nobody decides a report of their own skill", async () => {
    const skill = await liveSkill(seller);
    const reporter = await person();
    const { body } = await call("POST", `/v1/skills/${skill.slug}/reports`, {
      key: reporter.key,
      body: { kind: "malware", text: "It mines coins." },
    });
    const answer = await call("POST", `/v1/admin/reports/${body.id}/decision`, {
      key: seller.key,
      body: { action: "dismiss", note: "It does not." },
    });
    expect(refusal(answer)).toEqual(OWN);
    const open = await call("GET", `/v1/admin/reports?state=open&skill=${skill.slug}`, { key: seller.key });
    expect(open.body.data).toHaveLength(1);
  });

  test("nobody refunds a purchase of their own, and nothing moves", async () => {
    const skill = await liveSkill(await person(), {
      pricing_type: "subscription",
      price: 2,
      price_per_call: null,
    });
    const buyer = await administrator();
    await transaction((db) => ledger.grant(db, newId(), buyer.id, priceToMicros(5), "test credits"));
    const { body } = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
    const { id } = body.purchase as { id: string };
    const answer = await call("POST", `/v1/admin/purchases/${id}/refund`, {
      key: buyer.key,
      body: { refund: "full", reason: "I have changed my mind." },
    });
    expect(refusal(answer)).toEqual(OWN);
    expect((await call("GET", "/v1/balance", { key: buyer.key })).body.available).toBe(3);
    await expectSound();
  });
});

test("the only administrator decides about their own, and the log says that it was", async () => {
  const skill = await draftSkill(seller, { submit: true });
  const others = await prisma().account.findMany({ where: { role: "admin", id: { not: seller.id } } });
  const ids = { id: { in: others.map(({ id }) => id) } };
  await prisma().account.updateMany({ where: ids, data: { role: "user" } });
  try {
    expect((await decide(seller, skill.id, "approve")).status).toBe(200);
  } finally {
    await prisma().account.updateMany({ where: ids, data: { role: "admin" } });
  }
  const lines = await prisma().auditEvent.findMany({
    where: { subjectId: skill.id, action: "skill.approve" },
  });
  expect(lines).toMatchObject([{ actorId: seller.id, details: { own: true } }]);
});
