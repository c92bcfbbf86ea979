import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { mailTo } from "@/tests/support/mails";
import { administrator, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
  await prisma().siteSettings.create({ data: { settings: { registration: "invitation" } } });
});
afterAll(async () => {
  await prisma().siteSettings.deleteMany();
});

const address = () => `invited-${process.pid}-${unique()}@example.com`;
const invite = (email: string, by = admin) => call("POST", "/v1/admin/invitations", { key: by.key, body: { email } });
const withdraw = (email: string, by = admin) =>
  call("DELETE", `/v1/admin/invitations/${encodeURIComponent(email)}`, { key: by.key });
const register = (email: string) => call("POST", "/v1/auth/register", { body: { email, password: "a long password" } });

describe("registration by invitation", () => {
  test("an invited email registers, any other is refused, and the invitation says so", async () => {
    const email = address();
    const refused = await register(email);
    expect([refused.status, refused.body.error.code]).toEqual([403, "registration_closed"]);
    const invited = await invite(email.toUpperCase());
    expect([invited.status, invited.body]).toMatchObject([200, { email, accepted_at: null }]);
    expect((await register(email)).status).toBe(200);
    const { body } = await call("GET", "/v1/admin/invitations?limit=100", { key: admin.key });
    expect(body.data.find((one) => one.email === email)?.accepted_at).not.toBeNull();
    expect((await register(address())).status).toBe(403);
  });

  test("the invitation is mailed with the way to register, and audited", async () => {
    const email = address();
    await invite(email);
    const mail = await mailTo(email);
    expect(mail?.subject).toBe("You are invited to Skills Marketplace");
    expect(mail?.text).toContain("/register");
    const { id } = await prisma().invitation.findUniqueOrThrow({ where: { email } });
    expect(await prisma().auditEvent.findMany({ where: { subjectType: "invitation", subjectId: id } })).toMatchObject([
      { action: "invitation.send", actorId: admin.id },
    ]);
  });

  test("inviting twice at once is one invitation; a withdrawn one opens nothing", async () => {
    const email = address();
    const answers = await Promise.all([invite(email), invite(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await prisma().invitation.count({ where: { email } })).toBe(1);
    expect((await withdraw(email)).status).toBe(200);
    expect((await register(email)).status).toBe(403);
    expect((await withdraw(email)).status).toBe(404);
  });

  test("somebody who has an account is not invited; administrators only", async () => {
    const someone = await person();
    const taken = await invite(someone.email);
    expect([taken.status, taken.body.error.code]).toEqual([400, "email_taken"]);
    expect((await invite(address(), someone)).status).toBe(403);
    expect((await withdraw(address(), someone)).status).toBe(403);
    expect((await call("GET", "/v1/admin/invitations", { key: someone.key })).status).toBe(403);
    expect((await invite("nobody")).body.error.param).toBe("email");
  });
});
