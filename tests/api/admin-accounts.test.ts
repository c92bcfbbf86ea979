import { beforeAll, describe, expect, test } from "vitest";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { available, personWith, run } from "@/tests/support/money";
import { administrator, liveSkill, type Person, person, unique } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
  const upstream = await startUpstream();
  return () => upstream.close();
});

const act = (id: string, what: string, body: object = { reason: "Because." }, by = admin) =>
  call(what === "role" ? "PUT" : "POST", `/v1/admin/accounts/${id}/${what}`, { key: by.key, body });
const audited = async (id: string) =>
  (
    await prisma().auditEvent.findMany({
      where: { subjectId: id },
      orderBy: { createdAt: "asc" },
      select: { action: true },
    })
  ).map(({ action }) => action);
const signedIn = async ({ email }: Person) => {
  const visitor = new Visitor();
  const { status } = await visitor.signIn(email);
  return { visitor, status };
};

describe("GET /v1/admin/accounts", () => {
  test("an account is found by parts of its address and name in any case, and by its whole id", async () => {
    const name = `Grace Hopper ${unique()}`;
    const someone = await person(name);
    const find = async (search: string) =>
      (await call("GET", `/v1/admin/accounts?search=${encodeURIComponent(search)}`, { key: admin.key })).body;
    for (const search of [name.toUpperCase(), someone.email.slice(0, -4), someone.id, ` ${someone.id} `]) {
      const { data, total } = await find(search);
      expect([search, total, data[0]]).toEqual([
        search,
        1,
        expect.objectContaining({ id: someone.id, key_count: 1, suspension: null, available: 0 }),
      ]);
    }
    expect((await find("100%_nobody")).total).toBe(0);
    expect((await find("%")).total).toBe(0);
  });

  test("filters by role and state, and pages", async () => {
    const { body } = await call("GET", "/v1/admin/accounts?role=admin&limit=1", { key: admin.key });
    expect([body.data.length, body.limit]).toEqual([1, 1]);
    expect(body.data.every(({ role }) => role === "admin")).toBe(true);
    const none = await call("GET", "/v1/admin/accounts?state=suspended&search=nobody-at-all", {
      key: admin.key,
    });
    expect(none.body.data).toEqual([]);
    expect((await call("GET", "/v1/admin/accounts?state=gone", { key: admin.key })).body.error.param).toBe("state");
  });

  test("one account shows its keys, balance, sessions, skills, purchases and history", async () => {
    const developer = await person();
    const skill = await liveSkill(developer, {
      pricing_type: "subscription",
      price: 2,
      price_per_call: null,
    });
    const buyer = await personWith(10);
    await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
    await run(buyer.key, skill.slug);
    await signedIn(buyer);
    await act(buyer.id, "credits", { amount: 1.5, reason: "A gift." });
    const { body } = await call("GET", `/v1/admin/accounts/${buyer.id}`, { key: admin.key });
    expect(body).toMatchObject({
      email: buyer.email,
      key_count: 1,
      session_count: 1,
      balance: { balance: 9.5, available: 9.5 },
      usage: { calls: 1, failed: 0, spent: 0 },
      purchases: [{ skill: { slug: skill.slug }, price: 2, status: "active" }],
      history: [{ action: "account.credit", details: { credits: "1.5", reason: "A gift." } }],
    });
    expect(JSON.stringify(body)).not.toContain(buyer.key);
    expect((await call("GET", `/v1/admin/accounts/${developer.id}`, { key: admin.key })).body).toMatchObject({
      skills: [{ slug: skill.slug, status: "approved", live: true, suspended: false }],
    });
    const unknown = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
    expect((await call("GET", `/v1/admin/accounts/${unknown}`, { key: admin.key })).status).toBe(404);
  });
});

describe("suspension", () => {
  test("keys and sessions end with their next request, a new sign-in is told why, and all is back afterwards", async () => {
    const someone = await personWith(3);
    const { visitor } = await signedIn(someone);
    expect(await visitor.isSignedIn()).toBe(true);
    const { status, body } = await act(someone.id, "suspend", { reason: "Sells stolen keys." });
    expect([status, body.suspension]).toEqual([200, expect.objectContaining({ reason: "Sells stolen keys." })]);
    expect((await call("GET", "/v1/balance", { key: someone.key })).status).toBe(401);
    expect(await visitor.isSignedIn()).toBe(false);
    const refused = await signedIn(someone);
    expect(refused.status).toBe(403);
    expect(await prisma().session.count({ where: { accountId: someone.id } })).toBe(0);
    await act(someone.id, "unsuspend");
    expect(await available(someone)).toBe(3);
    expect((await signedIn(someone)).status).toBe(200);
    expect(await audited(someone.id)).toEqual(["account.suspend", "account.unsuspend"]);
  });

  test("the skills of a suspended developer can be neither found nor called, and come back with their figures", async () => {
    const developer = await person();
    const skill = await liveSkill(developer);
    const buyer = await personWith(5);
    for (let i = 0; i < 3; i++) expect((await run(buyer.key, skill.slug)).status).toBe(200);
    await call("PUT", `/v1/skills/${skill.slug}/reviews`, { key: buyer.key, body: { rating: 4 } });
    const before = (await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body;
    await act(developer.id, "suspend");
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).status).toBe(404);
    expect((await run(buyer.key, skill.slug)).status).toBe(404);
    await act(developer.id, "unsuspend");
    const after = (await call("GET", `/v1/skills/${skill.slug}`, { key: buyer.key })).body;
    expect(after.rating).toEqual(before.rating);
    expect((await run(buyer.key, skill.slug)).status).toBe(200);
  });

  test("a skill that is approved while its developer is suspended waits for the end of the suspension", async () => {
    const developer = await person();
    const skill = await liveSkill(developer);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, {
      key: developer.key,
      body: { name: "Second name" },
    });
    await act(developer.id, "suspend");
    const approved = await call("PATCH", "/v1/admin/skills", {
      key: admin.key,
      body: { skill_id: skill.id, action: "approve" },
    });
    expect(approved.body).toMatchObject({ status: "approved", live: false });
    await act(developer.id, "unsuspend");
    expect((await call("GET", `/v1/skills/${skill.slug}`, { key: admin.key })).body.name).toBe("Second name");
  });

  test("a suspended buyer's subscriptions do not renew", async () => {
    const developer = await person();
    const skill = await liveSkill(developer, {
      pricing_type: "subscription",
      price: 2,
      price_per_call: null,
    });
    const buyer = await personWith(10);
    await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key });
    await act(buyer.id, "suspend");
    expect(await prisma().purchase.findFirst({ where: { buyerId: buyer.id } })).toMatchObject({
      autoRenew: false,
      status: "active",
    });
  });

  test("a reason is required, an unknown account is a 404, and nobody acts on themselves", async () => {
    const someone = await person();
    expect((await act(someone.id, "suspend", { reason: "  " })).body.error.param).toBe("reason");
    expect((await act(someone.id, "suspend", {})).body.error.param).toBe("reason");
    expect((await act("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "suspend")).status).toBe(404);
    expect((await act("nonsense", "suspend")).status).toBe(404);
    for (const [what, body] of [
      ["suspend", undefined],
      ["unsuspend", undefined],
      ["sign-out", undefined],
      ["role", { role: "user", reason: "x" }],
      ["credits", { amount: 1, reason: "x" }],
    ] as const) {
      const answer = await act(admin.id, what, body);
      expect([what, answer.status, answer.body.error.code]).toEqual([what, 400, "own_account"]);
    }
  });
});

test("an account that its owner has closed is shown as closed, and nobody acts on it", async () => {
  const someone = await person();
  await prisma().account.update({ where: { id: someone.id }, data: { closedAt: new Date() } });
  const { body } = await call("GET", `/v1/admin/accounts?state=closed&search=${someone.id}`, {
    key: admin.key,
  });
  expect([body.total, body.data[0]?.closed_at]).toEqual([1, expect.any(String)]);
  for (const [what, more] of [
    ["suspend", {}],
    ["role", { role: "admin" }],
    ["credits", { amount: 1 }],
  ] as const)
    expect((await act(someone.id, what, { reason: "x", ...more })).status).toBe(404);
});

describe("roles and sessions", () => {
  test("an administrator is made and unmade, which binds the very next request", async () => {
    const someone = await person();
    const { visitor } = await signedIn(someone);
    await act(someone.id, "role", { role: "admin", reason: "Joins us." });
    expect((await visitor.api("GET", "/v1/admin/accounts")).status).toBe(200);
    await act(someone.id, "role", { role: "user", reason: "Leaves us." });
    expect((await visitor.api("GET", "/v1/admin/accounts")).status).toBe(403);
    expect(await audited(someone.id)).toEqual(["account.grant_admin", "account.revoke_admin"]);
  });

  test("a suspended account cannot become an administrator", async () => {
    const someone = await person();
    await act(someone.id, "suspend");
    const answer = await act(someone.id, "role", { role: "admin", reason: "x" });
    expect([answer.status, answer.body.error.param]).toEqual([400, "role"]);
  });

  test("signing out everywhere ends every session and no key", async () => {
    const someone = await person();
    const browsers = [(await signedIn(someone)).visitor, (await signedIn(someone)).visitor];
    const { body } = await act(someone.id, "sign-out");
    expect(body.session_count).toBe(0);
    for (const visitor of browsers) expect(await visitor.isSignedIn()).toBe(false);
    expect((await call("GET", "/v1/balance", { key: someone.key })).status).toBe(200);
  });
});

test("the audit log's lines cannot be changed or deleted", async () => {
  const someone = await person();
  await act(someone.id, "suspend");
  for (const statement of ["UPDATE audit_event SET action = 'x'", "DELETE FROM audit_event"])
    await expect(query(`test.${statement.slice(0, 6)}`, statement, [])).rejects.toThrow(/append-only/);
});
