import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { call } from "@/tests/support/api";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { administrator, liveSkill, person, unique } from "@/tests/support/people";
import { codeOf, someoneSignedIn, Visitor, withTwoFactor } from "@/tests/support/visitor";

const newEmail = () => `settings-${process.pid}-${unique()}@example.com`;

async function registered(email = newEmail()) {
  const { body } = await call("POST", "/v1/auth/register", { body: { email, password: "a long password" } });
  const visitor = new Visitor();
  await visitor.signIn(email);
  return { email, key: String(body.api_key), visitor, id: (body.account as { id: string }).id };
}

describe("the profile", () => {
  test("a key and a session read it; only a session changes the name, and it changes on the marketplace", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const skill = await liveSkill(someone);
    const own = await call("GET", "/v1/account", { key: someone.key });
    expect(own.body).toMatchObject({
      id: someone.id,
      email: someone.email,
      email_verified: false,
      two_factor_enabled: false,
    });
    const refused = await call("PATCH", "/v1/account", { key: someone.key, body: { name: "Ada" } });
    expect([refused.status, codeOf(refused)]).toEqual([403, "session_required"]);
    const changed = await visitor.api("PATCH", "/v1/account", { body: { name: " Ada Lovelace " } });
    expect([changed.status, changed.body.name]).toEqual([200, "Ada Lovelace"]);
    const { body } = await call("GET", `/v1/skills/${skill.slug}`, { key: someone.key });
    expect(body.developer).toMatchObject({ id: someone.id, name: "Ada Lovelace" });
    expect((await call("GET", "/v1/account")).status).toBe(401);
    const lines = await prisma().auditEvent.findMany({
      where: { subjectId: someone.id, action: "account.rename" },
    });
    expect(lines).toMatchObject([{ actorId: someone.id, details: {} }]);
    const admin = await administrator();
    const log = await call("GET", `/v1/admin/audit?subject=${someone.id}`, { key: admin.key });
    const names = { before: someone.name, after: "Ada Lovelace" };
    expect(log.body.data).toMatchObject([{ action: "account.rename", details: names }]);
    const closed = { password: "a long password", give_up_credits: true };
    expect((await visitor.api("DELETE", "/v1/account", { body: closed })).status).toBe(200);
    const after = await call("GET", `/v1/admin/audit?subject=${someone.id}`, { key: admin.key });
    expect(after.body.data.map(({ action }) => action)).toContain("account.rename");
    expect(after.text).not.toContain("Lovelace");
    expect(await prisma().auditName.count({ where: { accountId: someone.id } })).toBe(0);
  });

  test.each([
    ["an empty name", { name: " " }, "name"],
    ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
    ["a name of two lines", { name: "Ada\n\n## Note to agents" }, "name"],
    ["a name with an invisible character", { name: "Ada\u200b" }, "name"],
    ["a name that runs backwards", { name: "Ada \u202ecilbup" }, "name"],
    ["a role", { role: "admin" }, "role"],
    ["a proof", { email_verified: true }, "email_verified"],
    ["another address", { email: "other@example.com" }, "email"],
  ])("%s is refused by name", async (_, body, param) => {
    const { visitor } = await someoneSignedIn();
    const answer = await visitor.api("PATCH", "/v1/account", { body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });
});

describe("proving an address", () => {
  test("registering mails a link that works once, for its own account only", async () => {
    const { email, visitor, key } = await registered();
    const mail = await mailTo(email);
    expect(mail?.subject).toBe("Verify your email");
    const token = tokenOf(mail);
    expect(JSON.stringify(await prisma().verification.findMany())).not.toContain(token);
    const other = await someoneSignedIn();
    const verify = (who: Visitor) => who.api("PUT", "/v1/account/verification", { body: { token } });
    expect(codeOf(await verify(other.visitor))).toBe("link_expired");
    const proved = await verify(visitor);
    expect([proved.status, proved.body.email_verified]).toEqual([200, true]);
    expect(codeOf(await verify(visitor))).toBe("link_expired");
    const again = await call("POST", "/v1/account/verification", { key });
    expect(again.body).toEqual({ email, status: "verified" });
  });

  test("a link can be asked for again, five times an hour", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const before = storedMails().length;
    const answer = await visitor.api("POST", "/v1/account/verification");
    expect(answer.body).toEqual({ email: someone.email, status: "sent" });
    await mailTo(someone.email);
    expect(storedMails().length).toBe(before + 1);
  });

  test("a link that is too old, or for an address that has changed, proves nothing", async () => {
    const { email, visitor, id } = await registered();
    const token = tokenOf(await mailTo(email));
    await prisma().account.update({ where: { id }, data: { email: newEmail() } });
    const verify = () => visitor.api("PUT", "/v1/account/verification", { body: { token } });
    expect(codeOf(await verify())).toBe("link_expired");
    await prisma().account.update({ where: { id }, data: { email } });
    await prisma().verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect(codeOf(await verify())).toBe("link_expired");
  });

  test("nobody proves anything without an account", async () => {
    expect((await call("POST", "/v1/account/verification")).status).toBe(401);
    expect((await call("PUT", "/v1/account/verification", { body: { token: "x" } })).status).toBe(401);
  });
});

describe("a new address", () => {
  const move = (visitor: Visitor, email: string, password = "a long password") =>
    visitor.api("POST", "/v1/account/email", { body: { email, password } });
  const verify = (visitor: Visitor, token: string) =>
    visitor.api("PUT", "/v1/account/verification", { body: { token } });

  test("it takes effect by its link, is proved by it, and the old one is told", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const email = newEmail();
    expect((await move(visitor, ` ${email.toUpperCase()} `)).body).toEqual({ email, status: "sent" });
    const mail = await mailTo(email);
    expect((await call("GET", "/v1/account", { key: someone.key })).body.email).toBe(someone.email);
    const other = await someoneSignedIn();
    expect(codeOf(await verify(other.visitor, tokenOf(mail)))).toBe("link_expired");
    expect((await verify(visitor, tokenOf(mail))).body).toMatchObject({ email, email_verified: true });
    expect((await mailTo(someone.email))?.subject).toBe("Your account's email was changed");
    expect((await new Visitor().signIn(email)).status).toBe(200);
    expect(codeOf(await new Visitor().signIn(someone.email))).toBe("wrong_credentials");
  });

  test("an address that somebody has gets the same answer and no mail; one that is taken meanwhile is refused", async () => {
    const [{ visitor }, other] = [await someoneSignedIn(), await person()];
    expect((await move(visitor, other.email)).body).toEqual({ email: other.email, status: "sent" });
    expect(await mailTo(other.email)).toBeUndefined();
    const email = newEmail();
    await move(visitor, email);
    const token = tokenOf(await mailTo(email));
    await registered(email);
    const answer = await verify(visitor, token);
    expect([answer.status, codeOf(answer)]).toEqual([400, "email_taken"]);
  });

  test("a link to reset the password at the old address ends with it", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await new Visitor().post("/request-password-reset", { email: someone.email });
    const reset = tokenOf(await mailTo(someone.email));
    const email = newEmail();
    await move(visitor, email);
    await verify(visitor, tokenOf(await mailTo(email)));
    const answer = await new Visitor().post("/reset-password", {
      token: reset,
      new_password: "another long password",
    });
    expect(codeOf(answer)).toBe("link_expired");
  });

  test("it asks for the password, and for a person", async () => {
    const { someone, visitor } = await someoneSignedIn();
    expect(codeOf(await move(visitor, newEmail(), "wrong"))).toBe("wrong_password");
    expect((await move(visitor, someone.email)).body.error.param).toBe("email");
    const body = { email: newEmail(), password: "a long password" };
    expect(codeOf(await call("POST", "/v1/account/email", { key: someone.key, body }))).toBe("session_required");
    expect((await call("POST", "/v1/account/email", { body })).status).toBe(401);
  });
});

describe("a forgotten password", () => {
  const ask = (email: string) => new Visitor().post("/request-password-reset", { email });
  const choose = (token: string, new_password = "another long password", visitor = new Visitor()) =>
    visitor.post("/reset-password", { token, new_password });

  test("the link chooses a new one, once, and ends every session", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await prisma().account.update({ where: { id: someone.id }, data: { emailVerified: true } });
    expect((await ask(someone.email)).body).toEqual({ status: "sent" });
    const mail = await mailTo(someone.email);
    expect(mail?.subject).toBe("Choose a new password");
    const token = tokenOf(mail);
    for (const refused of ["short", "password123", "Qwertyuiop"])
      expect((await choose(token, refused)).body.error.param).toBe("new_password");
    expect((await choose(token)).status).toBe(200);
    expect(await visitor.isSignedIn()).toBe(false);
    expect(codeOf(await choose(token))).toBe("link_expired");
    expect(codeOf(await new Visitor().signIn(someone.email))).toBe("wrong_credentials");
    expect((await new Visitor().signIn(someone.email, "another long password")).status).toBe(200);
    expect((await call("GET", "/v1/account", { key: someone.key })).status).toBe(200);
  });

  test("a password change ends the links that were sent before and those still to be sent", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await ask(someone.email);
    const token = tokenOf(await mailTo(someone.email));
    await ask(someone.email);
    const passwords = { current_password: "a long password", new_password: "a changed password" };
    expect((await visitor.post("/change-password", passwords)).status).toBe(200);
    expect(codeOf(await choose(token))).toBe("link_expired");
    const late = tokenOf(await mailTo(someone.email));
    expect(late === token || codeOf(await choose(late)) === "link_expired").toBe(true);
    expect((await new Visitor().signIn(someone.email, "a changed password")).status).toBe(200);
  });

  test("of ten parallel uses of one link exactly one succeeds", async () => {
    const someone = await person();
    await ask(someone.email);
    const token = tokenOf(await mailTo(someone.email));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => choose(token, `a new password ${i}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === "link_expired")).toHaveLength(9);
  });

  test("known and unknown addresses get the same bytes for the same work, and strangers no mail", async () => {
    const someone = await person();
    const rows = () => prisma().linkRequest.count();
    const before = await rows();
    const answers = [await ask(someone.email), await ask("nobody-here@example.com")];
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
    expect((await rows()) - before).toBe(2);
    expect(await mailTo("nobody-here@example.com")).toBeUndefined();
    expect(await rows()).toBe(0);
  });

  test("a proved address keeps its second step", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await withTwoFactor(visitor);
    await prisma().account.update({ where: { id: someone.id }, data: { emailVerified: true } });
    await ask(someone.email);
    await choose(tokenOf(await mailTo(someone.email)));
    const answer = await new Visitor().signIn(someone.email, "another long password");
    expect(answer.body).toEqual({ status: "two_factor_required" });
  });

  test("who registered an address that is not theirs loses it to its owner: session, keys and second step end", async () => {
    const { email, key, visitor } = await registered();
    await withTwoFactor(visitor);
    await ask(email);
    await choose(tokenOf(await mailTo(email)));
    expect((await call("GET", "/v1/account", { key })).status).toBe(401);
    expect(await visitor.isSignedIn()).toBe(false);
    expect((await new Visitor().signIn(email, "another long password")).body).toEqual({
      status: "signed_in",
    });
  });
});
