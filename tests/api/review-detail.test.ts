import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

const decide = (skill_id: string, action: string, more: object = {}) =>
  call("PATCH", "/v1/admin/skills", { key: admin.key, body: { skill_id, action, ...more } });
const waiting = (developer: Person) => draftSkill(developer, { submit: true });

describe("what reviewers are shown", () => {
  test("a resubmission is shown beside what was rejected, with the reason", async () => {
    const developer = await person();
    const skill = await waiting(developer);
    const detail = async () =>
      (await call("GET", `/v1/admin/skills/${skill.id}`, { key: admin.key })).body as Record<string, unknown>;
    expect((await detail()).rejected_revision).toBeNull();
    await decide(skill.id, "reject", { reason: "Say what it counts." });
    expect((await detail()).rejected_revision).toBeNull();
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { description: "Counts words and signs." },
    });
    expect(await detail()).toMatchObject({
      approved_revision: null,
      description: "Counts words and signs.",
      rejected_revision: {
        revision: 1,
        description: "Counts the words of a text.",
        rejection_reason: "Say what it counts.",
      },
    });
    await decide(skill.id, "approve");
    expect((await detail()).rejected_revision).toBeNull();
  });

  test("an approved skill with an open edit is still counted as approved once", async () => {
    const developer = await person();
    const counts = async () =>
      (await call("GET", "/v1/admin/skills?status=approved", { key: admin.key })).body.counts as Record<string, number>;
    const skill = await liveSkill(developer);
    const before = await counts();
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { name: "Edited", submit: false },
    });
    expect(await counts()).toMatchObject({
      approved: Number(before.approved) - 1,
      draft: Number(before.draft) + 1,
      ever_approved: before.ever_approved,
    });
  });

  test("before a suspension the running purchases and their unused rest are known", async () => {
    const [developer, buyer] = [await person(), await personWith(100)];
    const skill = await liveSkill(developer, {
      pricing_type: "subscription",
      price: 10,
      price_per_call: undefined,
      subscription_interval: "month",
    });
    const bought = await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
    expect(bought.status).toBe(200);
    const { body } = await call("GET", `/v1/admin/skills/${skill.id}`, { key: admin.key });
    const { count, refund } = body.running_purchases as { count: number; refund: number };
    expect(count).toBe(1);
    expect(refund).toBeGreaterThan(9.9);
    expect(refund).toBeLessThanOrEqual(10);
  });
});
