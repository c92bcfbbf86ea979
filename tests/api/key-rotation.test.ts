import { describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The clock of the database and ours may differ by this much. */
const SLACK_MS = 60_000;

type Key = { id: string; expires_at: string | null };

const secretsOf = async (path: string, key: string, body?: object) => {
  const answer = await call("POST", path, { key, ...(body && { body }) });
  return { ...answer, secret: String(answer.body.api_key), key: answer.body.key as Key };
};
const rotationOf = ({ id }: Key) => `/v1/keys/${id}/rotation`;
const endOf = async (owner: string, { id }: Key) => {
  const { body } = await call("GET", "/v1/keys", { key: owner });
  return (body.data as Key[]).find((key) => key.id === id)?.expires_at ?? null;
};

describe("POST /v1/keys/{id}/rotation", () => {
  test("the new key may do the same, and the former one ends within 24 hours", async () => {
    const owner = await person();
    const limits = { name: "ci", scopes: ["read", "execute"], skills: ["a"], credit_limit: 2 };
    const body = { ...limits, credit_limit_interval: "month" };
    const former = await secretsOf("/v1/keys", owner.key, body);
    const rotated = await secretsOf(rotationOf(former.key), owner.key);
    expect(rotated.status).toBe(200);
    expect(rotated.key).toMatchObject({ ...body, active: true, expires_at: null });
    expect(rotated.secret).not.toBe(former.secret);
    for (const key of [former.secret, rotated.secret])
      expect((await call("GET", "/v1/balance", { key })).status).toBe(200);
    const left = Date.parse((await endOf(owner.key, former.key)) ?? "") - Date.now();
    expect(left).toBeGreaterThan(DAY_MS - SLACK_MS);
    expect(left).toBeLessThan(DAY_MS + SLACK_MS);
  });

  test("a key that ends sooner keeps its end, and so does the new one", async () => {
    const owner = await person();
    const former = await secretsOf("/v1/keys", owner.key, { expires_in_days: 0.5 });
    const rotated = await secretsOf(rotationOf(former.key), owner.key);
    expect(rotated.key.expires_at).toBe(former.key.expires_at);
    expect(await endOf(owner.key, former.key)).toBe(former.key.expires_at);
  });

  test("a limited key rotates none; another account's and a revoked key are the same 404", async () => {
    const [owner, stranger] = [await person(), await person()];
    const body = { credit_limit: 1, credit_limit_interval: "day" };
    const limited = await secretsOf("/v1/keys", owner.key, body);
    const path = rotationOf(limited.key);
    const refused = await call("POST", path, { key: limited.secret });
    expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
    expect((await call("POST", path, { key: stranger.key })).status).toBe(404);
    await call("DELETE", `/v1/keys/${limited.key.id}`, { key: owner.key });
    expect((await call("POST", path, { key: owner.key })).status).toBe(404);
    expect((await call("POST", path, {})).status).toBe(401);
  });
});
