import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    APP_ENV: "production",
    PUBLIC_URL: "http://market.test",
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    STRIPE_SECRET_KEY: "sk_test_none",
    STRIPE_WEBHOOK_SECRET: "whsec_none",
    RATE_LIMITS: "on",
    EXECUTION_ALLOW: "",
    ADMIN_EMAILS: "boss@example.com,chief@example.com",
  });
});

import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { signedIn, Visitor } from "@/tests/support/visitor";

test("in production an address of ADMIN_EMAILS makes an administrator once it is proved, and the audit log says so", async () => {
  const register = (email: string) =>
    call("POST", "/v1/auth/register", { body: { email, password: "a long password" } });
  const { body } = await register("Boss@Example.com");
  expect(body.account).toMatchObject({ role: "user" });
  const key = String(body.api_key);
  expect((await call("GET", "/v1/admin/skills", { key })).status).toBe(403);
  const verify = (token: string) => call("PUT", "/v1/account/verification", { key, body: { token } });
  expect((await verify("a-guess")).status).toBe(400);
  expect((await call("GET", "/v1/admin/skills", { key })).status).toBe(403);
  const proved = await verify(tokenOf(await mailTo("boss@example.com")));
  expect(proved.body).toMatchObject({ role: "admin", email_verified: true });
  expect((await call("GET", "/v1/admin/skills", { key })).status).toBe(200);
  const events = await prisma().auditEvent.findMany({ where: { action: "account.grant_admin" } });
  expect(events.map(({ subjectId }) => subjectId)).toEqual([(body.account as { id: string }).id]);

  const other = await register("somebody@example.com");
  const theirs = await call("PUT", "/v1/account/verification", {
    key: String(other.body.api_key),
    body: { token: tokenOf(await mailTo("somebody@example.com")) },
  });
  expect(theirs.body).toMatchObject({ role: "user", email_verified: true });
});

test("a reset by mail proves no address of ADMIN_EMAILS: it takes the link that makes its account an administrator", async () => {
  const [email, password] = ["chief@example.com", "another long password"];
  await call("POST", "/v1/auth/register", { body: { email, password: "a long password" } });
  await new Visitor().post("/request-password-reset", { email });
  const token = tokenOf(await mailTo(email));
  expect((await new Visitor().post("/reset-password", { token, new_password: password })).status).toBe(200);
  const browser = await signedIn({ email }, password);
  expect((await browser.api("GET", "/v1/account")).body).toMatchObject({
    role: "user",
    email_verified: false,
  });
});
