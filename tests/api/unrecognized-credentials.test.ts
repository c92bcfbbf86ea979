import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { newSecret } from "@/lib/identity/keys/format";
import { BUCKETS } from "@/lib/platform/ratelimit/policy";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";
import { Visitor } from "@/tests/support/visitor";

const statements = watchStatements();

/** How many keys the database was asked for since the statements were cleared. */
const keysAsked = () =>
  statements.sent
    .filter(({ name }) => name === "accounts.authenticate")
    .reduce((sum, { values }) => sum + (values[0] as unknown[]).length, 0);

test("unknown well-formed keys are limited before the database is asked, and known callers are not affected", async () => {
  const address = "198.51.100.78";
  const neighbour = await person();
  const known = () => call("GET", "/v1/categories", { key: neighbour.key, address });
  expect((await known()).status).toBe(200);
  statements.clear();
  const startedAt = performance.now();
  const guesses = await Promise.all(
    Array.from({ length: 600 }, () => call("GET", "/v1/keys", { key: newSecret(), address })),
  );
  const most = BUCKETS.address.burst + (BUCKETS.address.perSecond * (performance.now() - startedAt)) / 1000;
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect(keysAsked()).toBeLessThanOrEqual(Math.ceil(most));
  const refused = guesses.find(({ status }) => status === 429);
  expect(refused?.headers.get("ratelimit-policy")).toBe('"address";q=100;w=2');
  expect((await known()).status).toBe(200);
});

test("a browser session beyond its bucket asks the database nothing", async () => {
  const someone = await person();
  const visitor = new Visitor("198.51.100.79");
  await visitor.signIn(someone.email);
  const read = () => visitor.api("GET", "/v1/categories");
  expect((await read()).status).toBe(200);
  const statuses: number[] = [];
  for (let burst = 0; burst < 5 && !statuses.includes(429); burst++)
    statuses.push(...(await Promise.all(Array.from({ length: 320 }, read))).map(({ status }) => status));
  expect(statuses).toContain(429);
  statements.clear();
  const more = await Promise.all(Array.from({ length: 50 }, read));
  const passed = more.filter(({ status }) => status === 200).length;
  expect(statements.sent.filter(({ text }) => text.includes('"session"')).length).toBeLessThanOrEqual(passed);
});
