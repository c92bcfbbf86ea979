import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { WINDOWS } from "@/lib/platform/ratelimit/policy";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";
import { Visitor } from "@/tests/support/visitor";
import { beginEarlyInWindow } from "@/tests/support/windows";

beginEarlyInWindow();

const registration = (address: string, raw: string) => call("POST", "/v1/auth/register", { address, raw });

test("registrations that cannot be read count as attempts, so that reading them is bounded", async () => {
  const address = "198.51.100.41";
  for (let i = 0; i < WINDOWS.register.most; i++) expect((await registration(address, "[{},{}")).status).toBe(400);
  const refused = await registration(address, "[{},{}");
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
});

test("sign-ins and resets that cannot be read count as attempts", async () => {
  for (const [path, { most }] of [
    ["/sign-in/email", WINDOWS.signIn],
    ["/reset-password", WINDOWS.resetPassword],
    ["/request-password-reset", WINDOWS.resetPassword],
  ] as const) {
    const visitor = new Visitor(`198.51.100.5${path.length % 10}`);
    for (let i = 0; i < most; i++) expect((await visitor.post(path, [{}])).status).toBe(400);
    expect((await visitor.post(path, [{}])).status).toBe(429);
  }
});

test("a browser of the owner signs in although its address has no attempts left", async () => {
  const someone = await person();
  const owner = new Visitor("198.51.100.61");
  expect((await owner.signIn(someone.email)).status).toBe(200);
  for (let i = 0; i < WINDOWS.signIn.most; i++) await new Visitor(owner.address).post("/sign-in/email", [{}]);
  expect((await new Visitor(owner.address).signIn(someone.email)).status).toBe(429);
  expect((await owner.signIn(someone.email)).status).toBe(200);
});

test("a browser session's body of more than 16 KiB is 413", async () => {
  const refused = await new Visitor("198.51.100.62").signIn("a@example.com", "x".repeat(16 * 1024));
  expect([refused.status, refused.body.error.code]).toEqual([413, "payload_too_large"]);
});
