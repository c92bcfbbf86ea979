import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

const SOME_ID = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const operations = Object.entries(ROUTES)
  .filter(([path]) => path.startsWith("/v1/admin/"))
  .flatMap(([path, module]) =>
    METHODS.filter((method) => module[method]).map((method) => ({
      method,
      path: path.replace(/\{\w+\}/, SOME_ID),
      hasBody: module[method]?.spec.body !== undefined,
    })),
  );

let user: Person;
let limited: string;
beforeAll(async () => {
  user = await person();
  const admin = await administrator();
  const key = await call("POST", "/v1/keys", {
    key: admin.key,
    body: { name: "reads", scopes: ["read", "purchase", "execute", "publish"] },
  });
  limited = String(key.body.api_key);
});

describe("every path of administrators", () => {
  test("the list of administrators' paths is not empty by mistake", () =>
    expect(operations.length).toBeGreaterThan(10));

  test.each(operations)(
    "$method $path is 401 to nobody, 403 to a user and to an administrator's key without the scope, and does nothing",
    async ({ method, path, hasBody }) => {
      const before = await prisma().auditEvent.count();
      const body = hasBody ? { body: {} } : {};
      expect((await call(method, path, body)).status).toBe(401);
      const refused = await call(method, path, { key: user.key, ...body });
      expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
      const scoped = await call(method, path, { key: limited, ...body });
      expect([scoped.status, scoped.body.error.code]).toEqual([403, "key_scope"]);
      expect(await prisma().auditEvent.count()).toBe(before);
    },
  );

  test("what only administrators see of others' skills, a key without the scope does not see by the developers' paths either", async () => {
    const { id } = await liveSkill(user);
    const { key: whole } = await administrator();
    for (const view of ["approved", "history"]) {
      const path = `/v1/developer/skills/${id}/${view}`;
      expect([view, (await call("GET", path, { key: whole })).status]).toEqual([view, 200]);
      expect([view, (await call("GET", path, { key: limited })).status]).toEqual([view, 404]);
      expect([view, (await call("GET", path, { key: user.key })).status]).toEqual([view, 200]);
    }
  });

  test("a session of another site is refused before anything is read", async () => {
    const answer = await call("GET", "/v1/admin/accounts", {
      headers: { cookie: "marketplace.session_token=nonsense", origin: "https://evil.example" },
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, "bad_origin"]);
  });
});
