import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { byStatus } from "@/tests/support/money";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

let admin: Person;
let second: Person;
let developer: Person;
beforeAll(async () => {
  [admin, second, developer] = await Promise.all([administrator(), administrator(), person("Developer")]);
});

const report = (by: Person, slug: string, body: object = { kind: "broken", text: "It never answers." }) =>
  call("POST", `/v1/skills/${slug}/reports`, { key: by.key, body });
const decide = (id: string, action: string, note = "We looked at it.", by = admin) =>
  call("POST", `/v1/admin/reports/${id}/decision`, { key: by.key, body: { action, note } });
const queue = async (query: string) => (await call("GET", `/v1/admin/reports?${query}`, { key: admin.key })).body;

describe("POST /v1/skills/{slug}/reports", () => {
  test("a report is kept, its reporter sees it among their own, and nobody else's", async () => {
    const [skill, reporter] = [await liveSkill(developer), await person()];
    const { status, body } = await report(reporter, skill.slug);
    expect([status, body.state, body.kind]).toEqual([200, "open", "broken"]);
    const own = await call("GET", "/v1/reports", { key: reporter.key });
    expect(own.body.data).toEqual([expect.objectContaining({ id: body.id, text: "It never answers." })]);
    expect((await call("GET", "/v1/reports", { key: developer.key })).body.data).toEqual([]);
  });

  test("one open report an account and skill, also of twenty at once; another one after it is decided", async () => {
    const [skill, reporter] = [await liveSkill(developer), await person()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(reporter, skill.slug)));
    expect(byStatus(answers)).toEqual({ 200: 1, 409: 19 });
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe("already_reported");
    expect((await report(await person(), skill.slug)).status).toBe(200);
    await decide(answers.find(({ status }) => status === 200)?.body.id ?? "", "dismiss");
    expect((await report(reporter, skill.slug)).status).toBe(200);
  });

  test.each([
    [{ kind: "broken", text: "   " }, "text"],
    [{ kind: "broken", text: "x".repeat(2001) }, "text"],
    [{ kind: "ugly", text: "x" }, "kind"],
    [{ text: "x" }, "kind"],
    [{ kind: "other", text: "x", state: "dismissed" }, "state"],
  ])("%j is refused by name", async (body, param) => {
    const answer = await report(await person(), (await liveSkill(developer)).slug, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test("what is not on the marketplace is a 404, one's own skill cannot be reported, nobody is 401", async () => {
    const [draft, skill] = [await draftSkill(developer), await liveSkill(developer)];
    expect((await report(await person(), draft.slug)).status).toBe(404);
    expect((await report(developer, skill.slug)).body.error.code).toBe("own_skill");
    expect((await call("POST", `/v1/skills/${skill.slug}/reports`, { body: {} })).status).toBe(401);
  });
});

describe("triage", () => {
  test("the queue shows who reports what, oldest first, with filters and counts", async () => {
    const skill = await liveSkill(developer);
    const [first, next] = [await person("First"), await person("Next")];
    const ids = [
      (await report(first, skill.slug, { kind: "malware", text: "It mines." })).body.id,
      (await report(next, skill.slug)).body.id,
    ];
    const { data, counts, total } = await queue(`state=open&skill=${skill.slug}`);
    expect([data.map(({ id }) => id), total]).toEqual([ids, 2]);
    expect(data[0]).toMatchObject({
      kind: "malware",
      open_reports: 2,
      skill: { slug: skill.slug, live: true, developer: { email: developer.email } },
      reporter: { email: first.email, reports: 1, dismissed: 0 },
    });
    expect((counts as Record<string, number>).open).toBe(
      await prisma().skillReport.count({ where: { state: "open" } }),
    );
    expect((await queue(`skill=${skill.slug}&kind=malware`)).data.length).toBe(1);
    expect((await queue(`skill=${skill.slug}&state=warned`)).data).toEqual([]);
  });

  test("a dismissal closes the report, and its reporter sees it", async () => {
    const [skill, reporter] = [await liveSkill(developer), await person()];
    const { id } = (await report(reporter, skill.slug)).body;
    const { body } = await decide(id, "dismiss");
    expect(body).toMatchObject({
      state: "dismissed",
      note: "We looked at it.",
      decided_by: { id: admin.id },
    });
    const own = (await call("GET", "/v1/reports", { key: reporter.key })).body.data[0];
    expect(own?.state).toBe("dismissed");
    expect(own).not.toHaveProperty("note");
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: reporter.key })).status).toBe(200);
  });

  test("a warning reaches the developer in the skill's history", async () => {
    const [skill, reporter] = [await liveSkill(developer), await person()];
    await decide((await report(reporter, skill.slug)).body.id, "warn", "Say that figures are estimates.");
    const history = await call("GET", `/v1/developer/skills/${skill.id}/history`, { key: developer.key });
    expect(history.body.data[0]).toMatchObject({ action: "warn", reason: "Say that figures are estimates." });
    expect(JSON.stringify(history.body)).not.toContain(reporter.email);
  });

  test("a suspension takes the skill away and closes all its open reports", async () => {
    const skill = await liveSkill(developer);
    const [first, next] = [await person(), await person()];
    const { id } = (await report(first, skill.slug)).body;
    await report(next, skill.slug);
    const { body } = await decide(id, "suspend", "It mines.");
    expect(body).toMatchObject({
      state: "suspended",
      open_reports: 0,
      skill: { live: false, suspended: true },
    });
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: first.key })).status).toBe(404);
    expect((await call("GET", "/v1/reports", { key: next.key })).body.data[0]?.state).toBe("suspended");
    const actions = await prisma().auditEvent.findMany({ where: { subjectId: { in: [id, skill.id] } } });
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      "report.suspend",
      "skill.approve",
      "skill.suspend",
    ]);
  });

  test("of two administrators who decide at once one wins, and the other is told what was decided", async () => {
    for (let round = 0; round < 8; round++) {
      const skill = await liveSkill(developer);
      const reports = await Promise.all([report(await person(), skill.slug), report(await person(), skill.slug)]);
      const [one, other] = reports.map(({ body }) => body.id);
      const answers = await Promise.all([
        decide(one ?? "", "suspend"),
        decide(one ?? "", "dismiss", "No.", second),
        decide(other ?? "", "suspend", "Yes.", second),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(await prisma().skillReport.count({ where: { skillId: skill.id, state: "open" } })).toBe(0);
      const told = answers.filter(({ status }) => status === 409);
      expect(told.length).toBeGreaterThanOrEqual(1);
      for (const { body } of told) expect(body.error.code).toBe("already_decided");
      expect(await prisma().auditEvent.count({ where: { subjectId: skill.id, action: "skill.suspend" } })).toBe(1);
    }
  });

  test("a note is required, and an unknown report is a 404", async () => {
    const { id } = (await report(await person(), (await liveSkill(developer)).slug)).body;
    expect((await decide(id, "dismiss", "")).body.error.param).toBe("note");
    expect((await decide("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "dismiss")).status).toBe(404);
  });
});
