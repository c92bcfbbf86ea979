import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { Authenticator } from "@/tests/support/authenticator";
import { codeOf, someoneSignedIn, Visitor, withTwoFactor } from "@/tests/support/visitor";

const password = "a long password";

/** Adds a passkey of a new device to a signed-in account. */
async function added(visitor: Visitor, device = new Authenticator()) {
  const { status, body } = await visitor.post("/passkey/begin", { password });
  expect(status).toBe(200);
  const answer = await visitor.post("/passkey/add", { name: "Work laptop", response: device.create(body) });
  return { device, answer };
}

/** Signs in with a passkey in a browser. */
async function signInWith(device: Authenticator, visitor = new Visitor()) {
  const { body } = await visitor.post("/passkey/challenge", {});
  return visitor.post("/passkey/sign-in", { response: device.get(body) });
}

describe("passkeys", () => {
  test("one that was added signs in, without a second step, and says when it was last used", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await withTwoFactor(visitor);
    const { device, answer } = await added(visitor);
    expect([answer.status, answer.body]).toEqual([200, { status: "added" }]);
    const other = new Visitor();
    const signedIn = await signInWith(device, other);
    expect([signedIn.status, signedIn.body]).toEqual([200, { status: "signed_in" }]);
    expect(await other.isSignedIn()).toBe(true);
    const stored = await prisma().passkey.findFirstOrThrow({ where: { accountId: someone.id } });
    expect(stored).toMatchObject({ name: "Work laptop", lastUsedAt: expect.any(Date) });
    expect((await signInWith(device)).status).toBe(200);
  });

  test("a sign-in ends the session that the browser had before", async () => {
    const { visitor } = await someoneSignedIn();
    const { device } = await added(visitor);
    const before = new Visitor();
    for (const [name, value] of visitor.cookies) before.cookies.set(name, value);
    await signInWith(device, visitor);
    expect([await before.isSignedIn(), await visitor.isSignedIn()]).toEqual([false, true]);
  });

  test("adding and removing one take the password, not a session alone", async () => {
    const { someone, visitor } = await someoneSignedIn();
    for (const body of [{}, { password: "a wrong password" }])
      expect(codeOf(await visitor.post("/passkey/begin", body))).toBe("wrong_password");
    expect((await new Visitor().post("/passkey/begin", { password })).status).toBe(401);
    const { device } = await added(visitor);
    const { id } = await prisma().passkey.findFirstOrThrow({ where: { accountId: someone.id } });
    expect(codeOf(await visitor.post("/passkey/remove", { id }))).toBe("wrong_password");
    const { visitor: another } = await someoneSignedIn();
    expect((await another.post("/passkey/remove", { id, password })).status).toBe(404);
    expect((await visitor.post("/passkey/remove", { id, password })).status).toBe(200);
    expect(codeOf(await signInWith(device))).toBe("wrong_credentials");
  });

  test("an account without a password confirms with a sign-in of the last 10 minutes", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await prisma().credential.deleteMany({ where: { ownerId: someone.id } });
    expect((await visitor.post("/passkey/begin", {})).status).toBe(200);
    const createdAt = new Date(Date.now() - 11 * 60 * 1000);
    await prisma().session.updateMany({ where: { accountId: someone.id }, data: { createdAt } });
    const refused = await visitor.post("/passkey/begin", {});
    expect([refused.status, codeOf(refused)]).toEqual([401, "sign_in_again"]);
  });

  test("a challenge works once, for what it was made for, in the browser that asked", async () => {
    const { visitor } = await someoneSignedIn();
    const { device } = await added(visitor);
    const other = new Visitor();
    const { body } = await other.post("/passkey/challenge", {});
    const response = device.get(body);
    expect(codeOf(await new Visitor().post("/passkey/sign-in", { response }))).toBe("sign_in_again");
    const cookies = new Map(other.cookies);
    expect((await other.post("/passkey/sign-in", { response })).status).toBe(200);
    const replay = new Visitor();
    for (const [name, value] of cookies) replay.cookies.set(name, value);
    expect(codeOf(await replay.post("/passkey/sign-in", { response }))).toBe("sign_in_again");
    const { body: making } = await visitor.post("/passkey/begin", { password });
    expect(codeOf(await visitor.post("/passkey/sign-in", { response: device.get(making) }))).toBe("sign_in_again");
  });

  test("one that was used without a PIN, fingerprint or face neither signs in nor is added", async () => {
    const { visitor } = await someoneSignedIn();
    const { device } = await added(visitor);
    device.verifies = false;
    expect(codeOf(await signInWith(device))).toBe("wrong_credentials");
    const unverified = new Authenticator();
    unverified.verifies = false;
    const { answer } = await added(visitor, unverified);
    expect([answer.status, codeOf(answer)]).toEqual([401, "wrong_credentials"]);
  });

  test("another site's passkey, an unknown one, and another device's signature are refused", async () => {
    const { visitor } = await someoneSignedIn();
    const { device } = await added(visitor);
    const elsewhere = await added(visitor, new Authenticator("https://evil.example"));
    expect(codeOf(elsewhere.answer)).toBe("wrong_credentials");
    expect(codeOf(await signInWith(new Authenticator()))).toBe("wrong_credentials");
    const thief = new Authenticator();
    thief.id.set(device.id);
    const stolen = await signInWith(thief);
    expect([stolen.status, codeOf(stolen)]).toEqual([401, "wrong_credentials"]);
    expect((await signInWith(device)).status).toBe(200);
  });

  test("a suspended account gets no session by it", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { device } = await added(visitor);
    await prisma().account.update({ where: { id: someone.id }, data: { suspendedAt: new Date() } });
    const other = new Visitor();
    const refused = await signInWith(device, other);
    expect([refused.status, codeOf(refused)]).toEqual([403, "account_suspended"]);
    expect(await other.isSignedIn()).toBe(false);
  });

  test("its owner is told of one that was added or removed, in the page and by mail", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await added(visitor);
    const { id } = await prisma().passkey.findFirstOrThrow({ where: { accountId: someone.id } });
    await visitor.post("/passkey/remove", { id, password });
    const { body } = await call("GET", "/v1/notifications", { key: someone.key });
    expect(body.data.map(({ title }) => title)).toEqual(["A passkey was removed", "A passkey was added"]);
    await deliverMails();
    expect(storedMails().filter(({ to }) => to === someone.email)).toHaveLength(2);
  });

  test("the export names it, and closing the account deletes it", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { device } = await added(visitor);
    const { body } = await visitor.api("GET", "/v1/account/export");
    expect(body.passkeys).toEqual([expect.objectContaining({ name: "Work laptop", last_used_at: null })]);
    await visitor.api("DELETE", "/v1/account", { body: { password } });
    expect(await prisma().passkey.count({ where: { accountId: someone.id } })).toBe(0);
    expect(codeOf(await signInWith(device))).toBe("wrong_credentials");
  });

  test("an account has at most 20", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await added(visitor);
    const one = await prisma().passkey.findFirstOrThrow({ where: { accountId: someone.id } });
    const more = Array.from({ length: 19 }, (_, at) => ({
      ...one,
      id: crypto.randomUUID(),
      credentialID: `${one.credentialID}-${at}`,
    }));
    await prisma().passkey.createMany({ data: more });
    const refused = await visitor.post("/passkey/begin", { password });
    expect([refused.status, codeOf(refused), refused.body.error.param]).toEqual([400, "invalid_request", "name"]);
  });

  test("what is no answer of an authenticator is refused as input or as a wrong passkey", async () => {
    const visitor = new Visitor();
    await visitor.post("/passkey/challenge", {});
    expect(codeOf(await visitor.post("/passkey/sign-in", { response: { id: 7 } }))).toBe("invalid_request");
    const response = { id: "x", type: "public-key", response: {} };
    expect(codeOf(await visitor.post("/passkey/sign-in", { response }))).toBe("wrong_credentials");
  });
});
