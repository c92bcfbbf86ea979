import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import * as decisions from "@/lib/supply/review/scheduled-decisions";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, type Person, person } from "@/tests/support/people";

let admin: Person;
let second: Person;
let developer: Person;
beforeAll(async () => {
  [admin, second, developer] = await Promise.all([administrator(), administrator(), person()]);
});

const decide = (skill_id: string, more: object = {}, by = admin) =>
  call("PATCH", "/v1/admin/skills", {
    key: by.key,
    body: { skill_id, action: "approve", revision: 1, hold_seconds: 10, ...more },
  });
const undo = (id: string, by = admin) => call("DELETE", `/v1/admin/skills/${id}/scheduled-decision`, { key: by.key });
const statusOf = async (id: string) => (await prisma().skill.findUniqueOrThrow({ where: { id } })).status;
const waiting = () => draftSkill(developer, { submit: true });
/** Lets the ten seconds of a skill's decision pass. */
const pass = (skillId: string) =>
  prisma().scheduledDecision.updateMany({ where: { skillId }, data: { dueAt: new Date(Date.now() - 1) } });
/** What reviewers were notified of about a skill. */
const dropped = async (id: string) =>
  (await prisma().notification.findMany({ where: { kind: "decision_dropped" } }))
    .filter(({ data }) => Object(data).skillId === id)
    .map(({ accountId, data }) => [accountId, Object(data).why]);

test("a held decision is scheduled, shown to every reviewer, and takes effect once its seconds are over", async () => {
  const { id } = await waiting();
  const answer = await decide(id);
  expect([answer.status, answer.body.status]).toEqual([200, "pending"]);
  const scheduled = {
    action: "approve",
    revision: 1,
    decided_by: { id: admin.id, name: expect.any(String) },
    applies_at: expect.any(String),
    undo: `/v1/admin/skills/${id}/scheduled-decision`,
  };
  expect(answer.body.scheduled).toEqual(scheduled);
  const left = Date.parse(Object(answer.body.scheduled).applies_at) - Date.now();
  expect(left).toBeLessThanOrEqual(10_000);
  expect((await decide(id)).body.scheduled).toEqual(answer.body.scheduled);
  const { body } = await call("GET", `/v1/admin/skills/${id}`, { key: second.key });
  expect(body.scheduled).toEqual(scheduled);
  await decisions.applyDue();
  expect(await statusOf(id)).toBe("pending");
  await pass(id);
  const applied = await Promise.all([decisions.applyDue(), decisions.applyDue()]);
  expect(applied.toSorted()).toEqual([0, 1]);
  expect(await statusOf(id)).toBe("approved");
  expect(await prisma().reviewEvent.count({ where: { skillId: id, action: "approve", actorId: admin.id } })).toBe(1);
  expect((await undo(id)).body.error.code).toBe("not_pending");
});

test("a rejection is held with its reason; without hold_seconds a decision takes effect immediately and ends a held one", async () => {
  const [{ id }, other] = [await waiting(), await waiting()];
  await decide(id, { action: "reject", reason: "Say what it counts." });
  await pass(id);
  await decisions.applyDue();
  const { body } = await call("GET", `/v1/developer/skills/${id}`, { key: developer.key });
  expect([body.status, body.rejection_reason]).toEqual(["rejected", "Say what it counts."]);
  await decide(other.id);
  const now = await decide(other.id, { hold_seconds: undefined });
  expect([now.body.status, now.body.scheduled]).toEqual(["approved", null]);
  expect(await prisma().scheduledDecision.count({ where: { skillId: other.id } })).toBe(0);
});

test("a name that resembles a brand since the decision drops an approval, which can be made again", async () => {
  const { id } = await draftSkill(developer, { submit: true, name: "Zyxwvut helper" });
  await decide(id);
  const body = { protected_names: ["zyxwvut zyxwvut.example"] };
  expect((await call("PATCH", "/v1/admin/settings", { key: admin.key, body })).status).toBe(200);
  await pass(id);
  expect(await decisions.applyDue()).toBe(0);
  expect([await statusOf(id), await dropped(id)]).toEqual(["pending", [[admin.id, expect.stringMatching(/names/)]]]);
  await decide(id);
  await pass(id);
  expect([await decisions.applyDue(), await statusOf(id)]).toEqual([1, "approved"]);
});

test("an undone decision never takes effect, and undoing twice changes nothing", async () => {
  const { id } = await waiting();
  await decide(id);
  await pass(id);
  const answers = await Promise.all([undo(id), undo(id, second)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.scheduled).toBeNull();
  expect(await decisions.applyDue()).toBe(0);
  expect(await statusOf(id)).toBe("pending");
});

test("who undoes another's decision is in the audit log and the decider is notified; nobody undoes one about their own skill", async () => {
  const seller = await administrator();
  const [{ id }, own] = [await waiting(), await draftSkill(seller, { submit: true })];
  await decide(own.id, { action: "reject", reason: "No." });
  const refused = await undo(own.id, seller);
  expect([refused.status, refused.body.error.code]).toEqual([403, "own_skill_review"]);
  expect(await prisma().scheduledDecision.count({ where: { skillId: own.id } })).toBe(1);
  await decide(id);
  expect((await undo(id, second)).status).toBe(200);
  await decide(id);
  expect((await undo(id)).status).toBe(200);
  const lines = await prisma().auditEvent.findMany({
    where: { subjectId: id, action: "skill.undo" },
    orderBy: { createdAt: "asc" },
  });
  expect(lines.map(({ actorId, details }) => [actorId, Object(details).decided_by])).toEqual([
    [second.id, admin.id],
    [admin.id, undefined],
  ]);
  expect(await dropped(id)).toEqual([[admin.id, expect.stringMatching(/undid your decision/)]]);
});

test("an undo and the job that meet have one outcome, which the undo reports", async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await waiting();
    await decide(id);
    await pass(id);
    const [answer] = await Promise.all([undo(id), decisions.applyDue()]);
    expect(await statusOf(id)).toBe(answer.status === 200 ? "pending" : "approved");
  }
});

test("another reviewer's held decision is not replaced, unless it is about an older revision", async () => {
  const { id } = await waiting();
  await decide(id);
  const late = await decide(id, { action: "reject", reason: "No." }, second);
  expect([late.status, late.body.error.code]).toEqual([409, "not_pending"]);
  await call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { description: "Counts signs." } });
  expect((await call("GET", `/v1/admin/skills/${id}`, { key: admin.key })).body.scheduled).toBeNull();
  expect((await decide(id, { revision: 2 }, second)).body.scheduled).toMatchObject({ decided_by: { id: second.id } });
});

test.each<[string, (id: string, by: Person) => Promise<unknown>, RegExp]>([
  [
    "the developer changed the skill",
    (id) => call("PATCH", `/v1/developer/skills/${id}`, { key: developer.key, body: { description: "Counts." } }),
    /look at revision 2/,
  ],
  [
    "the developer withdrew it",
    (id) => call("POST", `/v1/developer/skills/${id}/withdraw`, { key: developer.key, body: {} }),
    /look at revision 2/,
  ],
  [
    "the reviewer is an administrator no longer",
    (_, by) => prisma().account.update({ where: { id: by.id }, data: { role: "user" } }),
    /administrator no longer/,
  ],
  [
    "the reviewer is suspended",
    (_, by) => prisma().account.update({ where: { id: by.id }, data: { suspendedAt: new Date() } }),
    /administrator no longer/,
  ],
  [
    "the key was revoked",
    (_, by) => prisma().apiKey.updateMany({ where: { accountId: by.id }, data: { revokedAt: new Date() } }),
    /your key had ended/,
  ],
])("nothing is decided when %s meanwhile, and the reviewer is notified", async (_, meanwhile, why) => {
  const [{ id }, by] = [await waiting(), await administrator()];
  expect((await decide(id, {}, by)).status).toBe(200);
  await meanwhile(id, by);
  await pass(id);
  await decisions.applyDue();
  expect(await statusOf(id)).not.toBe("approved");
  expect(await dropped(id)).toEqual([[by.id, expect.stringMatching(why)]]);
  expect(await prisma().scheduledDecision.count({ where: { skillId: id } })).toBe(0);
});

test("what may not be decided is refused when it is scheduled", async () => {
  const { id } = await waiting();
  expect((await decide(id, { revision: 7 })).body.error.code).toBe("revision_changed");
  expect((await decide(id, { hold_seconds: 0 })).status).toBe(400);
  expect((await decide(id, { hold_seconds: 61 })).status).toBe(400);
  expect((await decide(id, {}, developer)).status).toBe(403);
  expect((await undo(id, developer)).status).toBe(403);
  const draft = await draftSkill(developer);
  expect((await decide(draft.id)).body.error.code).toBe("not_pending");
});
