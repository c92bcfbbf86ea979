import { beforeAll, describe, expect, test } from "vitest";
import { probeSubmissions } from "@/lib/demand/execution/submission-probes";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let admin: Person;
let second: Person;
let developer: Person;
beforeAll(async () => {
  [admin, second, developer] = await Promise.all([administrator(), administrator(), person("Ada")]);
});

const decide = (skill: TestSkill, action: string, by = admin) =>
  call("PATCH", "/v1/admin/skills", {
    key: by.key,
    body: { skill_id: skill.id, action, reason: "Say what it counts." },
  });
const change = (skill: TestSkill, body: object) =>
  call("PATCH", `/v1/developer/skills/${skill.id}`, { key: developer.key, body });
const detail = async (skill: TestSkill) => (await call("GET", `/v1/admin/skills/${skill.id}`, { key: admin.key })).body;
const appeal = (skill: TestSkill, reason = "It says so in line 3.", by = developer) =>
  call("POST", `/v1/developer/skills/${skill.id}/appeal`, { key: by.key, body: { reason } });
const waiting = (fields: object = {}) => draftSkill(developer, { submit: true, ...fields });
const rejected = async () => {
  const skill = await waiting();
  await decide(skill, "reject");
  return skill;
};
const noticesOf = (who: Person, kind: string) => prisma().notification.findMany({ where: { accountId: who.id, kind } });

describe("the note of a submission", () => {
  test("reviewers read it beside the last decision; it goes with a submission only", async () => {
    const skill = await waiting({ note: "Try it with a long text." });
    expect(await detail(skill)).toMatchObject({
      submission_note: "Try it with a long text.",
      last_decision: null,
    });
    await decide(skill, "reject");
    await change(skill, {
      description: "Counts the words of a text, not the signs.",
      note: "Now it says so.",
    });
    expect(await detail(skill)).toMatchObject({
      submission_note: "Now it says so.",
      last_decision: { action: "reject", reason: "Say what it counts.", revision: 1 },
    });
    const draft = await draftSkill(developer);
    for (const refused of [
      await change(draft, { name: "Other", note: "Not yet submitted." }),
      await change(draft, { submit: true, note: "x".repeat(1001) }),
    ])
      expect([refused.status, refused.body.error.param]).toEqual([400, "note"]);
    expect((await change(draft, { submit: true, note: "x".repeat(1000) })).status).toBe(200);
  });
});

describe("the conversation about a submission", () => {
  test("a reviewer asks about a line, the developer answers, and both are notified", async () => {
    const skill = await waiting();
    const asked = await call("POST", `/v1/admin/skills/${skill.id}/comments`, {
      key: admin.key,
      body: { text: "What does this send?", file: "scripts/run.sh", line: 12 },
    });
    expect(asked.body).toMatchObject({
      from: "reviewer",
      author: { id: admin.id },
      file: "scripts/run.sh",
      line: 12,
      field: null,
      revision: 1,
    });
    expect(await noticesOf(developer, "review_comment")).toHaveLength(1);
    const answered = await call("POST", `/v1/developer/skills/${skill.id}/comments`, {
      key: developer.key,
      body: { text: "Nothing; it prints." },
    });
    expect(answered.body).toMatchObject({ from: "developer", author: { id: developer.id, name: "Ada" } });
    expect(await noticesOf(admin, "review_answer")).toHaveLength(1);
    expect(await noticesOf(second, "review_answer")).toHaveLength(0);
    const own = await call("GET", `/v1/developer/skills/${skill.id}/comments`, { key: developer.key });
    expect(own.body.data.map(({ author, text }) => [author, text])).toEqual([
      [{ id: null, name: "the marketplace" }, "What does this send?"],
      [{ id: developer.id, name: "Ada" }, "Nothing; it prints."],
    ]);
  });

  test("others see and write nothing, and a draft has no conversation", async () => {
    const skill = await waiting();
    const stranger = await person();
    for (const [method, path, status] of [
      ["GET", `/v1/developer/skills/${skill.id}/comments`, 404],
      ["POST", `/v1/developer/skills/${skill.id}/comments`, 404],
      ["GET", `/v1/admin/skills/${skill.id}/comments`, 403],
      ["POST", `/v1/admin/skills/${skill.id}/comments`, 403],
    ] as const) {
      const body = method === "POST" ? { text: "Hello" } : undefined;
      const answer = await call(method, path, { key: stranger.key, ...(body && { body }) });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
    const draft = await draftSkill(developer);
    const early = await call("POST", `/v1/developer/skills/${draft.id}/comments`, {
      key: developer.key,
      body: { text: "Hello" },
    });
    expect(early.body.error.code).toBe("not_pending");
  });

  test.each([
    [{ text: "" }, "text"],
    [{ text: "x".repeat(1001) }, "text"],
    [{ text: "Why?", field: "slug" }, "field"],
    [{ text: "Why?", field: "readme", file: "SKILL.md" }, "file"],
    [{ text: "Why?", line: 3 }, "line"],
    [{ text: "Why?", field: "readme", line: 0 }, "line"],
  ])("%j is refused by name", async (body, param) => {
    const skill = await waiting();
    const answer = await call("POST", `/v1/admin/skills/${skill.id}/comments`, { key: admin.key, body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });
});

describe("an appeal", () => {
  test("brings the same revision back once, to another administrator than the one who rejected", async () => {
    const skill = await rejected();
    const { status, body } = await appeal(skill);
    expect([status, body.status, body.revision, body.appealed]).toEqual([200, "pending", 1, true]);
    expect(await detail(skill)).toMatchObject({
      appealed: true,
      submission_note: "It says so in line 3.",
      last_decision: { action: "reject" },
    });
    expect(await noticesOf(second, "review_appeal")).not.toHaveLength(0);
    const refused = await decide(skill, "reject");
    expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
    expect((await decide(skill, "reject", second)).body.status).toBe("rejected");
    const again = await appeal(skill);
    expect([again.status, again.body.error.code]).toEqual([409, "not_appealable"]);
    // A change is another submission, which may be appealed by itself.
    await change(skill, { description: "Counts the words of a text, not the signs." });
    await decide(skill, "reject");
    expect((await appeal(skill)).status).toBe(200);
    const audit = await call("GET", "/v1/admin/audit?action=skill.appeal", { key: admin.key });
    expect(audit.body.data).toContainEqual(expect.objectContaining({ subject_id: skill.id }));
  });

  test("is of the developer and of a rejection; two at once are one", async () => {
    const skill = await rejected();
    expect((await appeal(skill, "Mine!", await person())).status).toBe(404);
    expect((await appeal(skill, "")).body.error.param).toBe("reason");
    expect((await appeal(await waiting())).body.error.code).toBe("not_appealable");
    const both = await Promise.all([appeal(skill), appeal(skill)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the test call after a submission", () => {
  test("is made once, and says how the endpoint answered", async () => {
    const upstream = await startUpstream();
    const works = await waiting();
    const fails = await waiting({ api_endpoint: upstreamUrl("5xx") });
    const probeOf = async (skill: TestSkill) =>
      (await call("GET", `/v1/admin/skills/${skill.id}/probe`, { key: admin.key })).body.probe;
    expect(await probeOf(works)).toBeNull();
    while ((await probeSubmissions()) > 0);
    expect(await probeOf(works)).toMatchObject({ failure: null, result: { ok: true } });
    expect(await probeOf(fails)).toMatchObject({ result: { ok: false } });
    expect(await probeSubmissions()).toBe(0);
    await upstream.close();
  });

  test("comes from a caller whom the endpoint has never seen: neither its owner nor a reviewer by name", async () => {
    const upstream = await startUpstream();
    const callers = async (work: () => Promise<unknown>) => {
      const before = upstream.received.length;
      await work();
      return upstream.received.slice(before).map(({ headers }) => String(headers["x-caller-id"]));
    };
    const skill = await waiting();
    const own = await callers(() =>
      call("POST", `/v1/developer/skills/${skill.id}/probe`, { key: developer.key, body: {} }),
    );
    const automatic = await callers(probeSubmissions);
    const inspect = () => call("POST", `/v1/admin/skills/${skill.id}/probe`, { key: admin.key, body: {} });
    const manual = [...(await callers(inspect)), ...(await callers(inspect))];
    expect([own.length, automatic.length, manual.length]).toEqual([1, 1, 2]);
    const all = [...own, ...automatic, ...manual];
    expect(new Set(all).size).toBe(4);
    // As those of customers look.
    for (const id of all) expect(id).toMatch(new RegExp(`^[\\w-]{${own[0]?.length}}$`));
    await upstream.close();
  });

  test("is answered to administrators only", async () => {
    const upstream = await startUpstream();
    const works = await waiting();
    const unknown = await call("GET", `/v1/admin/skills/${newId()}/probe`, { key: admin.key });
    expect(unknown.body.error.code).toBe("not_found");
    const stranger = await call("GET", `/v1/admin/skills/${works.id}/probe`, { key: developer.key });
    expect(stranger.status).toBe(403);
    await upstream.close();
  });
});
