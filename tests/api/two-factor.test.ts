import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { totpOf } from "@/tests/support/totp";
import { codeOf, someoneSignedIn, Visitor, withTwoFactor } from "@/tests/support/visitor";

describe("two-factor", () => {
  test("it asks for the password, is in force once a code has proved it, and is kept encrypted", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const refused = await visitor.post("/two-factor/enable", { password: "a wrong password" });
    expect([refused.status, codeOf(refused), refused.body.error.param]).toEqual([400, "wrong_password", "password"]);
    const { body } = await visitor.post("/two-factor/enable", { password: "a long password" });
    const uri = String(body.totp_uri);
    expect(body.recovery_codes).toHaveLength(10);
    expect((await new Visitor().signIn(someone.email)).body).toEqual({ status: "signed_in" });
    expect(codeOf(await visitor.post("/two-factor/verify-totp", { code: "000000" }))).toBe("wrong_code");
    expect((await visitor.post("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    expect(await visitor.isSignedIn()).toBe(true);
    expect((await new Visitor().signIn(someone.email)).body).toEqual({ status: "two_factor_required" });
    const stored = await prisma().twoFactor.findFirstOrThrow({ where: { accountId: someone.id } });
    const secret = new URL(uri).searchParams.get("secret") ?? "";
    for (const text of [secret, ...(body.recovery_codes as string[])])
      expect(JSON.stringify(stored)).not.toContain(text);
    expect(codeOf(await visitor.post("/two-factor/enable", { password: "a long password" }))).toBe("invalid_request");
  });

  test("the password alone opens nothing; a code ends the sign-in, once", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { uri } = await withTwoFactor(visitor);
    const other = new Visitor();
    await other.signIn(someone.email);
    expect(await other.isSignedIn()).toBe(false);
    expect((await other.api("GET", "/v1/balance")).status).toBe(401);
    const code = totpOf(uri);
    expect((await other.post("/two-factor/verify-totp", { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
      200,
    );
    expect(await other.isSignedIn()).toBe(true);
    const replay = new Visitor();
    await replay.signIn(someone.email);
    const answer = await replay.post("/two-factor/verify-totp", { code });
    expect([answer.status, codeOf(answer)]).toEqual([400, "wrong_code"]);
  });

  test("of ten parallel sign-ins with one code exactly one succeeds", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { uri, codes } = await withTwoFactor(visitor);
    for (const [path, code] of [
      ["/two-factor/verify-totp", totpOf(uri)],
      ["/two-factor/verify-recovery-code", codes[0]],
    ]) {
      const visitors = Array.from({ length: 10 }, () => new Visitor());
      for (const other of visitors) await other.signIn(someone.email);
      const answers = await Promise.all(visitors.map((other) => other.post(path ?? "", { code })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("a recovery code works once, and new ones end the old", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { codes } = await withTwoFactor(visitor);
    const use = async (code = "") => {
      const other = new Visitor();
      await other.signIn(someone.email);
      return (await other.post("/two-factor/verify-recovery-code", { code })).status;
    };
    expect([await use(codes[0]), await use(codes[0]), await use("aaaaa-bbbbb")]).toEqual([200, 400, 400]);
    const { body } = await visitor.post("/two-factor/recovery-codes", { password: "a long password" });
    expect([await use(codes[1]), await use((body.recovery_codes as string[])[0])]).toEqual([400, 200]);
  });

  test("five wrong codes end the second step: the password is asked for again", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const { uri } = await withTwoFactor(visitor);
    const other = new Visitor();
    await other.signIn(someone.email);
    for (let i = 0; i < 5; i++)
      expect(codeOf(await other.post("/two-factor/verify-totp", { code: `99999${i}` }))).toBe("wrong_code");
    expect(codeOf(await other.post("/two-factor/verify-totp", { code: totpOf(uri, 1) }))).toBe("sign_in_again");
    expect(codeOf(await other.post("/two-factor/verify-totp", { code: totpOf(uri) }))).toBe("sign_in_again");
    await other.signIn(someone.email);
    expect((await other.post("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  });

  test("a second step without a first is refused", async () => {
    for (const path of ["/two-factor/verify-totp", "/two-factor/verify-recovery-code"]) {
      const code = path.endsWith("totp") ? "123456" : "aaaaa-bbbbb";
      const answer = await new Visitor().post(path, { code });
      expect([answer.status, codeOf(answer)]).toEqual([401, "sign_in_again"]);
    }
  });

  test("switching it off asks for the password", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await withTwoFactor(visitor);
    expect(codeOf(await visitor.post("/two-factor/disable", { password: "wrong" }))).toBe("wrong_password");
    expect((await visitor.post("/two-factor/disable", { password: "a long password" })).status).toBe(200);
    expect((await new Visitor().signIn(someone.email)).body).toEqual({ status: "signed_in" });
    expect(await visitor.isSignedIn()).toBe(true);
  });

  test("every change notifies the owner, on the page and by email", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await withTwoFactor(visitor);
    const password = "a long password";
    await visitor.post("/two-factor/recovery-codes", { password });
    await visitor.post("/two-factor/disable", { password });
    await visitor.post("/change-password", {
      current_password: password,
      new_password: "another long password",
    });
    const { body } = await call("GET", "/v1/notifications", { key: someone.key });
    expect(body.data.map(({ title }) => title)).toEqual([
      "Your password was changed",
      "Two-factor authentication was switched off",
      "New recovery codes were created",
      "Two-factor authentication was switched on",
    ]);
    await deliverMails();
    const subjects = storedMails().filter(({ to }) => to === someone.email);
    expect(subjects).toHaveLength(4);
  });

  test("every change requires a session", async () => {
    for (const path of ["/two-factor/enable", "/two-factor/disable", "/two-factor/recovery-codes"])
      expect((await new Visitor().post(path, { password: "a long password" })).status).toBe(401);
  });
});
