import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { WINDOWS } from "@/lib/platform/ratelimit/policy";
import { send } from "@/tests/support/api";
import { person } from "@/tests/support/people";
import { signedIn, type Visitor } from "@/tests/support/visitor";

/** Most exports that one process makes at a time. */
const MOST = 2;

const ask = (visitor: Visitor, address = "203.0.113.40") =>
  send("GET", "/v1/account/export", {
    address,
    headers: { cookie: visitor.cookie, origin: "http://market.test" },
  });
const codeOf = async (response: Response) =>
  (JSON.parse(await response.text()) as { error: { code: string } }).error.code;

test("a process makes two exports at a time, whoever asks; the next one comes when a reader has left or is done", async () => {
  const visitors = await Promise.all([0, 1, 2].map(async () => signedIn(await person())));
  const [first, second, third] = visitors as [Visitor, Visitor, Visitor];
  const open = [await ask(first), await ask(second)];
  expect([open.length, ...open.map(({ status }) => status)]).toEqual([MOST, 200, 200]);
  const refused = await ask(third);
  expect([refused.status, await codeOf(refused)]).toEqual([429, "too_many_in_flight"]);
  expect(refused.headers.get("retry-after")).toBe("60");
  await open[0]?.body?.cancel();
  const next = await ask(third);
  expect(next.status).toBe(200);
  expect(JSON.parse(await next.text())).toHaveProperty("account");
  const again = await ask(first);
  expect([again.status, JSON.parse(await again.text()).exported_at]).toEqual([200, expect.any(String)]);
  await open[1]?.body?.cancel();
});

test("an account is exported ten times an hour, from wherever it asks; another account is not touched", async () => {
  const [visitor, other] = [await signedIn(await person()), await signedIn(await person())];
  for (let i = 0; i < WINDOWS.accountExport.most; i++) {
    const response = await ask(visitor, `203.0.113.${50 + i}`);
    expect([i, response.status]).toEqual([i, 200]);
    await response.text();
  }
  const refused = await ask(visitor, "203.0.113.90");
  expect([refused.status, await codeOf(refused)]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  const passed = await ask(other);
  expect(passed.status).toBe(200);
  await passed.text();
});
