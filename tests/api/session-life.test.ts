import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { query } from "@/lib/platform/core/db";
import { person } from "@/tests/support/people";
import { signedIn, type Visitor } from "@/tests/support/visitor";

const DAY = 24 * 60 * 60;
const MONTH = 30 * DAY;

const host = createHost((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>page</p>"));
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(() => drain(host));

/** Someone signed in whose session was last used so many days ago, by the database's clock. */
async function usedDaysAgo(days: number) {
  const someone = await person();
  const visitor = await signedIn(someone);
  await query(
    "test.age",
    `UPDATE session SET created_at = created_at - make_interval(days => $2),
        updated_at = updated_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
      WHERE account_id = $1`,
    [someone.id, days],
  );
  return { someone, visitor };
}

async function sessionOf(accountId: string) {
  const [row] = await query<{ left: number; idle: number }>(
    "test.session",
    `SELECT extract(epoch FROM expires_at - now())::float8 AS left,
        extract(epoch FROM now() - updated_at)::float8 AS idle
       FROM session WHERE account_id = $1`,
    [accountId],
  );
  return row;
}

const cookieOf = (headers: Headers) => headers.get("set-cookie") ?? "";
const look = (visitor: Visitor, path = "/wallet") =>
  fetch(url + path, { headers: { cookie: visitor.cookie }, redirect: "manual" });

describe("a session", () => {
  test("in use is prolonged by the first request after a day, with its cookie, and by no other", async () => {
    const { someone, visitor } = await usedDaysAgo(2);
    const first = await visitor.api("GET", "/v1/balance");
    expect(cookieOf(first.headers)).toMatch(/^marketplace\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly/);
    const name = cookieOf(first.headers).split(";")[0];
    expect(visitor.cookie).toContain(name);
    const after = await sessionOf(someone.id);
    expect(after?.left).toBeGreaterThan(MONTH - 60);
    expect(after?.idle).toBeLessThan(60);
    const second = await visitor.api("GET", "/v1/balance");
    expect([second.status, cookieOf(second.headers)]).toEqual([200, ""]);
    expect(cookieOf((await look(visitor)).headers)).toBe("");
  });

  test("is prolonged by pages as by the API, but by none of their files", async () => {
    const { someone, visitor } = await usedDaysAgo(3);
    expect(cookieOf((await look(visitor, "/_next/static/a.js")).headers)).toBe("");
    const page = await look(visitor);
    expect([page.status, await page.text()]).toEqual([200, "<p>page</p>"]);
    expect(cookieOf(page.headers)).toContain("Max-Age=2592000");
    expect((await sessionOf(someone.id))?.left).toBeGreaterThan(MONTH - 60);
  });

  test("used within the day is not written", async () => {
    const { someone, visitor } = await usedDaysAgo(0);
    const before = await sessionOf(someone.id);
    for (const answer of [await visitor.api("GET", "/v1/balance"), await look(visitor)])
      expect([answer.status, cookieOf(answer.headers)]).toEqual([200, ""]);
    expect((await sessionOf(someone.id))?.left).toBeLessThanOrEqual(before?.left ?? 0);
  });

  test("asked for by twenty requests at once is prolonged by one of them", async () => {
    const { visitor } = await usedDaysAgo(5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? look(visitor) : visitor.api("GET", "/v1/balance"))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ headers }) => cookieOf(headers) !== "")).toHaveLength(1);
  });

  test("used on the 29th day lives, and lives on for as long again", async () => {
    const { someone, visitor } = await usedDaysAgo(29);
    expect(await visitor.isSignedIn()).toBe(true);
    expect((await sessionOf(someone.id))?.left).toBeGreaterThan(MONTH - 60);
  });

  test("unused for 30 days is over, and nothing brings it back", async () => {
    const { someone, visitor } = await usedDaysAgo(30);
    const page = await look(visitor);
    expect(cookieOf(page.headers)).toBe("");
    expect((await visitor.api("GET", "/v1/balance")).status).toBe(401);
    expect((await sessionOf(someone.id))?.left).toBeLessThan(0);
  });

  test("is known by its token with our signature alone", async () => {
    const { visitor } = await usedDaysAgo(0);
    const name = "marketplace.session_token";
    const [token, signature = ""] = decodeURIComponent(visitor.cookies.get(name) ?? "").split(".");
    const forged = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const value of [token, `${token}.`, `${token}.${forged}`, `.${signature}`, ""]) {
      visitor.cookies.set(name, encodeURIComponent(value ?? ""));
      expect([value, await visitor.isSignedIn()]).toEqual([value, false]);
    }
    visitor.cookies.set(name, encodeURIComponent(`${token}.${signature}`));
    expect(await visitor.isSignedIn()).toBe(true);
  });

  test("asked for from another site is not prolonged", async () => {
    const { someone, visitor } = await usedDaysAgo(2);
    const answer = await visitor.api("GET", "/v1/balance", { headers: { origin: "https://evil.example" } });
    expect([answer.status, cookieOf(answer.headers)]).toEqual([403, ""]);
    expect((await sessionOf(someone.id))?.left).toBeLessThan(MONTH - DAY);
  });

  test("that was signed out stays so", async () => {
    const { someone, visitor } = await usedDaysAgo(2);
    const { cookie } = visitor;
    await visitor.post("/sign-out", {});
    expect(cookieOf((await fetch(`${url}/wallet`, { headers: { cookie } })).headers)).toBe("");
    expect(await sessionOf(someone.id)).toBeUndefined();
  });
});
