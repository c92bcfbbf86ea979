import { describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { person, unique } from "@/tests/support/people";

const newEmail = () => `new-${unique()}@example.com`;

describe("POST /v1/auth/register", () => {
  test("an account is created and its first key works", async () => {
    const email = newEmail();
    const { status, body } = await call("POST", "/v1/auth/register", {
      body: { email, password: "a long password", name: " Ada " },
    });
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ email, name: "Ada", role: "user" });
    expect(body.api_key).toMatch(/^skm_[0-9A-Za-z]{36}$/);
    expect(String(body.api_key).startsWith(String((body.key as { prefix: string }).prefix))).toBe(true);
    expect((await call("GET", "/v1/keys", { key: String(body.api_key) })).status).toBe(200);
  });

  test("the address is trimmed and lower-cased, and taken in every spelling", async () => {
    const email = newEmail();
    const first = await call("POST", "/v1/auth/register", {
      body: { email: `  ${email.toUpperCase()} `, password: "a long password" },
    });
    expect(first.body.account).toMatchObject({ email });
    const again = await call("POST", "/v1/auth/register", { body: { email, password: "a long password" } });
    expect([again.status, again.body.error.code, again.body.error.param]).toEqual([400, "email_taken", "email"]);
  });

  test("of twenty parallel registrations of one address exactly one succeeds, and no half account is left", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call("POST", "/v1/auth/register", { body: { email, password: "a long password" } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error?.code === "email_taken")).toHaveLength(19);
    const account = await prisma().account.findUniqueOrThrow({
      where: { email },
      include: { credentials: true, keys: true, wallet: true },
    });
    expect([account.credentials.length, account.keys.length, account.wallet?.postedMicros]).toEqual([1, 1, 0n]);
  });

  test("secrets are stored as hashes only", async () => {
    const { key, id } = await person();
    const stored = await prisma().apiKey.findFirstOrThrow({ where: { accountId: id } });
    const credential = await prisma().credential.findFirstOrThrow({ where: { ownerId: id } });
    expect(JSON.stringify(stored, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toContain(
      key.slice(12),
    );
    expect(credential.password).toMatch(/^\$argon2id\$/);
  });

  test.each([
    ["a password of 7 characters", { email: "a@example.com", password: "1234567" }, "password"],
    ["a password of 129 characters", { email: "a@example.com", password: "x".repeat(129) }, "password"],
    ["a common password", { email: "a@example.com", password: "12345678" }, "password"],
    ["a common password in capitals", { email: "a@example.com", password: "BASKETBALL" }, "password"],
    ["no password", { email: "a@example.com" }, "password"],
    ["an address without a domain", { email: "ada", password: "a long password" }, "email"],
    ["a role", { email: "a@example.com", password: "a long password", role: "admin" }, "role"],
    ["an empty name", { email: "a@example.com", password: "a long password", name: " " }, "name"],
  ])("%s is refused by name", async (_, body, param) => {
    const answer = await call("POST", "/v1/auth/register", { body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, "invalid_request", param]);
  });
});

describe("authentication", () => {
  test("a missing, malformed, mistyped, unknown, disabled, expired or revoked key gets the same 401", async () => {
    const someone = await person();
    const issued = async (body: object) => {
      const answer = await call("POST", "/v1/keys", { key: someone.key, body });
      return { secret: String(answer.body.api_key), id: (answer.body.key as { id: string }).id };
    };
    const disabled = await issued({});
    await call("PATCH", `/v1/keys/${disabled.id}`, { key: someone.key, body: { active: false } });
    const revoked = await issued({});
    await call("DELETE", `/v1/keys/${revoked.id}`, { key: someone.key });
    const expired = await issued({ expires_in_days: 1 });
    await prisma().apiKey.update({
      where: { id: expired.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const mistyped = `${someone.key.slice(0, -1)}${someone.key.endsWith("0") ? "1" : "0"}`;
    const keys = [
      undefined,
      "",
      "nonsense",
      mistyped,
      "skm_000000000000000000000000000000000000",
      disabled.secret,
      revoked.secret,
      expired.secret,
    ];
    const bodies = await Promise.all(
      keys.map(async (key) => {
        const { status, body, headers } = await call(
          "GET",
          "/v1/keys",
          key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
        );
        expect([status, headers.get("www-authenticate")]).toEqual([
          401,
          expect.stringMatching(/^Bearer .*resource_metadata=".*\/oauth-protected-resource\/v1"$/),
        ]);
        return JSON.stringify({ ...body.error, request_id: null });
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  test("a suspended account's key is refused", async () => {
    const someone = await person();
    await prisma().account.update({ where: { id: someone.id }, data: { suspendedAt: new Date() } });
    expect((await call("GET", "/v1/keys", { key: someone.key })).status).toBe(401);
  });

  test("other authorization schemes are refused", async () => {
    const { key } = await person();
    expect((await call("GET", "/v1/keys", { headers: { authorization: `Basic ${key}` } })).status).toBe(401);
    expect((await call("GET", "/v1/keys", { headers: { authorization: `bearer ${key}` } })).status).toBe(200);
  });
});
