import { describe, expect, test } from "vitest";
import { answerBrowser } from "@/lib/interfaces/http/browser";
import { query } from "@/lib/platform/core/db";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { person, unique } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";
import { codeOf, Visitor, withTwoFactor } from "@/tests/support/visitor";

const PASSWORD = "a long password";

/** Sends a form as a browser without scripts does: where it is led, and the cookies that it is given. */
async function send(path: string, fields: Record<string, string>, visitor = new Visitor()) {
  const request = new Request(`http://market.test/api/auth${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "http://market.test",
      cookie: visitor.cookie,
    },
    body: new URLSearchParams(fields).toString(),
  });
  const response = await answerBrowser(request);
  visitor.keep(response.headers.getSetCookie());
  return { status: response.status, location: response.headers.get("location"), visitor };
}

const keysOf = (email: string) =>
  query("test.keys", "SELECT k.id FROM api_key k JOIN account a ON a.id = k.account_id WHERE a.email = $1", [email]);

describe("a form that is sent without scripts", () => {
  test("registers, signs in and leads to where the visitor came from", async () => {
    const email = `form-${unique()}@example.com`;
    const fields = { email, password: PASSWORD, name: "", next: "/wallet?need=5" };
    const { status, location, visitor } = await send("/register", fields);
    expect([status, location]).toEqual([303, "/wallet?need=5"]);
    expect(await visitor.isSignedIn()).toBe(true);
  });

  test("signs in, asks for the code where there is a second step, and ends signed in", async () => {
    const someone = await person();
    const first = await send("/sign-in/email", { email: someone.email, password: PASSWORD, next: "/keys" });
    expect(first.location).toBe("/keys");
    const { uri, codes } = await withTwoFactor(first.visitor);
    const asked = await send("/sign-in/email", { email: someone.email, password: PASSWORD, next: "/keys" });
    expect(asked.location).toBe("/sign-in/code?next=%2Fkeys");
    const wrong = await send("/two-factor/verify-totp", { code: "000000", next: "/keys" }, asked.visitor);
    expect(wrong.location).toBe("/sign-in/code?next=%2Fkeys&error=wrong_code&param=code");
    const right = { code: totpOf(uri), next: "/keys" };
    expect((await send("/two-factor/verify-totp", right, asked.visitor)).location).toBe("/keys");
    expect(await asked.visitor.isSignedIn()).toBe(true);
    const again = await send("/sign-in/email", { email: someone.email, password: PASSWORD });
    const recovery = { code: codes[0] ?? "" };
    expect((await send("/two-factor/verify-recovery-code", recovery, again.visitor)).location).toBe("/");
  });

  test("resets the password by the link", async () => {
    const someone = await person();
    const asked = await send("/request-password-reset", { email: someone.email });
    expect(asked.location).toBe("/reset-password?step=sent");
    const token = tokenOf(await mailTo(someone.email));
    const short = await send("/reset-password", { token, new_password: "short" });
    expect(short.location).toBe(`/reset-password?token=${token}&error=invalid_request&param=new_password`);
    const done = await send("/reset-password", {
      token,
      new_password: "another long password",
      end_keys: "on",
    });
    expect(done.location).toBe("/reset-password?step=done");
    expect((await new Visitor().signIn(someone.email, "another long password")).status).toBe(200);
  });

  test("is led back with a code when it is refused; nothing typed is in the address", async () => {
    const someone = await person();
    const wrong = { email: someone.email, password: "a wrong password", next: "/wallet" };
    expect((await send("/sign-in/email", wrong)).location).toBe("/sign-in?next=%2Fwallet&error=wrong_credentials");
    expect((await send("/register", wrong)).location).toBe("/register?next=%2Fwallet&error=email_taken&param=email");
    const foreign = await send("/sign-in/email", { ...wrong, password: PASSWORD, next: "//evil.example" });
    expect(foreign.location).toBe("/");
  });

  test("is refused from another site, and beyond 8 KiB", async () => {
    const someone = await person();
    const evil = { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" };
    expect(codeOf(await new Visitor().post("/sign-in/email", {}, evil))).toBe("bad_origin");
    const long = { email: someone.email, password: "x".repeat(9_000) };
    const request = new Request("http://market.test/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://market.test" },
      body: new URLSearchParams(long).toString(),
    });
    expect((await answerBrowser(request)).status).toBe(413);
  });
});

describe("registering in a browser", () => {
  const register = (email: string, password = PASSWORD) => new Visitor().post("/register", { email, password });

  test("makes no key, whose secret would never be shown", async () => {
    const email = `browser-${unique()}@example.com`;
    const answer = await register(email);
    expect([answer.status, answer.body]).toEqual([200, { status: "signed_in" }]);
    expect(await keysOf(email)).toEqual([]);
    expect((await mailTo(email))?.text).toContain("/verify-email?token=");
  });

  test("sent again after a lost answer, signs in; with another password the email is taken", async () => {
    const email = `again-${unique()}@example.com`;
    await register(email);
    expect((await register(email)).status).toBe(200);
    expect(codeOf(await register(email, "another long password"))).toBe("email_taken");
  });
});
