import { describe, expect, test, vi } from "vitest";
import * as keys from "@/lib/identity/keys/service";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { PATIENT } from "@/tests/support/patience";
import { person } from "@/tests/support/people";

const issue = async (key: string, body: object = {}) => {
  const answer = await call("POST", "/v1/keys", { key, body });
  return {
    ...answer,
    secret: String(answer.body.api_key),
    record: answer.body.key as { id: string; [field: string]: unknown },
  };
};

describe("POST /v1/keys", () => {
  test("a key gets its name and its expiry, works, and is listed by prefix only", async () => {
    const someone = await person();
    const { status, secret, record } = await issue(someone.key, { name: "ci", expires_in_days: 30 });
    expect(status).toBe(200);
    expect(record).toMatchObject({ name: "ci", active: true, prefix: secret.slice(0, 10) });
    const days = (Date.parse(String(record.expires_at)) - Date.parse(String(record.created_at))) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    const list = await call("GET", "/v1/keys", { key: secret });
    expect(list.body).toMatchObject({ total: 2, has_more: false });
    expect(list.text).not.toContain(secret.slice(10));
  });

  test("an empty body is enough", async () => {
    const { key } = await person();
    expect((await call("POST", "/v1/keys", { key })).status).toBe(200);
  });

  test.each([
    [{ expires_in_days: 0 }, "expires_in_days"],
    [{ expires_in_days: -1 }, "expires_in_days"],
    [{ expires_in_days: 3651 }, "expires_in_days"],
    [{ expires_in_days: "30" }, "expires_in_days"],
    [{ name: 5 }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["root"] }, "scopes[0]"],
    [{ credit_limit: 5 }, "credit_limit_interval"],
    [{ credit_limit: 0.0000001, credit_limit_interval: "day" }, "credit_limit"],
    [{ account_id: "x" }, "account_id"],
  ])("%j is refused by name", async (body, param) => {
    const { key } = await person();
    const answer = await call("POST", "/v1/keys", { key, body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test("a limited key cannot make a key that may do more", async () => {
    const { key } = await person();
    const { secret } = await issue(key, { scopes: ["read"] });
    const answer = await call("POST", "/v1/keys", { key: secret, body: { scopes: ["read", "execute"] } });
    expect([answer.status, answer.body.error.param]).toEqual([400, "scopes"]);
    const { record } = await issue(secret, {});
    expect(record.scopes).toEqual(["read"]);
  });

  test("a key without the scope gets an error with the needed one", async () => {
    const { key } = await person();
    const { secret } = await issue(key, { scopes: ["read"] });
    const answer = await call("POST", "/v1/developer/skills", { key: secret, body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([403, "key_scope"]);
    const { required_scope: needed, manage_url: page } = answer.body.error.details;
    expect(needed).toBe("publish");
    expect(answer.body.error.message).toContain(String(page));
  });
});

describe("a key that is limited", () => {
  test.each([{ skills: ["text-statistics"] }, { credit_limit: 1, credit_limit_interval: "day" }])(
    "with %j can neither make a key without the limit nor lift it, and can end itself",
    async (limits) => {
      const someone = await person();
      const { secret, record } = await issue(someone.key, limits);
      const answers = [
        await issue(secret, {}),
        await call("PATCH", `/v1/keys/${record.id}`, {
          key: secret,
          body: { skills: [], credit_limit: null, credit_limit_interval: null },
        }),
        await call("PATCH", `/v1/keys/${someone.keyId}`, { key: secret, body: { active: false } }),
        await call("DELETE", `/v1/keys/${someone.keyId}`, { key: secret }),
      ];
      for (const { status, body } of answers) expect([status, body.error?.code]).toEqual([403, "key_scope"]);
      expect((await call("GET", "/v1/keys", { key: someone.key })).body.total).toBe(2);
      expect((await call("DELETE", `/v1/keys/${record.id}`, { key: secret })).status).toBe(200);
    },
  );

  test("to reading cannot change or revoke a key that may do more", async () => {
    const someone = await person();
    const { secret } = await issue(someone.key, { scopes: ["read"] });
    for (const [method, body] of [
      ["PATCH", { active: false }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await call(method, `/v1/keys/${someone.keyId}`, { key: secret, body });
      expect([answer.status, answer.body.error.details.required_scope]).toEqual([403, "purchase"]);
    }
    expect((await call("GET", "/v1/keys", { key: someone.key })).status).toBe(200);
  });
});

describe("PATCH and DELETE /v1/keys/{id}", () => {
  test("disabling and enabling bind the very next request", async () => {
    const someone = await person();
    const { secret, record } = await issue(someone.key);
    for (const [active, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      const changed = await call("PATCH", `/v1/keys/${record.id}`, { key: someone.key, body: { active } });
      expect(changed.body).toMatchObject({ id: record.id, active });
      expect((await call("GET", "/v1/keys", { key: secret })).status).toBe(status);
    }
  });

  test("a revoked key leaves the list, cannot be enabled again, and is unknown from then on", async () => {
    const someone = await person();
    const { secret, record } = await issue(someone.key);
    const revoked = await call("DELETE", `/v1/keys/${record.id}`, { key: someone.key });
    expect(revoked.body).toMatchObject({ active: false, revoked: true });
    expect((await call("GET", "/v1/keys", { key: secret })).status).toBe(401);
    expect((await call("GET", "/v1/keys", { key: someone.key })).body.data).toHaveLength(1);
    expect((await call("PATCH", `/v1/keys/${record.id}`, { key: someone.key, body: { active: true } })).status).toBe(
      404,
    );
    expect((await call("DELETE", `/v1/keys/${record.id}`, { key: someone.key })).status).toBe(404);
  });

  test("another's, an unknown and a malformed id are the same bytes", async () => {
    const [owner, other] = await Promise.all([person(), person()]);
    const { record } = await issue(owner.key);
    const ids = [record.id, "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "nonsense"];
    for (const method of ["PATCH", "DELETE"]) {
      const answers = await Promise.all(
        ids.map((id) =>
          call(method, `/v1/keys/${id}`, {
            key: other.key,
            ...(method === "PATCH" && { body: { name: "mine" } }),
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text, body }) => text.replace(body.error.request_id, ""))).size).toBe(1);
    }
  });

  test("renaming changes the name alone", async () => {
    const { key, keyId } = await person();
    const answer = await call("PATCH", `/v1/keys/${keyId}`, { key, body: { name: "laptop" } });
    expect(answer.body).toMatchObject({ name: "laptop", active: true });
    expect((await call("PATCH", `/v1/keys/${keyId}`, { key, body: {} })).status).toBe(400);
  });

  test("last uses are recorded without a write per request", async () => {
    const someone = await person();
    for (let i = 0; i < 5; i++) await call("GET", "/v1/keys", { key: someone.key });
    await keys.flushTouches();
    // Other processes write what they have noted by themselves, shortly after.
    await vi.waitFor(async () => {
      const row = await prisma().apiKey.findUniqueOrThrow({ where: { id: someone.keyId } });
      expect(row.lastUsedAt).not.toBeNull();
    }, PATIENT);
  });
});

describe("a key that expires", () => {
  const expiring = async (days = 1) => {
    const someone = await person();
    const { secret, record } = await issue(someone.key, { expires_in_days: days });
    return { someone, secret, record };
  };

  test("makes keys that expire with it or earlier, and none that outlives it", async () => {
    const { secret, record } = await expiring();
    for (const days of [2, 3650, 1.01]) {
      const { status, body } = await issue(secret, { expires_in_days: days });
      expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_request", "expires_in_days"]);
    }
    expect((await issue(secret)).record.expires_at).toBe(record.expires_at);
    const shorter = await issue(secret, { expires_in_days: 0.5 });
    expect(Date.parse(String(shorter.record.expires_at))).toBeLessThan(Date.parse(String(record.expires_at)));
    // Neither does the next one in the chain.
    expect((await issue(shorter.secret)).record.expires_at).toBe(shorter.record.expires_at);
    expect((await issue(shorter.secret, { expires_in_days: 0.75 })).status).toBe(400);
  });

  test("renames, disables, limits, enables and revokes no key that expires later or never", async () => {
    const { someone, secret } = await expiring();
    const later = await issue(someone.key, { expires_in_days: 2 });
    const targets = [someone.keyId, later.record.id];
    for (const id of targets) {
      for (const body of [{ name: "mine" }, { active: false }, { active: true }, { scopes: ["read"] }]) {
        const refused = await call("PATCH", `/v1/keys/${id}`, { key: secret, body });
        expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
      }
      expect((await call("DELETE", `/v1/keys/${id}`, { key: secret })).body.error.code).toBe("key_scope");
    }
    for (const key of [someone.key, later.secret]) expect((await call("GET", "/v1/account", { key })).status).toBe(200);
  });

  test("manages itself and keys that expire no later", async () => {
    const { secret, record } = await expiring();
    const { record: made } = await issue(secret, { expires_in_days: 0.5 });
    expect((await call("PATCH", `/v1/keys/${made.id}`, { key: secret, body: { name: "mine" } })).status).toBe(200);
    expect((await call("DELETE", `/v1/keys/${made.id}`, { key: secret })).status).toBe(200);
    expect((await call("PATCH", `/v1/keys/${record.id}`, { key: secret, body: { name: "me" } })).status).toBe(200);
    expect((await call("DELETE", `/v1/keys/${record.id}`, { key: secret })).status).toBe(200);
  });

  test("limited to skills or credits makes and changes no key, and ends itself", async () => {
    const { someone } = await expiring();
    for (const limit of [{ skills: ["text-statistics"] }, { credit_limit: 1, credit_limit_interval: "day" }]) {
      const { secret, record } = await issue(someone.key, { expires_in_days: 1, ...limit });
      expect((await issue(secret, { ...limit, expires_in_days: 0.5 })).body.error.code).toBe("key_scope");
      for (const id of [record.id, someone.keyId])
        expect((await call("PATCH", `/v1/keys/${id}`, { key: secret, body: { active: false } })).body.error.code).toBe(
          "key_scope",
        );
      expect((await call("DELETE", `/v1/keys/${record.id}`, { key: secret })).status).toBe(200);
    }
  });

  test("cannot be enabled again by a key that expires earlier", async () => {
    const { someone, secret } = await expiring();
    const { record } = await issue(someone.key, {});
    await call("PATCH", `/v1/keys/${record.id}`, { key: someone.key, body: { active: false } });
    const refused = await call("PATCH", `/v1/keys/${record.id}`, { key: secret, body: { active: true } });
    expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
  });
});
