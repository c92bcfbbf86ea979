import { describe, expect, test } from "vitest";
import { MEMBER_ROLES } from "@/lib/platform/core/caller";
import { pool, prisma, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { deliverMails, notify } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { mailTo } from "@/tests/support/mails";
import { actingFor, fund, keyOf, member, organization, verified } from "@/tests/support/organizations";
import { codeOf } from "@/tests/support/visitor";

const answer = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? 200 : `${status} ${codeOf({ body })}`;

describe("invitations", () => {
  test("are mailed, seen and accepted by the account with that verified email, and by no other", async () => {
    const acme = await organization();
    const guest = await verified();
    const sent = await acme.owner.visitor.api("POST", `/v1/organizations/${acme.handle}/invitations`, {
      body: { email: guest.person.email, role: "developer" },
    });
    expect([sent.status, sent.body]).toMatchObject([200, { email: guest.person.email, role: "developer" }]);
    expect((await mailTo(guest.person.email))?.subject).toBe("You are invited to join Acme");
    const other = await verified();
    const accept = (who: typeof guest) => who.visitor.api("POST", `/v1/account/invitations/${sent.body.id}`);
    expect(answer(await accept(other))).toBe("404 not_found");
    const { body } = await guest.visitor.api("GET", "/v1/account/invitations");
    expect(body.data).toMatchObject([{ id: sent.body.id, role: "developer", organization: { handle: acme.handle } }]);
    await prisma().account.update({ where: { id: guest.person.id }, data: { emailVerified: false } });
    expect(answer(await accept(guest))).toBe("404 not_found");
    await prisma().account.update({ where: { id: guest.person.id }, data: { emailVerified: true } });
    const both = await Promise.all([accept(guest), accept(guest)]);
    expect(both.map(answer).toSorted()).toEqual([200, "404 not_found"]);
    const members = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/members`);
    expect(members.body.data.map(({ role }) => role).toSorted()).toEqual(["developer", "owner"]);
  });

  test("can be withdrawn, sent again and declined; an expired one opens nothing", async () => {
    const acme = await organization();
    const guest = await verified();
    const path = `/v1/organizations/${acme.handle}/invitations`;
    const invite = () => acme.owner.visitor.api("POST", path, { body: { email: guest.person.email, role: "viewer" } });
    const accept = (id: string) => guest.visitor.api("POST", `/v1/account/invitations/${id}`);
    const first = await invite();
    expect((await invite()).body.id).toBe(first.body.id);
    expect(answer(await acme.owner.visitor.api("DELETE", `${path}/${first.body.id}`))).toBe(200);
    expect(answer(await acme.owner.visitor.api("DELETE", `${path}/${first.body.id}`))).toBe("404 not_found");
    expect(answer(await accept(first.body.id))).toBe("404 not_found");
    const second = await invite();
    await prisma().memberInvitation.update({ where: { id: second.body.id }, data: { expiresAt: new Date(0) } });
    expect(answer(await accept(second.body.id))).toBe("404 not_found");
    expect(answer(await acme.owner.visitor.api("POST", `${path}/${second.body.id}`))).toBe(200);
    expect(answer(await guest.visitor.api("DELETE", `/v1/account/invitations/${second.body.id}`))).toBe(200);
    expect(answer(await accept(second.body.id))).toBe("404 not_found");
  });

  test("refuse members", async () => {
    const acme = await organization();
    const { body, status } = await acme.owner.visitor.api("POST", `/v1/organizations/${acme.handle}/invitations`, {
      body: { email: acme.owner.person.email, role: "viewer" },
    });
    expect([status, body.error.param]).toEqual([400, "email"]);
  });
});

describe("members", () => {
  test("are listed by name, and found by name, email and role", async () => {
    const acme = await organization();
    const guest = await member(acme, "billing");
    const list = async (query: string) =>
      (await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/members${query}`)).body.data.map(
        ({ id }) => id,
      );
    expect(await list("")).toEqual([guest.person.id, acme.owner.person.id]);
    expect(await list("?search=OLIVE")).toEqual([acme.owner.person.id]);
    expect(await list(`?search=${guest.person.email}`)).toEqual([guest.person.id]);
    expect(await list("?role=billing")).toEqual([guest.person.id]);
  });

  test("the last owner can neither leave nor step down; after a transfer they can", async () => {
    const acme = await organization();
    const guest = await member(acme, "member");
    const { visitor, person: owner } = acme.owner;
    const path = `/v1/organizations/${acme.handle}`;
    const role = (id: string, role: string) => visitor.api("PATCH", `${path}/members/${id}`, { body: { role } });
    expect(answer(await visitor.api("POST", `${path}/leave`))).toBe("409 last_owner");
    expect(answer(await role(owner.id, "viewer"))).toBe("409 last_owner");
    expect(answer(await visitor.api("DELETE", `${path}/members/${owner.id}`))).toBe("409 last_owner");
    expect(
      (await visitor.api("DELETE", "/v1/account", { body: { password: "a long password" } })).body.error,
    ).toMatchObject({
      code: "account_in_use",
      message: expect.stringContaining(acme.handle),
    });
    expect((await role(guest.person.id, "owner")).body).toMatchObject({ role: "owner" });
    expect(answer(await visitor.api("POST", `${path}/leave`))).toBe(200);
    expect(answer(await visitor.api("GET", path))).toBe("404 not_found");
  });

  test("two owners who leave at the same time leave one behind", async () => {
    for (let round = 0; round < 5; round++) {
      const acme = await organization();
      const other = await member(acme, "owner");
      const leave = (who: typeof other) => who.visitor.api("POST", `/v1/organizations/${acme.handle}/leave`);
      const answers = await Promise.all([leave(acme.owner), leave(other)]);
      expect(answers.map(answer).toSorted()).toEqual([200, "409 last_owner"]);
    }
  });

  test("every change is in the organization's audit log, by the person who made it", async () => {
    const acme = await organization();
    const guest = await member(acme, "member");
    const path = `/v1/organizations/${acme.handle}/members/${guest.person.id}`;
    await acme.owner.visitor.api("PATCH", path, { body: { role: "viewer" } });
    await acme.owner.visitor.api("DELETE", path);
    const lines = await prisma().auditEvent.findMany({ where: { accountId: acme.id }, orderBy: { id: "asc" } });
    expect(lines).toMatchObject([
      { action: "organization.create", actorId: acme.owner.person.id },
      { action: "member.role", details: { person: guest.person.id, before: "member", after: "viewer" } },
      { action: "member.remove", details: { person: guest.person.id, role: "viewer" } },
    ]);
  });
});

describe("an organization", () => {
  test("changes its name with its owner", async () => {
    const acme = await organization();
    const { body } = await acme.owner.visitor.api("PATCH", `/v1/organizations/${acme.handle}`, {
      body: { name: "Acme Ltd" },
    });
    expect(body).toMatchObject({ name: "Acme Ltd" });
    const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit`);
    expect(log.body.data).toMatchObject([
      { action: "organization.change", details: { name: "Acme Ltd" } },
      { action: "organization.create", details: { handle: acme.handle } },
    ]);
  });

  test("is closed as an account is: by an owner's password, with its keys and members", async () => {
    const acme = await organization();
    await member(acme, "member");
    await fund(acme, 1);
    const { key } = await keyOf(acme, acme.owner, { name: "Grace's laptop" });
    const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=key`);
    expect(log.body.data).toMatchObject([{ action: "key.create", details: { name: "Grace's laptop" } }]);
    const close = (body: object) => acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}`, { body });
    expect(answer(await close({ password: "wrong" }))).toBe("400 wrong_password");
    expect(answer(await close({ password: "a long password" }))).toBe("400 account_in_use");
    expect(answer(await close({ password: "a long password", give_up_credits: true }))).toBe(200);
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe("401 unauthorized");
    expect(await prisma().membership.count({ where: { organizationId: acme.id } })).toBe(0);
    expect((await acme.owner.visitor.api("GET", "/v1/balance")).status).toBe(200);
    expect((await acme.owner.visitor.api("GET", "/v1/organizations")).body.data).toEqual([]);
    const lines = await query<{ line: string }>(
      "test.lines",
      `SELECT e::text || coalesce(n::text, '') AS line FROM audit_event e
         LEFT JOIN audit_name n ON n.audit_event_id = e.id WHERE e.account_id = $1`,
      [acme.id],
    );
    expect(lines.length).toBeGreaterThan(1);
    const names = [acme.handle, "Acme", "Grace"];
    expect(lines.filter(({ line }) => names.some((name) => line.includes(name)))).toEqual([]);
  });

  test("that is suspended stops, and its members do not", async () => {
    const acme = await organization();
    const { key } = await keyOf(acme, acme.owner);
    await prisma().account.update({
      where: { id: acme.id },
      data: { suspendedAt: new Date(), suspensionReason: "fraud" },
    });
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe("401 unauthorized");
    expect(answer(await acme.owner.visitor.api("GET", "/v1/balance", { headers: actingFor(acme) }))).toBe(
      "409 wrong_account",
    );
    expect(answer(await acme.owner.visitor.api("GET", "/v1/balance"))).toBe(200);
  });

  test("mails what concerns it to its owners and to billing", async () => {
    const acme = await organization();
    const others = await Promise.all(MEMBER_ROLES.map((role) => member(acme, role)));
    await notify(pool(), acme.id, newId(), { kind: "account_restored", data: {} });
    await deliverMails();
    const mails = await Promise.all([acme.owner, ...others].map(({ person: { email } }) => mailTo(email)));
    expect(mails.map((mail) => mail !== undefined)).toEqual([true, true, true, false, false, false]);
  });
});
