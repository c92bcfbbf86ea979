import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as ledger from "@/lib/money/ledger/service";
import { prisma, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import { DEMO_ADMINISTRATOR } from "@/lib/supply/review/own-skill";
import { call } from "@/tests/support/api";
import { organization, verified } from "@/tests/support/organizations";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn } from "@/tests/support/visitor";

let seller: Person;
let other: Person;
beforeAll(async () => {
  [seller, other] = await Promise.all([administrator(), administrator()]);
  const upstream = await startUpstream();
  return () => upstream.close();
});

const decide = (by: Person, skill_id: string, action: string) =>
  call("PATCH", "/v1/admin/skills", { key: by.key, body: { skill_id, action } });
const act = (by: Person, id: string, what: string) =>
  call("POST", `/v1/admin/skills/${id}/${what}`, { key: by.key, body: { reason: "So be it." } });
/** What the audit log says about acts of a kind on a subject: who it was, and whether it was about their own. */
async function marked(subjectId: string, action: string) {
  const lines = await prisma().auditEvent.findMany({ where: { subjectId, action } });
  return lines.map(({ actorId, details }) => [actorId, Object(details).own ?? false]);
}

test.each(["approve", "reject"])(
  "an administrator may %s a skill of their own, and the log says so",
  async (action) => {
    const [own, another] = [await draftSkill(seller, { submit: true }), await draftSkill(other, { submit: true })];
    for (const { id } of [own, another]) expect((await decide(seller, id, action)).status).toBe(200);
    expect(await marked(own.id, `skill.${action}`)).toEqual([[seller.id, true]]);
    expect(await marked(another.id, `skill.${action}`)).toEqual([[seller.id, false]]);
  },
);

test("an administrator may end a suspension of their own skill, and the log says so", async () => {
  const skill = await liveSkill(seller);
  expect((await act(seller, skill.id, "suspend")).status).toBe(200);
  expect((await act(seller, skill.id, "unsuspend")).status).toBe(200);
  expect(await marked(skill.id, "skill.unsuspend")).toEqual([[seller.id, true]]);
});

describe("while another administrator has signed in lately", () => {
  const asked: Person[] = [];
  beforeAll(async () => {
    const active = await administrator();
    await signedIn(active);
    asked.push(active);
  });
  afterAll(() => leave({ lastSignedInAt: null }));
  const leave = (data: object) =>
    prisma().account.updateMany({ where: { id: { in: asked.map(({ id }) => id) } }, data });
  const DAY_MS = 86_400_000;

  test("an approval of one's own skill, and the end of its suspension, are theirs", async () => {
    const [own, suspended] = [await draftSkill(seller, { submit: true }), await liveSkill(seller)];
    const refused = await decide(seller, own.id, "approve");
    expect([refused.status, refused.body.error.code]).toEqual([403, "own_skill_review"]);
    expect((await act(seller, suspended.id, "suspend")).status).toBe(200);
    expect((await act(seller, suspended.id, "unsuspend")).body.error.code).toBe("own_skill_review");
    expect((await act(other, suspended.id, "unsuspend")).status).toBe(200);
    expect((await decide(seller, own.id, "reject")).status).toBe(200);
    const another = await draftSkill(seller, { submit: true });
    expect((await decide(other, another.id, "approve")).status).toBe(200);
  });

  test("so is one of a skill of an organization that the administrator is in", async () => {
    const founder = await verified();
    const group = await organization(founder);
    const { id } = await draftSkill(founder.person, { submit: true });
    await prisma().skill.update({ where: { id }, data: { ownerId: group.id } });
    await prisma().membership.create({ data: { organizationId: group.id, personId: seller.id, role: "viewer" } });
    const refused = await decide(seller, id, "approve");
    expect([refused.status, refused.body.error.code]).toEqual([403, "own_skill_review"]);
    // Who is in it, too, is no second pair of eyes; the log marks it then.
    const asPair = { organizationId: group.id, role: "viewer" };
    for (const { id: personId } of asked) await prisma().membership.create({ data: { ...asPair, personId } });
    expect((await decide(seller, id, "approve")).status).toBe(200);
    expect(await marked(id, "skill.approve")).toEqual([[seller.id, true]]);
  });

  test.each([
    ["is suspended", { suspendedAt: new Date() }, { suspendedAt: null }],
    [
      "has not signed in for 31 days",
      { lastSignedInAt: new Date(Date.now() - 31 * DAY_MS) },
      { lastSignedInAt: new Date() },
    ],
    ["is an administrator no longer", { role: "user" }, { role: "admin" }],
    ["is the demo's", { email: DEMO_ADMINISTRATOR }, { email: `asked-${process.pid}@example.com` }],
  ])("but not if that one %s", async (_, gone, back) => {
    await leave(gone);
    const own = await draftSkill(seller, { submit: true });
    expect((await decide(seller, own.id, "approve")).status).toBe(200);
    await leave(back);
    const next = await draftSkill(seller, { submit: true });
    expect((await decide(seller, next.id, "approve")).status).toBe(403);
  });
});

test("an administrator may decide a report of their own skill, and the log says so", async () => {
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
  expect([answer.status, answer.body.state]).toEqual([200, "dismissed"]);
  expect(await marked(body.id, "report.dismiss")).toEqual([[seller.id, true]]);
});

test("an administrator may refund a purchase of their own, and the log says so", async () => {
  const skill = await liveSkill(await person(), {
    pricing_type: "subscription",
    price: 2,
    price_per_call: null,
  });
  const buyer = await administrator();
  await transaction((db) =>
    ledger.grant(db, newId(), { accountId: buyer.id, amount: priceToMicros(5), reason: "test credits" }),
  );
  const { body } = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
  const { id } = body.purchase as { id: string };
  const answer = await call("POST", `/v1/admin/purchases/${id}/refund`, {
    key: buyer.key,
    body: { refund: "full", reason: "I have changed my mind." },
  });
  expect([answer.status, answer.body.refunded]).toEqual([200, 2]);
  expect((await call("GET", "/v1/balance", { key: buyer.key })).body.available).toBe(5);
  expect(await marked(id, "purchase.refund")).toEqual([[buyer.id, true]]);
});
