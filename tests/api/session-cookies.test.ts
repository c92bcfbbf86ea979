import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://market.test";
});

import { query } from "@/lib/platform/core/db";
import { person } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";
import { Visitor, withTwoFactor } from "@/tests/support/visitor";

test("over https every cookie is __Host-, Secure, HttpOnly, SameSite=Lax, for the whole site and no other", async () => {
  const someone = await person();
  const visitor = new Visitor();
  await visitor.signIn(someone.email);
  const { uri } = await withTwoFactor(visitor);
  await visitor.post("/sign-out", {});
  await visitor.signIn(someone.email);
  await visitor.post("/two-factor/verify-totp", { code: totpOf(uri) });
  expect(await visitor.isSignedIn()).toBe(true);
  await query("test.age", "UPDATE session SET expires_at = expires_at - interval '2 days' WHERE account_id = $1", [
    someone.id,
  ]);
  const { headers } = await visitor.api("GET", "/v1/balance");
  expect(headers.getSetCookie()).toHaveLength(1);
  visitor.lines.push(...headers.getSetCookie());
  expect(visitor.lines.length).toBeGreaterThan(5);
  for (const line of visitor.lines) {
    expect(line).toMatch(/^__Host-marketplace\.\w+=/);
    for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"])
      expect(line.toLowerCase().split("; ")).toContain(attribute.toLowerCase());
    expect(line).not.toMatch(/domain=/i);
  }
});

test("a plain cookie of another origin on the host is no session", async () => {
  const someone = await person();
  const visitor = new Visitor();
  await visitor.signIn(someone.email);
  const plain = new Visitor();
  for (const [name, value] of visitor.cookies) plain.cookies.set(name.replace("__Host-", ""), value);
  expect(await plain.isSignedIn()).toBe(false);
});
