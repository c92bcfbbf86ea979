import { beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { byStatus, personWith, run } from "@/tests/support/money";
import { administrator, draftSkill, liveSkill, type Person, person, unique } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let admin: Person;
let second: Person;
beforeAll(async () => {
  [admin, second] = await Promise.all([administrator(), administrator()]);
  const upstream = await startUpstream();
  return () => upstream.close();
});

const act = (id: string, what: "suspend" | "unsuspend", reason = "Serves malware.", by = admin) =>
  call("POST", `/v1/admin/skills/${id}/${what}`, { key: by.key, body: { reason } });

describe("suspension of a skill", () => {
  test("it leaves the marketplace at once, its developer reads why, and it comes back with its figures", async () => {
    const developer = await person();
    const skill = await liveSkill(developer);
    const buyer = await personWith(5);
    for (let i = 0; i < 3; i++) await run(buyer.key, skill.slug);
    await call("PUT", `/v1/skills/${skill.slug}/reviews`, { key: buyer.key, body: { rating: 2 } });
    const before = (await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body;
    const { status, body } = await act(skill.id, "suspend");
    expect([status, body.live, body.status]).toEqual([200, false, "approved"]);
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).status).toBe(404);
    expect((await run(buyer.key, skill.slug)).status).toBe(404);
    const own = await call("GET", `/v1/developer/skills/${skill.id}`, { key: developer.key });
    expect(own.body).toMatchObject({ live: false, suspension: { reason: "Serves malware." } });
    const history = await call("GET", `/v1/developer/skills/${skill.id}/history`, { key: developer.key });
    expect(history.body.data[0]).toMatchObject({ action: "suspend", reason: "Serves malware." });
    await act(skill.id, "unsuspend", "It does not any more.");
    const after = (await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body;
    expect([after.rating, after.published_at]).toEqual([before.rating, before.published_at]);
    expect((await run(buyer.key, skill.slug)).status).toBe(200);
  });

  test("a suspended skill cannot be bought, and an edit that is approved meanwhile waits for its end", async () => {
    const developer = await person();
    const terms = { pricing_type: "subscription", price: 2, price_per_call: null };
    const skill = await liveSkill(developer, terms);
    await act(skill.id, "suspend");
    const buyer = await personWith(5);
    expect((await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key })).status).toBe(404);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { name: "Mended", price: 3 },
    });
    const approved = await call("PATCH", "/v1/admin/skills", {
      key: admin.key,
      body: { skill_id: skill.id, action: "approve" },
    });
    expect(approved.body).toMatchObject({ status: "approved", live: false });
    expect((await act(skill.id, "unsuspend")).body.live).toBe(true);
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body).toMatchObject({
      name: "Mended",
      price: 3,
    });
  });

  test("a draft can be suspended, which keeps it away when it is approved", async () => {
    const skill = await draftSkill(await person());
    expect((await act(skill.id, "suspend")).body).toMatchObject({ status: "draft", live: false });
    expect((await act("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "suspend")).status).toBe(404);
    expect((await act(skill.id, "suspend", " ")).body.error.param).toBe("reason");
  });

  test("two administrators at once suspend once, with one notification", async () => {
    for (let round = 0; round < 5; round++) {
      const skill = await liveSkill(await person());
      const answers = await Promise.all([
        act(skill.id, "suspend"),
        act(skill.id, "suspend", "Also.", second),
        act(skill.id, "suspend", "Too.", second),
      ]);
      expect(byStatus(answers)).toEqual({ 200: 3 });
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.suspension))).size).toBe(1);
      expect(await prisma().auditEvent.count({ where: { subjectId: skill.id, action: "skill.suspend" } })).toBe(1);
    }
  });

  test("purchases amid a suspension leave the ledger sound", async () => {
    const terms = { pricing_type: "subscription", price: 2, price_per_call: null };
    const skill = await liveSkill(await person(), terms);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => personWith(5)));
    const answers = await Promise.all([
      ...buyers.map(({ key }) => call("POST", `/v1/skills/${skill.slug}/purchase`, { key })),
      act(skill.id, "suspend"),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
  });
});

describe("the queue's filters", () => {
  test("search finds name, slug and developer; kinds distinguish new skills, edits and suspended ones", async () => {
    const mark = `Zephyr${unique()}x`;
    const developer = await person(`Developer ${mark}`);
    const fresh = await draftSkill(developer, { submit: true });
    const edited = await liveSkill(developer, { category: "data" });
    await call("PATCH", `/v1/developer/skills/${edited.id}`, {
      key: developer.key,
      body: { name: "Edited" },
    });
    const suspended = await liveSkill(developer);
    await act(suspended.id, "suspend");
    const find = async (query: string) => {
      const { body } = await call("GET", `/v1/admin/skills?search=${mark}&${query}`, { key: admin.key });
      return body.data.map(({ id }) => id).toSorted();
    };
    expect(await find("")).toEqual([fresh.id, edited.id, suspended.id].toSorted());
    expect(await find("kind=new")).toEqual([fresh.id]);
    expect(await find("status=pending&kind=edit")).toEqual([edited.id]);
    expect(await find("kind=suspended")).toEqual([suspended.id]);
    expect(await find("category=data")).toEqual([edited.id]);
    expect(await find("execution_type=download")).toEqual([]);
    const { body } = await call("GET", `/v1/admin/skills?search=${fresh.slug}&limit=1`, { key: admin.key });
    expect([body.total, body.data[0]?.id]).toEqual([1, fresh.id]);
    const counts = body.counts as Record<string, number>;
    expect([counts.pending, counts.suspended]).toEqual([
      await prisma().skill.count({ where: { status: "pending" } }),
      await prisma().skill.count({ where: { suspendedAt: { not: null } } }),
    ]);
  });
});
