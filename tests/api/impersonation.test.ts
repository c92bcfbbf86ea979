import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as impersonation from "@/lib/identity/accounts/impersonation";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { codeOf, signedIn, type Visitor } from "@/tests/support/visitor";

const REASON = "They can't find their receipt.";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let admin: Person;
let viewed: Person;
let visitor: Visitor;
beforeAll(async () => {
  upstream = await startUpstream();
  [admin, viewed] = [await administrator(), await person("Grace")];
  visitor = await signedIn(admin);
});
afterAll(() => upstream.close());

const start = (id: string, by = visitor, reason = REASON) =>
  by.api("POST", `/v1/admin/accounts/${id}/impersonate`, { body: { reason } });
const end = (by = visitor) => by.api("DELETE", "/v1/admin/impersonation");
const whoIs = async (by = visitor) => (await by.api("GET", "/v1/account")).body.id;
const audited = (subjectId: string) =>
  prisma().auditEvent.findMany({
    where: { action: { startsWith: "account.view_" }, subjectId },
    orderBy: { createdAt: "asc" },
  });

describe("viewing the marketplace as an account", () => {
  test("shows its pages in this session alone, announces the reason, and is in the audit log from start to end", async () => {
    const other = await signedIn(admin);
    const started = await start(viewed.id);
    const left = Date.parse(String(started.body.ends_at)) - Date.now();
    expect([started.status, left > 0, left <= 15 * 60_000]).toEqual([200, true, true]);
    expect([await whoIs(), await whoIs(other)]).toEqual([viewed.id, admin.id]);
    expect(codeOf(await visitor.api("GET", "/v1/admin/accounts"))).toBe("forbidden");
    expect((await end()).body).toEqual({ account_id: viewed.id });
    expect((await end()).body).toEqual({ account_id: null });
    expect(await whoIs()).toBe(admin.id);
    expect((await visitor.api("GET", "/v1/admin/accounts")).status).toBe(200);
    expect(await audited(viewed.id)).toMatchObject([
      { action: "account.view_start", actorId: admin.id, details: { reason: REASON, minutes: 15 } },
      {
        action: "account.view_end",
        actorId: admin.id,
        details: { reason: REASON, ended: "by the administrator" },
      },
    ]);
    const notices = await prisma().notification.findMany({
      where: { accountId: viewed.id, kind: "account_viewed" },
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ data: { by: "Skills Marketplace", reason: REASON } });
    expect(notices[0]?.mailDueAt).not.toBeNull();
    const { body } = await call("GET", "/v1/notifications", { key: viewed.key });
    expect(JSON.stringify(body.data)).not.toContain(admin.name);
  });

  test("ends after its time; the sweep records it once", async () => {
    const someone = await person();
    await start(someone.id);
    await query("test.over", "UPDATE impersonation SET ends_at = now() - interval '1 second' WHERE account_id = $1", [
      someone.id,
    ]);
    expect(await whoIs()).toBe(admin.id);
    const swept = await Promise.all([impersonation.expireImpersonations(), impersonation.expireImpersonations()]);
    expect(swept.toSorted()).toEqual([0, 1]);
    expect(await audited(someone.id)).toMatchObject([
      { action: "account.view_start" },
      { action: "account.view_end", details: { ended: "time ran out" } },
    ]);
  });

  test("ends with the role of the one who views, with the account's suspension, and when it becomes an administrator", async () => {
    const [second, someone] = [await administrator(), await person()];
    const theirs = await signedIn(second);
    await start(someone.id, theirs);
    const as = async (data: object, id: string) => {
      await prisma().account.update({ where: { id }, data });
      return whoIs(theirs);
    };
    expect(await as({ suspendedAt: new Date() }, someone.id)).toBe(second.id);
    expect(await as({ suspendedAt: null }, someone.id)).toBe(someone.id);
    expect(await as({ role: "admin" }, someone.id)).toBe(second.id);
    expect(await as({ role: "user" }, someone.id)).toBe(someone.id);
    expect(await as({ role: "user" }, second.id)).toBe(second.id);
  });
});

describe("while viewing", () => {
  let seller: Person;
  let skill: { id: string; slug: string };
  beforeAll(async () => {
    seller = await person("Seller");
    skill = await liveSkill(seller, { price_per_call: 0 });
    await start(seller.id);
  });
  afterAll(async () => {
    await end();
  });

  test("what the pages show is read", async () => {
    for (const path of [
      "/v1/balance",
      "/v1/keys",
      "/v1/purchases",
      "/v1/notifications",
      `/v1/developer/skills/${skill.id}`,
    ])
      expect([path, (await visitor.api("GET", path)).status]).toEqual([path, 200]);
  });

  test.each([
    ["POST", "/v1/keys", { name: "mine" }],
    ["PATCH", "/v1/account", { name: "Mallory" }],
    ["DELETE", "/v1/account", { confirm: true }],
    ["PUT", "/v1/favorites/SLUG", {}],
    ["POST", "/v1/skills/SLUG/execute", {}],
    ["POST", "/v1/skills/SLUG/purchase", {}],
    ["POST", "/v1/credits/topup", { amount: 10 }],
    ["POST", "/v1/notifications/read", {}],
    ["PATCH", "/v1/developer/skills/ID", { price_per_call: 1 }],
    ["POST", "/v1/developer/payouts", {}],
    ["DELETE", "/v1/account/sessions", undefined],
    ["GET", "/v1/skills/SLUG/download", undefined],
    ["GET", "/v1/account/export", undefined],
    ["GET", "/v1/developer/skills/ID/secret", undefined],
    ["POST", "/v1/admin/accounts/ID/suspend", { reason: "No." }],
  ])("%s %s is refused", async (method, path, body) => {
    const refused = await visitor.api(method, path.replace("SLUG", skill.slug).replace("ID", skill.id), {
      ...(body && { body }),
    });
    expect([refused.status, codeOf(refused)]).toEqual([403, "forbidden"]);
    expect(refused.body.error.message).toContain("viewing the marketplace as another account");
  });

  test("the administrator's own credentials can't be changed, and a program is answered as ever", async () => {
    const change = { current_password: "a long password", new_password: "another long password" };
    const refused = await visitor.post("/change-password", change);
    expect([refused.status, codeOf(refused)]).toEqual([403, "forbidden"]);
    expect((await visitor.post("/sign-in/email", { email: admin.email, password: "x" })).status).toBe(403);
    expect((await call("GET", "/v1/account", { key: admin.key })).body.id).toBe(admin.id);
    expect(await (await signedIn(admin)).isSignedIn()).toBe(true);
  });

  test("signing out ends the administrator's session", async () => {
    const theirs = await signedIn(admin);
    await start(seller.id, theirs);
    expect((await theirs.post("/sign-out", {})).status).toBe(200);
    expect(await theirs.isSignedIn()).toBe(false);
  });
});

describe("it is refused", () => {
  test.each([
    ["to accounts without the role", async () => start(viewed.id, await signedIn(viewed)), "forbidden"],
    [
      "to keys",
      async () =>
        call("POST", `/v1/admin/accounts/${viewed.id}/impersonate`, {
          key: admin.key,
          body: { reason: REASON },
        }),
      "session_required",
    ],
    ["for oneself", async () => start(admin.id), "own_account"],
    ["for another administrator", async () => start((await administrator()).id), "forbidden"],
    ["for an unknown account", async () => start("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11"), "not_found"],
    ["without a reason", async () => start(viewed.id, visitor, " "), "invalid_request"],
  ])("%s", async (_, attempt, code) => {
    expect(codeOf(await attempt())).toBe(code);
    expect(await whoIs()).toBe(admin.id);
  });

  test("for a suspended account", async () => {
    const someone = await person();
    await prisma().account.update({ where: { id: someone.id }, data: { suspendedAt: new Date() } });
    expect(codeOf(await start(someone.id))).toBe("forbidden");
    expect(await audited(someone.id)).toEqual([]);
  });
});
