import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { actingFor, keyOf, member, organization, verified } from "@/tests/support/organizations";
import { administrator, person, skillFields, unique } from "@/tests/support/people";
import { answer, CONTENT, create, encoded } from "@/tests/support/private-skills";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe("a private skill", () => {
  test("is in use as soon as it is submitted, under its organization's handle, and costs its members nothing", async () => {
    const acme = await organization();
    const developer = await member(acme, "developer");
    const made = await create(acme, developer, { slug: "ledger" });
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        slug: `@${acme.handle}/ledger`,
        visibility: "organization",
        status: "approved",
        live: false,
        price_per_call: 0,
      },
    ]);
    const { key } = await keyOf(acme, await member(acme, "member"));
    const path = `/v1/skills/${encoded(made.body.slug)}`;
    const seen = await call("GET", path, { key });
    expect([seen.status, seen.body]).toMatchObject([200, { visibility: "organization", access: { reason: "owner" } }]);
    const run = await call("POST", `${path}/execute`, { key, body: {} });
    expect([run.status, run.body.usage]).toMatchObject([200, { cost: 0, skill: `@${acme.handle}/ledger` }]);
    // A path whose slash is not encoded is the same.
    expect((await send("GET", `/v1/skills/@${acme.handle}/ledger`, { key })).status).toBe(200);
  });

  test("is listed and searched by members only, with exact totals", async () => {
    const acme = await organization();
    const developer = await member(acme, "developer");
    for (const name of ["Quarterly ledger", "Quarterly forecast", "Travel policy"])
      await create(acme, developer, { name });
    const list = (query: string, by = acme.owner) =>
      by.visitor.api("GET", `/v1/organizations/${acme.handle}/skills${query}`);
    expect((await list("")).body).toMatchObject({ total: 3 });
    const found = await list("?search=quarterly&limit=1");
    expect([found.body.total, found.body.data.length, found.body.has_more]).toEqual([2, 1, true]);
    expect((await list("?category=data")).body).toMatchObject({ total: 0 });
    expect(answer(await list("", await verified()))).toBe("404 not_found");
    // What changes is seen in the next search, also if a change with a later time was seen before.
    const last = await create(acme, developer, { name: "Quarterly review" });
    expect((await list("?search=quarterly")).body).toMatchObject({ total: 3 });
    await prisma().skill.update({ where: { id: last.body.id }, data: { updatedAt: new Date(Date.now() + 60_000) } });
    expect((await list("?search=quarterly")).body).toMatchObject({ total: 3 });
    const first = (await list("?search=forecast")).body.data[0];
    await developer.visitor.api("PATCH", `/v1/developer/skills/${first?.id}`, {
      headers: actingFor(acme),
      body: { name: "Yearly forecast", submit: true },
    });
    expect((await list("?search=quarterly")).body).toMatchObject({ total: 2 });
  });

  test("is refused with a price, of a person, and by a member who may not publish", async () => {
    const acme = await organization();
    expect((await create(acme, acme.owner, { price_per_call: 1 })).body.error.param).toBe("price_per_call");
    expect(answer(await create(acme, await member(acme, "member")))).toBe("403 role_required");
    const someone = await person();
    const body = { ...CONTENT, slug: "mine", visibility: "organization" };
    const own = await call("POST", "/v1/developer/skills", { key: someone.key, body });
    expect([own.status, own.body.error.param]).toEqual([400, "visibility"]);
    const made = await create(acme, acme.owner);
    const path = `/v1/developer/skills/${made.body.id}`;
    const headers = actingFor(acme);
    const change = await acme.owner.visitor.api("PATCH", path, { headers, body: { pricing_type: "subscription" } });
    expect([change.status, change.body.error.param]).toEqual([400, "pricing_type"]);
  });

  test("may have the slug of a public skill, and that of another organization's; only its own organization finds it taken", async () => {
    const [acme, globex] = [await organization(), await organization()];
    const slug = `same-${unique()}`;
    const someone = await person();
    const open = await call("POST", "/v1/developer/skills", { key: someone.key, body: skillFields({ slug }) });
    expect(open.status).toBe(200);
    expect((await create(acme, acme.owner, { slug })).status).toBe(200);
    expect((await create(globex, globex.owner, { slug })).status).toBe(200);
    expect(answer(await create(acme, acme.owner, { slug }))).toBe("400 slug_taken");
  });

  test("ends with the membership, also for a call that is being opened", async () => {
    const acme = await organization();
    const { body } = await create(acme, acme.owner);
    const guest = await member(acme, "member");
    const { key } = await keyOf(acme, guest);
    const path = `/v1/skills/${encoded(body.slug)}/execute`;
    expect((await call("POST", path, { key, body: {} })).status).toBe(200);
    const leave = () =>
      acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}/members/${guest.person.id}`, { body: {} });
    const [run, left] = await Promise.all([call("POST", path, { key, body: {} }), leave()]);
    expect([200, 401]).toContain(run.status);
    expect(left.status).toBe(200);
    expect((await call("POST", path, { key, body: {} })).status).toBe(401);
  });

  test("follows its organization's handle, and ends with the organization", async () => {
    const acme = await organization();
    const { body } = await create(acme, acme.owner, { slug: "ledger" });
    const { key, id } = await keyOf(acme, acme.owner, { skills: [body.slug] });
    await prisma().account.update({ where: { id: acme.id }, data: { handle: `new-${acme.handle}` } });
    const moved = `@new-${acme.handle}/ledger`;
    expect(await prisma().apiKey.findUnique({ where: { id } })).toMatchObject({ skills: [moved] });
    expect((await call("GET", `/v1/skills/${encoded(moved)}`, { key })).status).toBe(200);
    expect((await call("GET", `/v1/skills/${encoded(body.slug)}`, { key })).status).toBe(404);
    await pool().query("SELECT account_close($1)", [acme.id]);
    const closed = await prisma().skill.findUniqueOrThrow({ where: { id: body.id } });
    expect(closed.liveRevisionId).toBeNull();
    expect(closed.slug).not.toContain(acme.handle);
  });

  test("can be taken out of use and submitted again, and is never deleted or listed", async () => {
    const acme = await organization();
    const { body } = await create(acme, acme.owner);
    const { key } = await keyOf(acme, acme.owner);
    const path = `/v1/skills/${encoded(body.slug)}`;
    const own = (method: string, below: string, sent?: object) =>
      acme.owner.visitor.api(method, `/v1/developer/skills/${body.id}${below}`, {
        headers: actingFor(acme),
        body: sent,
      });
    expect(answer(await own("POST", "/relist", {}))).toBe(200);
    expect(await prisma().listing.count({ where: { skillId: body.id } })).toBe(0);
    expect((await own("POST", "/unlist", {})).body).toMatchObject({ status: "rejected", approved: false });
    expect((await call("GET", path, { key })).status).toBe(404);
    expect(answer(await own("DELETE", ""))).toBe("409 not_deletable");
    expect((await own("PATCH", "", { submit: true })).body).toMatchObject({ status: "approved", revision: 2 });
    expect((await call("GET", path, { key })).status).toBe(200);
    await expect(prisma().skill.update({ where: { id: body.id }, data: { unlistedAt: null } })).rejects.toThrow();
  });
});

test("its steps are in the organization's audit log by the member who took them, and name it by its id only", async () => {
  const acme = await organization();
  const developer = await member(acme, "developer");
  const as = (method: string, path: string, sent: object) =>
    developer.visitor.api(method, `/v1/developer/skills/${path}`, { headers: actingFor(acme), body: sent });
  const draft = (await create(acme, developer, { submit: false })).body;
  expect(answer(await as("DELETE", draft.id, {}))).toBe(200);
  const used = (await create(acme, developer)).body;
  expect(answer(await as("POST", `${used.id}/unlist`, { reason: "It is old." }))).toBe(200);
  const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit`);
  const by = { actor: { id: developer.person.id }, details: { revision: 1 } };
  expect(log.body.data.slice(0, 3)).toMatchObject([
    { action: "skill.unlist", subject_id: used.id, ...by },
    { action: "private_skill.approve", subject_id: used.id, ...by },
    { action: "skill.delete", subject_id: draft.id, ...by },
  ]);
  expect(log.body.data.map(({ details }) => JSON.stringify(details)).join()).not.toMatch(/old|@/);
});

test("who has left the organization sees nothing of a private skill that they reported", async () => {
  const acme = await organization();
  const { body } = await create(acme, acme.owner, { name: "Quarterly ledger" });
  const guest = await member(acme, "member");
  const { key } = await keyOf(acme, guest);
  const report = { kind: "malware", text: "It sends our files away." };
  expect((await call("POST", `/v1/skills/${encoded(body.slug)}/reports`, { key, body: report })).status).toBe(200);
  const seen = async () => {
    const own = await call("GET", "/v1/reports", { key: guest.person.key });
    const exported = await guest.visitor.api("GET", "/v1/account/export");
    return [own.body.data[0]?.skill, exported.text.includes("/tool-")];
  };
  expect(await seen()).toEqual([{ slug: body.slug, name: "Quarterly ledger" }, true]);
  const path = `/v1/organizations/${acme.handle}/members/${guest.person.id}`;
  expect((await acme.owner.visitor.api("DELETE", path, { body: {} })).status).toBe(200);
  const suspend = `/v1/admin/skills/${body.id}/suspend`;
  const { key: admin } = await administrator();
  expect((await call("POST", suspend, { key: admin, body: { reason: "Malware." } })).status).toBe(200);
  expect(await seen()).toEqual([{ slug: "", name: "" }, false]);
  const notices = await call("GET", "/v1/notifications", { key: guest.person.key });
  expect(notices.text).not.toContain("Quarterly");
});

test("a member's report reaches the operator, who suspends it, which is in the organization's log", async () => {
  const acme = await organization();
  const developer = await member(acme, "developer");
  const { body } = await create(acme, developer);
  const { key } = await keyOf(acme, await member(acme, "member"));
  const path = `/v1/skills/${encoded(body.slug)}`;
  const report = { kind: "malware", text: "It sends our files away." };
  expect(answer(await call("POST", `${path}/reports`, { key: (await person()).key, body: report }))).toBe(
    "404 not_found",
  );
  expect(answer(await call("POST", `${path}/reports`, { key, body: report }))).toBe(200);
  const admin = await administrator();
  expect((await call("GET", `/v1/admin/skills/${body.id}`, { key: admin.key })).status).toBe(404);
  const suspend = `/v1/admin/skills/${body.id}/suspend`;
  expect(answer(await call("POST", suspend, { key: admin.key, body: { reason: "Malware." } }))).toBe(200);
  const [notice] = (await call("GET", "/v1/notifications", { key: developer.person.key })).body.data;
  expect([notice?.kind, notice?.title]).toEqual(["skill_suspended", expect.stringMatching(/was suspended$/)]);
  expect(JSON.stringify(notice)).not.toMatch(/marketplace|refunded/);
  expect((await call("GET", path, { key })).status).toBe(404);
  expect((await call("POST", `${path}/execute`, { key, body: {} })).status).toBe(404);
  const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=skill`);
  expect(log.body.data).toMatchObject([{ action: "skill.suspend", subject_id: body.id }]);
  await call("POST", `/v1/admin/skills/${body.id}/unsuspend`, { key: admin.key, body: { reason: "Mended." } });
  expect((await call("GET", path, { key })).status).toBe(200);
  expect(await prisma().listing.count({ where: { skillId: body.id } })).toBe(0);
});
