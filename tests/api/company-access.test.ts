import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

await vi.hoisted(() => import("@/tests/support/company-ports"));

import * as signIn from "@/lib/identity/organizations/sign-in";
import { pool, prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import {
  actions,
  answer,
  company,
  employee,
  errorOf,
  go,
  link,
  newcomer,
  patch,
  provider,
  put,
  records,
  settings,
  startCompany,
  strictCompany,
} from "@/tests/support/company";
import { actingFor, fund, keyOf, member, verified } from "@/tests/support/organizations";
import { unique } from "@/tests/support/people";
import { signedIn, Visitor } from "@/tests/support/visitor";

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startCompany();
});
afterAll(() => stop());
describe("somebody who has an account", () => {
  test("signs in to it first and links it there; the company's sign-in then opens the organization alone", async () => {
    const acme = await company();
    const ada = await verified();
    const who = employee(acme, { email: `linked${unique()}@${acme.domain}` });
    await prisma().account.update({ where: { id: ada.person.id }, data: { email: who.email ?? "", role: "admin" } });
    provider.state.employee = who;
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_link_first");
    expect(await link(acme, ada, who)).toBe("/wallet");
    expect((await ada.visitor.api("GET", "/v1/account/company-identities")).body.data).toMatchObject([
      { organization: { handle: acme.handle }, issuer: provider.url },
    ]);
    const { visitor } = await newcomer(acme, who);
    expect((await visitor.api("GET", "/v1/account")).body).toMatchObject({ id: ada.person.id });
    expect((await ada.visitor.api("GET", "/v1/account/sessions")).body.data).toMatchObject([
      { current: false, organization: { handle: acme.handle } },
      { current: true, organization: null },
    ]);
    expect(answer(await visitor.api("GET", "/v1/admin/accounts"))).toBe("403 forbidden");
    expect(answer(await visitor.api("DELETE", "/v1/admin/impersonation"))).toBe("401 unauthorized");
    expect(answer(await visitor.api("GET", "/v1/balance", { headers: { "acting-for": ada.person.id } }))).toBe(
      "409 wrong_account",
    );
    expect(await actions(acme)).toEqual(expect.arrayContaining(["member.join", "member.link"]));
  });

  test("links no identity of somebody else, and none by a session that the company began", async () => {
    const acme = await company();
    const { who, visitor } = await newcomer(acme);
    const other = await member(acme, "member");
    expect(errorOf(await link(acme, other, who))).toBe("company_taken");
    const asked = `organization=${acme.handle}`;
    expect(errorOf(await go(visitor, asked))).toBe("company_session");
    expect(errorOf(await go(new Visitor(), asked))).toBe("company_session");
    expect(errorOf(await link(acme, other, employee(acme, { email: "x@elsewhere.example" })))).toBe("company_email");
  });

  test("removes the link, which ends their keys where the sign-in is obligatory", async () => {
    const acme = await strictCompany();
    const ada = await member(acme, "member");
    await link(acme, ada);
    const { key } = await keyOf(acme, ada);
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe(200);
    const path = `/v1/account/company-identities/${acme.handle}`;
    expect(answer(await ada.visitor.api("DELETE", path))).toBe(200);
    expect(answer(await ada.visitor.api("DELETE", path))).toBe("404 not_found");
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe("403 company_sign_in_required");
  });
});

describe("while the sign-in is obligatory", () => {
  test("members act for the organization only after it, with a link to it; the one owner needs none", async () => {
    const acme = await company();
    const ada = await member(acme, "developer");
    const { key } = await keyOf(acme, ada);
    const owners = await keyOf(acme, acme.owner);
    await fund(acme, 5);
    provider.state.employee = employee(acme);
    await go(acme.owner.visitor, `organization=${acme.handle}&test=1`);
    await patch(acme, { obligatory: true });
    const refused = await ada.visitor.api("GET", `/v1/organizations/${acme.handle}`);
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      403,
      "company_sign_in_required",
      {
        acting_for: acme.handle,
        sign_in_url: `http://market.test/sign-in/company?organization=${acme.handle}`,
      },
    ]);
    const asAcme = { headers: actingFor(acme) };
    expect(answer(await ada.visitor.api("GET", "/v1/balance", asAcme))).toBe("403 company_sign_in_required");
    expect(answer(await ada.visitor.api("POST", "/v1/keys", { ...asAcme, body: {} }))).toBe(
      "403 company_sign_in_required",
    );
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe("403 company_sign_in_required");
    const paysNow = async (keyId: string | null, sessionId: string | null) =>
      (
        await query<{ lives: boolean }>("test.payer", "SELECT lives FROM payer_now($1, $2, $3)", [
          acme.id,
          keyId,
          sessionId,
        ])
      )[0]?.lives;
    const { id: keyId } = await prisma().apiKey.findFirstOrThrow({ where: { personId: ada.person.id } });
    const { id: sessionId } = await prisma().session.findFirstOrThrow({ where: { accountId: ada.person.id } });
    expect([await paysNow(keyId, null), await paysNow(null, sessionId)]).toEqual([false, false]);
    // Their own account is as it was, and so is the owner.
    expect(answer(await ada.visitor.api("POST", "/v1/keys", { body: {} }))).toBe(200);
    expect(answer(await acme.owner.visitor.api("GET", "/v1/balance", asAcme))).toBe(200);
    expect(answer(await call("GET", "/v1/balance", { key: owners.key }))).toBe(200);

    expect(await link(acme, ada)).toBe("/wallet");
    expect(answer(await ada.visitor.api("GET", "/v1/balance", asAcme))).toBe(200);
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe(200);
    expect([await paysNow(keyId, null), await paysNow(null, sessionId)]).toEqual([true, true]);
    // Linked once, another browser still has to sign in; a day later this one does, too, and keys go on.
    expect(answer(await (await signedIn(ada.person)).api("GET", "/v1/balance", asAcme))).toBe(
      "403 company_sign_in_required",
    );
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await prisma().session.updateMany({ where: { id: sessionId }, data: { companyAt: yesterday } });
    expect(answer(await ada.visitor.api("GET", "/v1/balance", asAcme))).toBe("403 company_sign_in_required");
    expect(await paysNow(null, sessionId)).toBe(false);
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe(200);
  });

  test("a member leaves without it", async () => {
    const acme = await strictCompany();
    const ada = await member(acme, "member");
    const path = `/v1/organizations/${acme.handle}`;
    expect(answer(await ada.visitor.api("GET", path))).toBe("403 company_sign_in_required");
    expect(answer(await ada.visitor.api("POST", `${path}/leave`))).toBe(200);
    expect(await prisma().membership.count({ where: { personId: ada.person.id } })).toBe(0);
    expect(await actions(acme)).toContain("member.leave");
  });

  test("a session that it began ends a day later", async () => {
    const acme = await company();
    const { visitor, id } = await newcomer(acme);
    expect(await visitor.isSignedIn()).toBe(true);
    await prisma().session.updateMany({
      where: { accountId: id },
      data: { companyAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    expect(answer(await visitor.api("GET", "/v1/balance"))).toBe("401 unauthorized");
  });

  test("the owner who keeps the way in can't leave, be demoted, removed or close the account", async () => {
    const acme = await strictCompany();
    const second = await member(acme, "owner");
    await link(acme, second);
    const path = `/v1/organizations/${acme.handle}/members/${acme.owner.person.id}`;
    expect(answer(await second.visitor.api("PATCH", path, { body: { role: "member" } }))).toBe("409 way_in_owner");
    expect(answer(await second.visitor.api("DELETE", path))).toBe("409 way_in_owner");
    const close = { body: { password: "a long password", give_up_credits: true } };
    const closing = await acme.owner.visitor.api("DELETE", "/v1/account", close);
    expect([closing.status, closing.body.error.message]).toEqual([400, expect.stringContaining("no company sign-in")]);
    const moved = await second.visitor.api("PATCH", acme.path, { body: { way_in: second.person.id } });
    expect(moved.body.way_in).toMatchObject({ id: second.person.id });
    expect(answer(await second.visitor.api("DELETE", path))).toBe(200);
    // Naming an owner waits for the end of their closing, and finds none then.
    const third = await member(acme, "owner");
    const db = await pool().connect();
    await db.query("BEGIN");
    await db.query("SELECT account_close($1)", [third.person.id]);
    const naming = second.visitor.api("PATCH", acme.path, { body: { way_in: third.person.id } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await db.query("COMMIT");
    db.release();
    expect((await naming).body.error).toMatchObject({ param: "way_in" });
  });
});

describe("what ends it", () => {
  test("a removed member is out at once, and comes back by an invitation alone", async () => {
    const acme = await company();
    const { visitor, who, id } = await newcomer(acme);
    const ada = await member(acme, "member");
    const remove = (person: string) =>
      acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}/members/${person}`);
    expect([await remove(id), await remove(ada.person.id)].map(answer)).toEqual([200, 200]);
    expect(await visitor.isSignedIn()).toBe(false);
    provider.state.employee = who;
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_removed");
    // Nor by linking an account that was a member.
    expect(errorOf(await link(acme, ada))).toBe("company_removed");
    const invited = await acme.owner.visitor.api("POST", `/v1/organizations/${acme.handle}/invitations`, {
      body: { email: ada.person.email, role: "viewer" },
    });
    expect(answer(await ada.visitor.api("POST", `/v1/account/invitations/${invited.body.id}`))).toBe(200);
    expect(await link(acme, ada)).toBe("/wallet");
  });

  test("a domain whose record is missing for two weeks pauses the sign-in and the obligation, until it is back", async () => {
    const acme = await strictCompany();
    const ada = await member(acme, "member");
    const { visitor } = await newcomer(acme);
    const name = `_skills-marketplace.${acme.domain}`;
    const record = records.get(name) ?? "";
    records.delete(name);
    const age = (fields: object) =>
      prisma().organizationSignIn.update({ where: { organizationId: acme.id }, data: fields });
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await age({ checkedAt: ago(8) });
    expect(await signIn.recheckDue()).toBe(1);
    expect(await visitor.isSignedIn()).toBe(true);
    await age({ checkedAt: ago(8), failingSince: ago(15) });
    expect(await signIn.recheckDue()).toBe(1);
    expect(await visitor.isSignedIn()).toBe(false);
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_unknown");
    expect(answer(await ada.visitor.api("GET", `/v1/organizations/${acme.handle}`))).toBe(200);
    const told = await prisma().notification.findMany({ where: { accountId: acme.id, kind: "sign_in_domain" } });
    expect(told).toHaveLength(2);
    // Another organization may have the domain now.
    records.set(name, record);
    expect(answer(await acme.owner.visitor.api("POST", `${acme.path}/check`))).toBe(200);
    expect(answer(await ada.visitor.api("GET", `/v1/organizations/${acme.handle}`))).toBe(
      "403 company_sign_in_required",
    );
    expect(await actions(acme)).toEqual(expect.arrayContaining(["sign_in.lose_domain"]));
  });

  test("another client ends its sessions and the obligation, and identities of the former issuer count for nothing", async () => {
    const acme = await strictCompany();
    const { visitor } = await newcomer(acme);
    const ada = await member(acme, "member");
    await link(acme, ada);
    const { key } = await keyOf(acme, ada);
    expect((await put(acme, settings(acme.domain, { client_id: "other" }))).body).toMatchObject({
      obligatory: false,
      worked_at: null,
      verified_at: expect.any(String),
    });
    expect(await visitor.isSignedIn()).toBe(false);
    await pool().query("UPDATE company_identity SET issuer = 'https://former.example' WHERE organization_id = $1", [
      acme.id,
    ]);
    await pool().query("UPDATE organization_sign_in SET obligatory = true WHERE organization_id = $1", [acme.id]);
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe("403 company_sign_in_required");
    await put(acme, settings(acme.domain));
    expect(await link(acme, ada)).toBe("/wallet");
    expect(answer(await acme.owner.visitor.api("DELETE", acme.path))).toBe(200);
    expect(answer(await acme.owner.visitor.api("DELETE", acme.path))).toBe("404 not_found");
    expect(answer(await ada.visitor.api("GET", `/v1/organizations/${acme.handle}`))).toBe(200);
  });

  test("a suspended or closed organization, a suspended person and a closed account open nothing", async () => {
    const acme = await company();
    const { visitor, who, id } = await newcomer(acme);
    await prisma().account.update({ where: { id }, data: { suspendedAt: new Date() } });
    expect(await visitor.isSignedIn()).toBe(false);
    provider.state.employee = who;
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("account_suspended");
    await prisma().account.update({ where: { id }, data: { suspendedAt: null } });
    await prisma().account.update({ where: { id: acme.id }, data: { suspendedAt: new Date() } });
    expect(await visitor.isSignedIn()).toBe(false);
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_unknown");
    await prisma().account.update({ where: { id: acme.id }, data: { suspendedAt: null } });
    expect(await visitor.isSignedIn()).toBe(true);
    const body = { password: "a long password", give_up_credits: true };
    expect(answer(await acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}`, { body }))).toBe(200);
    expect(await visitor.isSignedIn()).toBe(false);
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_unknown");
    expect(await prisma().companyIdentity.count({ where: { organizationId: acme.id } })).toBe(0);
  });
});
