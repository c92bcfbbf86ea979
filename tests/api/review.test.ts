import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

let admin: Person;
let second: Person;
beforeAll(async () => {
  [admin, second] = await Promise.all([administrator(), administrator()]);
});

const decide = (skill_id: string, action: string, more: object = {}, by = admin) =>
  call("PATCH", "/v1/admin/skills", { key: by.key, body: { skill_id, action, ...more } });
const waiting = async (developer: Person) => draftSkill(developer, { submit: true });

/** What must hold of every skill, whatever happened to it. */
async function expectConsistent(skillId: string): Promise<void> {
  const skill = await prisma().skill.findUniqueOrThrow({
    where: { id: skillId },
    include: { revisions: true },
  });
  const listing = await prisma().listing.findUnique({ where: { skillId } });
  const current = skill.revisions.find(({ id }) => id === skill.currentRevisionId);
  expect(current?.status).toBe(skill.status);
  expect(skill.revisions.filter(({ status }) => status === "pending").length).toBe(skill.status === "pending" ? 1 : 0);
  expect(listing?.revisionId ?? null).toBe(skill.liveRevisionId);
  if (listing)
    expect(skill.revisions.find(({ id }) => id === listing.revisionId)).toMatchObject({
      status: "approved",
      name: listing.name,
    });
}

describe("GET and PATCH /v1/admin/skills", () => {
  test("the queue is oldest first, with developers; anonymous requests get 401 and users 403", async () => {
    const developer = await person("Ada");
    const first = await waiting(developer);
    const next = await waiting(developer);
    const { body } = await call("GET", "/v1/admin/skills?status=pending&limit=100", { key: admin.key });
    const ids = body.data.map(({ id }) => id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(next.id));
    expect(body.data.find(({ id }) => id === first.id)).toMatchObject({
      developer: { id: developer.id, email: developer.email, name: "Ada" },
      status: "pending",
    });
    for (const [method, path] of [
      ["GET", "/v1/admin/skills"],
      ["PATCH", "/v1/admin/skills"],
      ["GET", "/v1/admin/audit"],
    ] as const) {
      const refused = await call(method, path, {
        key: developer.key,
        ...(method === "PATCH" && { body: {} }),
      });
      expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
      expect((await call(method, path)).status).toBe(401);
    }
  });

  test("an approval publishes, and is in the history and the audit log", async () => {
    const developer = await person();
    const skill = await waiting(developer);
    const { status, body } = await decide(skill.id, "approve", { revision: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: skill.id, status: "approved", live: true });
    const history = await call("GET", `/v1/developer/skills/${skill.id}/history`, { key: developer.key });
    expect(history.body.data.map(({ action }) => action)).toEqual(["approve", "submit"]);
    expect(history.body.data.map(({ actor }) => actor)).toMatchObject([
      { id: null, name: "the marketplace" },
      { id: developer.id },
    ]);
    const audit = await call("GET", "/v1/admin/audit?limit=100", { key: admin.key });
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: "skill.approve",
        subject_id: skill.id,
        actor: expect.objectContaining({ id: admin.id }),
      }),
    );
    await expectConsistent(skill.id);
  });

  test("a rejection keeps its reason, and publishes nothing", async () => {
    const skill = await waiting(await person());
    expect((await decide(skill.id, "reject", { reason: "The endpoint doesn't respond." })).body).toMatchObject({
      status: "rejected",
      live: false,
      rejection_reason: "The endpoint doesn't respond.",
    });
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: admin.key })).status).toBe(404);
  });

  test("what does not wait cannot be decided, and a revision that was not looked at neither", async () => {
    const developer = await person();
    const draft = await draftSkill(developer);
    expect((await decide(draft.id, "approve")).body.error.code).toBe("not_pending");
    const skill = await waiting(developer);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { name: "Changed meanwhile" },
    });
    const stale = await decide(skill.id, "approve", { revision: 1 });
    expect([stale.status, stale.body.error.code, stale.body.error.details.current_revision]).toEqual([
      409,
      "revision_changed",
      2,
    ]);
    expect((await decide(skill.id, "approve", { revision: 2 })).status).toBe(200);
  });

  test.each([
    [{ skill_id: "nonsense", action: "approve" }, "skill_id"],
    [{ action: "approve" }, "skill_id"],
    [{ skill_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", action: "delete" }, "action"],
    [{ skill_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", action: "reject", reason: "x".repeat(1001) }, "reason"],
  ])("%j is refused by name", async (body, param) => {
    const answer = await call("PATCH", "/v1/admin/skills", { key: admin.key, body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test("an unknown skill is a 404", async () => {
    expect((await decide("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "approve")).status).toBe(404);
  });
});

describe("races", () => {
  test("of two concurrent decisions one wins, and the other gets an error", async () => {
    for (let round = 0; round < 10; round++) {
      const skill = await waiting(await person());
      const answers = await Promise.all([
        decide(skill.id, "approve"),
        decide(skill.id, "reject", {}, second),
        decide(skill.id, "approve", {}, second),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const events = await prisma().reviewEvent.count({
        where: { skillId: skill.id, action: { not: "submit" } },
      });
      expect(events).toBe(1);
      await expectConsistent(skill.id);
    }
  });

  test("an edit during an approval either waits behind it or is what was approved", async () => {
    for (let round = 0; round < 10; round++) {
      const developer = await person();
      const skill = await waiting(developer);
      const [decision, edit] = await Promise.all([
        decide(skill.id, "approve", { revision: 1 }),
        call("PATCH", `/v1/developer/skills/${skill.id}`, {
          key: developer.key,
          body: { name: `Edit ${round}` },
        }),
      ]);
      expect(edit.status).toBe(200);
      expect([200, 409]).toContain(decision.status);
      expect((await call("GET", `/v1/developer/skills/${skill.id}`, { key: developer.key })).body).toMatchObject({
        status: "pending",
        revision: 2,
        live: decision.status === 200,
      });
      await expectConsistent(skill.id);
    }
  });

  test("a resubmission during a rejection leaves exactly one revision that waits", async () => {
    for (let round = 0; round < 10; round++) {
      const developer = await person();
      const skill = await liveSkill(developer);
      await call("PATCH", `/v1/developer/skills/${skill.id}`, {
        key: developer.key,
        body: { name: "Second" },
      });
      const [decision, edit] = await Promise.all([
        decide(skill.id, "reject", { revision: 2, reason: "No." }),
        call("PATCH", `/v1/developer/skills/${skill.id}`, {
          key: developer.key,
          body: { name: "Third", submit: true },
        }),
      ]);
      expect([decision.status === 200 || decision.status === 409, edit.status]).toEqual([true, 200]);
      expect((await call("GET", `/v1/developer/skills/${skill.id}`, { key: developer.key })).body).toMatchObject({
        status: "pending",
        revision: 3,
        live: true,
      });
      await expectConsistent(skill.id);
    }
  });

  test("a price that changes during an approval is the price on the marketplace", async () => {
    for (let round = 0; round < 10; round++) {
      const developer = await person();
      const skill = await waiting(developer);
      const price = 1 + round;
      const [decision, edit] = await Promise.all([
        decide(skill.id, "approve", { revision: 1 }),
        call("PATCH", `/v1/developer/skills/${skill.id}`, {
          key: developer.key,
          body: { price_per_call: price },
        }),
      ]);
      expect([decision.status, edit.status]).toEqual([200, 200]);
      const shown = await call("GET", `/v1/skills/${skill.slug}`, { key: admin.key });
      expect(shown.body).toMatchObject({ price_per_call: price, version: 1 });
      await expectConsistent(skill.id);
    }
  });

  test("twenty parallel submissions of a draft make one history entry and one pending revision", async () => {
    const developer = await person();
    const skill = await draftSkill(developer);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body: { submit: true } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await prisma().reviewEvent.count({ where: { skillId: skill.id } })).toBe(1);
    await expectConsistent(skill.id);
  });

  test("thirty parallel edits of one skill make thirty revisions in a row", async () => {
    const developer = await person();
    const skill = await liveSkill(developer);
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        call("PATCH", `/v1/developer/skills/${skill.id}`, {
          key: developer.key,
          body: { name: `Edit ${i}` },
        }),
      ),
    );
    const numbers = await prisma().skillRevision.findMany({
      where: { skillId: skill.id },
      orderBy: { number: "asc" },
    });
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
    await expectConsistent(skill.id);
  });
});
