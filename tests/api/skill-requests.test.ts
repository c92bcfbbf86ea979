import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, type Person, person, unique } from "@/tests/support/people";
import { Visitor } from "@/tests/support/visitor";

const newTitle = () => `Fold paper w${unique()}w`;
const ask = ({ key }: Person, body: object) => call("POST", "/v1/skill-requests", { key, body });
const asked = async (who: Person, title = newTitle()) => (await ask(who, { title })).body as unknown as { id: string };
const vote = ({ key }: Person, id: string) => call("PUT", `/v1/skill-requests/${id}/vote`, { key });
const withdraw = ({ key }: Person, id: string) => call("DELETE", `/v1/skill-requests/${id}/vote`, { key });
const offer = ({ key }: Person, id: string, skill: string) =>
  call("POST", `/v1/skill-requests/${id}/offers`, { key, body: { skill } });
const report = ({ key }: Person, id: string) => call("POST", `/v1/skill-requests/${id}/report`, { key });
let reader: Promise<Person> | undefined;
const find = async (title: string, who?: Person) => {
  reader ??= person();
  const { key } = who ?? (await reader);
  return (await call("GET", `/v1/skill-requests?search=${encodeURIComponent(title)}`, { key })).body.data;
};
const notices = async ({ key }: Person, kind: string) =>
  (await call("GET", "/v1/notifications", { key })).body.data.filter((each) => each.kind === kind);
const NOWHERE = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";

describe("asking", () => {
  test("comes with one's own vote, is seen by everybody without a name, and is found by its words", async () => {
    const [asker, other] = [await person("Asker McName"), await person()];
    const title = newTitle();
    const made = await ask(asker, { title: ` ${title} `, text: "Cranes, mostly." });
    expect([made.status, made.body]).toMatchObject([200, { title, text: "Cranes, mostly.", votes: 1, voted: true }]);
    expect(await find(title)).toMatchObject([{ title, votes: 1, voted: false, offers: [] }]);
    expect(await find(title, other)).toMatchObject([{ voted: false }]);
    expect(await find(title, asker)).toMatchObject([{ voted: true }]);
    expect(JSON.stringify(await find(title))).not.toMatch(/McName|example\.com/);
    expect(await find(`${title} unheard`)).toEqual([]);
  });

  test("for what was asked before, in other case and punctuation, is a vote for it", async () => {
    const title = newTitle();
    const { id } = await asked(await person(), title);
    const again = await ask(await person(), { title: `${title.toUpperCase()}!`, text: "other" });
    expect(again.body).toMatchObject({ id, votes: 2, text: "" });
  });

  test("the same by many accounts at once makes one request with all their votes", async () => {
    const title = newTitle();
    const people = await Promise.all(Array.from({ length: 5 }, () => person()));
    const answers = await Promise.all(people.map((who) => ask(who, { title })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await find(title)).toMatchObject([{ votes: 5 }]);
  });

  test.each([
    [{ title: "" }, "title"],
    [{ title: "ab" }, "title"],
    [{ title: "x".repeat(81) }, "title"],
    [{ title: "..." }, "title"],
    [{ title: "Buy at https://spam.example" }, "title"],
    [{ title: "A skill", text: "see www.spam.example" }, "text"],
    [{ title: "A skill", text: "x".repeat(501) }, "text"],
    [{ title: "A skill", more: 1 }, "more"],
  ])("%j is refused", async (body, param) => {
    const { status, body: answer } = await ask(await person(), body);
    expect([status, answer.error.param]).toEqual([400, param]);
  });

  test("needs an account, and ends at 20 requests", async () => {
    expect((await call("POST", "/v1/skill-requests", { body: { title: "A skill" } })).status).toBe(401);
    const asker = await person();
    const rows = Array.from({ length: 20 }, () => {
      const title = newTitle();
      return { id: newId(), accountId: asker.id, title, text: "", words: title.toLowerCase(), votes: 1 };
    });
    await prisma().skillRequest.createMany({ data: rows });
    const { status, body } = await ask(asker, { title: newTitle() });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("you have 20 requests already")]);
    expect((await ask(asker, { title: rows[0]?.title })).status).toBe(200);
  });
});

describe("a vote", () => {
  test("counts once an account, also when it arrives several times at once", async () => {
    const [asker, other] = [await person(), await person()];
    const { id } = await asked(asker);
    await Promise.all(Array.from({ length: 6 }, () => vote(other, id)));
    expect((await vote(other, id)).body).toMatchObject({ votes: 2, voted: true });
    expect((await withdraw(other, id)).body).toMatchObject({ votes: 1, voted: false });
    expect((await withdraw(other, id)).body).toMatchObject({ votes: 1 });
  });

  test("that is the last one takes the request with it", async () => {
    const asker = await person();
    const title = newTitle();
    const { id } = await asked(asker, title);
    expect((await withdraw(asker, id)).body).toMatchObject({ votes: 0, voted: false });
    expect(await find(title)).toEqual([]);
    expect((await vote(asker, id)).status).toBe(404);
  });

  test("goes with a closed account; what others want stays", async () => {
    const [asker, other] = [await person(), await person()];
    const [shared, alone] = [newTitle(), newTitle()];
    const { id } = await asked(asker, shared);
    await asked(asker, alone);
    await vote(other, id);
    const visitor = new Visitor();
    await visitor.signIn(asker.email);
    expect((await visitor.api("DELETE", "/v1/account", { body: { password: "a long password" } })).status).toBe(200);
    expect(await find(shared)).toMatchObject([{ votes: 1 }]);
    expect(await find(alone)).toEqual([]);
  });

  test.each(["PUT", "DELETE"])("%s on what there is not is a 404", async (method) => {
    const { key } = await person();
    expect((await call(method, `/v1/skill-requests/${NOWHERE}/vote`, { key })).status).toBe(404);
  });
});

test("the most wanted come first, or the newest", async () => {
  const word = `sorted${unique()}w`;
  const [first, second] = [`${word} first`, `${word} second`];
  await asked(await person(), first);
  const { id } = await asked(await person(), second);
  await asked(await person(), `${word} third`);
  await vote(await person(), id);
  const { key } = await person();
  const titles = async (sort: string) =>
    (await call("GET", `/v1/skill-requests?search=${word}&sort=${sort}`, { key })).body.data.map(({ title }) => title);
  expect((await titles("votes"))[0]).toBe(second);
  expect((await titles("newest")).at(-1)).toBe(first);
});

describe("a developer", () => {
  test("offers a skill: everyone who wants it is notified once, and the request names the skill", async () => {
    const [asker, other, developer] = [await person(), await person(), await person()];
    const title = newTitle();
    const { id } = await asked(asker, title);
    await vote(other, id);
    await vote(developer, id);
    const { slug } = await liveSkill(developer, { name: "Paper folder" });
    for (const _ of [1, 2])
      expect((await offer(developer, id, slug)).body.offers).toEqual([{ slug, name: "Paper folder" }]);
    for (const who of [asker, other]) {
      const found = await notices(who, "request_offered");
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ path: `/skills/${slug}`, text: expect.stringContaining(title) });
    }
    expect(await notices(developer, "request_offered")).toEqual([]);
  });

  test("offers only skills of their own that are on the marketplace, and a skill that leaves is not shown", async () => {
    const [developer, other] = [await person(), await person()];
    const { id } = await asked(other);
    const live = await liveSkill(developer);
    const draft = await draftSkill(developer);
    for (const [who, slug] of [
      [other, live.slug],
      [developer, draft.slug],
      [developer, "no-such-skill"],
    ] as const) {
      const { status, body } = await offer(who, id, slug);
      expect([status, body.error.param]).toEqual([400, "skill"]);
    }
    expect((await offer(developer, NOWHERE, live.slug)).status).toBe(404);
    await offer(developer, id, live.slug);
    await call("POST", `/v1/developer/skills/${live.id}/unlist`, { key: developer.key });
    expect((await vote(other, id)).body.offers).toEqual([]);
  });

  test("is one of five at most, however many offer at once", async () => {
    const { id } = await asked(await person());
    const developers = await Promise.all(Array.from({ length: 7 }, () => person()));
    const offers = await Promise.all(
      developers.map(async (developer) => {
        const { slug } = await liveSkill(developer);
        return () => offer(developer, id, slug);
      }),
    );
    const statuses = (await Promise.all(offers.map((send) => send()))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 400, 400]);
  });
});

describe("moderation", () => {
  const all = async ({ key }: Person, query = "") =>
    (await call("GET", `/v1/admin/skill-requests${query}`, { key })).body;

  test("a report notifies administrators once; they see who asked, and remove the request", async () => {
    const admin = await administrator();
    const asker = await person();
    const title = newTitle();
    const { id } = await asked(asker, title);
    for (const _ of [1, 2]) expect((await report(await person(), id)).status).toBe(200);
    const told = await notices(admin, "request_reported");
    expect(told.filter(({ text }) => String(text).includes(title))).toHaveLength(1);
    const { data } = await all(admin, `?reported=true&search=${encodeURIComponent(title)}`);
    expect(data).toMatchObject([{ id, asked_by: { email: asker.email }, reported_at: expect.any(String) }]);
    const removed = await call("DELETE", `/v1/admin/skill-requests/${id}`, { key: admin.key });
    expect([removed.status, removed.body]).toMatchObject([200, { id }]);
    expect(await find(title)).toEqual([]);
    const audit = await call("GET", "/v1/admin/audit?action=request.remove", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({ subject_type: "request", subject_id: id });
  });

  test("a request that is kept can't be reported again", async () => {
    const [admin, someone] = [await administrator(), await person()];
    const title = newTitle();
    const { id } = await asked(someone, title);
    await report(someone, id);
    const kept = await call("POST", `/v1/admin/skill-requests/${id}/keep`, { key: admin.key });
    expect(kept.body).toMatchObject({ id, reported_at: null });
    await report(someone, id);
    expect((await all(admin, `?reported=true&search=${encodeURIComponent(title)}`)).total).toBe(0);
  });

  test("is for administrators, and of what there is", async () => {
    const [admin, someone] = [await administrator(), await person()];
    const { id } = await asked(someone);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", `/${id}`],
      ["POST", `/${id}/keep`],
    ] as const)
      expect((await call(method, `/v1/admin/skill-requests${path}`, { key: someone.key })).status).toBe(403);
    for (const [method, path] of [
      ["DELETE", `/${NOWHERE}`],
      ["POST", `/${NOWHERE}/keep`],
    ] as const)
      expect((await call(method, `/v1/admin/skill-requests${path}`, { key: admin.key })).status).toBe(404);
    expect((await report(someone, NOWHERE)).status).toBe(404);
  });
});
