import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";
import { processMs } from "@/tests/support/processor-time";
import { codeOf, someoneSignedIn, Visitor } from "@/tests/support/visitor";

describe("signing in", () => {
  test("a right password begins a session that the API knows; the answer tells no token", async () => {
    const someone = await person();
    const visitor = new Visitor();
    const answer = await visitor.signIn(` ${someone.email.toUpperCase()} `);
    expect([answer.status, answer.body]).toEqual([200, { status: "signed_in" }]);
    expect(await visitor.isSignedIn()).toBe(true);
    for (const line of visitor.lines) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/i);
  });

  test("a wrong password and an unknown address get the same bytes after the same work", async () => {
    // Registered as users are: the passwords of other people of the tests have cheap hashes.
    const someone = { email: `hashed-${randomUUID()}@example.com`, password: "a long password", name: "Somebody" };
    expect((await call("POST", "/v1/auth/register", { body: someone })).status).toBe(200);
    const bodies = new Set<string>();
    const tried = (email: string) =>
      processMs(async () => {
        const { status, body, headers } = await new Visitor().signIn(email, "a wrong password");
        expect(status).toBe(401);
        expect(headers.getSetCookie()).toEqual([]);
        bodies.add(JSON.stringify({ ...body.error, request_id: null }));
      });
    await tried(someone.email);
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 5; i++) {
      known.push(await tried(someone.email));
      unknown.push(await tried(`nobody-${i}@example.com`));
    }
    // Without the hash an unknown address would take a tenth of the work.
    const [least, other] = [Math.min(...known), Math.min(...unknown)];
    expect(Math.min(least, other) / Math.max(least, other)).toBeGreaterThan(0.4);
    expect(bodies.size).toBe(1);
  });

  test("the session that a sign-in came with ends, and the new one has another token", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const before = new Visitor();
    for (const [name, value] of visitor.cookies) before.cookies.set(name, value);
    await visitor.signIn(someone.email);
    expect([await before.isSignedIn(), await visitor.isSignedIn()]).toEqual([false, true]);
    expect(await prisma().session.count({ where: { accountId: someone.id } })).toBe(1);
  });

  test("a suspended account is told so only after the right password, and gets no session", async () => {
    const someone = await person();
    await prisma().account.update({ where: { id: someone.id }, data: { suspendedAt: new Date() } });
    const visitor = new Visitor();
    expect(codeOf(await visitor.signIn(someone.email, "a wrong password"))).toBe("wrong_credentials");
    const answer = await visitor.signIn(someone.email);
    expect([answer.status, codeOf(answer)]).toEqual([403, "account_suspended"]);
    expect([...visitor.cookies.keys()]).not.toContain("marketplace.session_token");
  });

  test("the library's other paths do not exist", async () => {
    const { visitor } = await someoneSignedIn();
    for (const path of [
      "/sign-up/email",
      "/update-user",
      "/list-sessions",
      "/delete-user",
      "/two-factor/send-otp",
      "/",
    ])
      expect((await visitor.post(path, {})).status).toBe(404);
  });

  test.each([
    ["no password", { email: "a@example.com" }, "password"],
    [
      "a field that is none of ours",
      { email: "a@example.com", password: "x", callbackURL: "//evil.example" },
      "callbackURL",
    ],
    ["an address that is none", { email: "ada", password: "x" }, "email"],
  ])("%s is refused by name", async (_, body, param) => {
    const answer = await new Visitor().post("/sign-in/email", body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test.each([
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["Origin null", { origin: "null" }],
    ["a foreign site by Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["a sister domain", { "sec-fetch-site": "same-site", origin: "http://other.market.test" }],
    ["a form of another type", { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" }],
  ])("%s is 403, for signing in, for sessions, and for signing out", async (_, headers) => {
    const { someone, visitor } = await someoneSignedIn();
    const signIn = await new Visitor().post(
      "/sign-in/email",
      { email: someone.email, password: "a long password" },
      headers,
    );
    expect([signIn.status, codeOf(signIn)]).toEqual([403, "bad_origin"]);
    expect((await visitor.post("/sign-out", {}, headers)).status).toBe(403);
    expect((await visitor.api("POST", "/v1/keys", { body: {}, headers })).status).toBe(403);
    expect(await visitor.isSignedIn()).toBe(true);
  });

  test("a request that does not say where it comes from begins no session", async () => {
    const someone = await person();
    const request = new Request("http://market.test/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: someone.email, password: "a long password" }),
    });
    const { answerBrowser } = await import("@/lib/interfaces/http/browser");
    expect((await answerBrowser(request)).status).toBe(403);
  });
});

describe("the password", () => {
  test("a change asks for the old one, ends every other session and keeps this one", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const other = new Visitor();
    await other.signIn(someone.email);
    const change = (current_password: string, new_password = "another long password") =>
      visitor.post("/change-password", { current_password, new_password });
    expect(codeOf(await change("wrong"))).toBe("wrong_password");
    for (const refused of ["short", "12345678"])
      expect((await change("a long password", refused)).body.error.param).toBe("new_password");
    expect((await change("a long password")).status).toBe(200);
    expect([await visitor.isSignedIn(), await other.isSignedIn()]).toEqual([true, false]);
    expect(codeOf(await new Visitor().signIn(someone.email))).toBe("wrong_credentials");
    expect((await new Visitor().signIn(someone.email, "another long password")).status).toBe(200);
  });
});

describe("the list of sessions", () => {
  test("it shows where each began and which is this one, and no token; one can be ended, or all others, or all", async () => {
    const { someone, visitor } = await someoneSignedIn();
    const [second, third] = [new Visitor("203.0.113.98"), new Visitor("203.0.113.99")];
    await second.signIn(someone.email);
    await third.signIn(someone.email);
    const { body, text } = await visitor.api("GET", "/v1/account/sessions");
    expect(body.total).toBe(3);
    expect(body.data.filter(({ current }) => current)).toHaveLength(1);
    const tokens = await prisma().session.findMany({ where: { accountId: someone.id } });
    for (const { token } of tokens) expect(text).not.toContain(token);
    const target = body.data.find(({ address }) => address === "203.0.113.98");
    expect(target).toMatchObject({ user_agent: "Test browser", current: false });
    const ended = await visitor.api("DELETE", `/v1/account/sessions/${target?.id}`);
    expect([ended.status, ended.body]).toEqual([200, { ended: 1 }]);
    expect([await second.isSignedIn(), await third.isSignedIn()]).toEqual([false, true]);
    expect((await visitor.api("DELETE", "/v1/account/sessions?keep_current=true")).body).toEqual({
      ended: 1,
    });
    expect([await third.isSignedIn(), await visitor.isSignedIn()]).toEqual([false, true]);
    expect((await visitor.api("DELETE", "/v1/account/sessions")).body).toEqual({ ended: 1 });
    expect(await visitor.isSignedIn()).toBe(false);
  });

  test("another's session is the same 404 as an unknown one", async () => {
    const [{ visitor }, other] = [await someoneSignedIn(), await someoneSignedIn()];
    const [theirs] = (await other.visitor.api("GET", "/v1/account/sessions")).body.data;
    const answers = await Promise.all(
      [theirs?.id, "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "nonsense"].map((id) =>
        visitor.api("DELETE", `/v1/account/sessions/${id}`),
      ),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body.error, request_id: null }))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await other.visitor.isSignedIn()).toBe(true);
  });

  test("an API key sees and ends no session, and signing out leaves keys alone", async () => {
    const { someone, visitor } = await someoneSignedIn();
    for (const [method, path] of [
      ["GET", "/v1/account/sessions"],
      ["DELETE", "/v1/account/sessions"],
      ["DELETE", "/v1/account/sessions/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11"],
    ] as const) {
      const answer = await call(method, path, { key: someone.key });
      expect([answer.status, codeOf(answer)]).toEqual([403, "session_required"]);
      expect((await call(method, path)).status).toBe(401);
    }
    const { cookie } = visitor;
    expect((await visitor.post("/sign-out", {})).status).toBe(200);
    expect(visitor.cookie).not.toContain("session_token");
    const replayed = await call("GET", "/v1/balance", { headers: { cookie, origin: "http://market.test" } });
    expect(replayed.status).toBe(401);
    expect((await call("GET", "/v1/balance", { key: someone.key })).status).toBe(200);
  });
});
