import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { SCOPES, type Scope } from "@/lib/platform/core/caller";
import { call } from "@/tests/support/api";
import { administrator, type Person } from "@/tests/support/people";

const SOME_ID = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
const operations = Object.entries(ROUTES).flatMap(([path, module]) =>
  METHODS.flatMap((method) => {
    const spec = module[method]?.spec;
    // What keys of an organization may do is tested by role: `member-roles.test.ts`.
    if (!spec || spec.access === "public" || spec.isOfOrganization) return [];
    const scope: Scope | null = spec.scope === undefined ? "read" : spec.scope;
    const example = document.paths[path][method.toLowerCase()].requestBody?.content["application/json"]?.example;
    const options = {
      ...(spec.body !== undefined && { body: example }),
      ...(spec.upload && { raw: "none", headers: { "content-type": spec.upload } }),
    };
    const target = path.replace("{month}", "2025-01").replaceAll(/\{\w+\}/g, SOME_ID);
    return [{ method, path, target, scope, options }];
  }),
);

/**
 * What a key with only the read scope may change: keys (never to more than it may do), read marks of notifications, favorites, and
 * the verification of the email, with the token of a mailed link.
 */
const CHANGES_WITHOUT_SCOPE = [
  "POST /v1/keys",
  "PATCH /v1/keys/{id}",
  "POST /v1/keys/{id}/rotation",
  "DELETE /v1/keys/{id}",
  "POST /v1/notifications/read",
  "POST /v1/account/verification",
  "PUT /v1/account/verification",
];

let administration: Person;
/** Keys of one administrator: with one scope each, and with all but one. */
const only = new Map<Scope, string>();
const without = new Map<Scope, string>();
beforeAll(async () => {
  administration = await administrator();
  const issue = async (scopes: Scope[]) =>
    String((await call("POST", "/v1/keys", { key: administration.key, body: { scopes } })).body.api_key);
  for (const scope of SCOPES) {
    only.set(scope, await issue([scope]));
    without.set(scope, await issue(SCOPES.filter((other) => other !== scope)));
  }
});

describe("what a key may do", () => {
  test("every path that needs a key is in the table", () => expect(operations.length).toBeGreaterThan(80));

  test.each(operations.filter(({ scope }) => scope !== null))(
    "$method $path needs $scope, and of all scopes only that",
    async ({ method, target, scope, options }) => {
      const refused = await call(method, target, { key: without.get(scope as Scope), ...options });
      expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
      expect(refused.body.error.details.required_scope).toBe(scope);
      const passed = await call(method, target, { key: only.get(scope as Scope), ...options });
      expect(passed.body.error?.code).not.toBe("key_scope");
    },
  );

  test("every change needs more than the read scope, except keys, notifications, mailed links and what no key may do", async () => {
    const changes = operations.filter(({ method, scope }) => method !== "GET" && (scope ?? "read") === "read");
    const open: string[] = [];
    for (const { method, path, target, options } of changes) {
      const { status, body } = await call(method, target, { key: only.get("read"), ...options });
      if (status !== 403 || body.error.code !== "session_required") open.push(`${method} ${path}`);
    }
    expect(open.toSorted()).toEqual(CHANGES_WITHOUT_SCOPE.toSorted());
  });

  test.each(SCOPES)("a key that may only %s may end itself, and no other key that may do more", async (scope) => {
    const { body } = await call("POST", "/v1/keys", { key: administration.key, body: { scopes: [scope] } });
    const [key, { id }] = [String(body.api_key), body.key as { id: string }];
    const refused = await call("DELETE", `/v1/keys/${administration.keyId}`, { key });
    expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
    const ended = await call("DELETE", `/v1/keys/${id}`, { key });
    expect([ended.status, ended.body.revoked]).toEqual([200, true]);
    expect((await call("DELETE", `/v1/keys/${id}`, { key })).status).toBe(401);
  });

  test("every read needs the read scope only, except packages, signing secrets, and bills with the payer's address", () => {
    const guarded = operations.filter(({ method, path, scope }) => {
      return method === "GET" && scope !== "read" && !path.startsWith("/v1/admin/");
    });
    expect(guarded.map(({ path }) => path).toSorted()).toEqual([
      "/v1/credits/billing",
      "/v1/credits/documents/{id}/pdf",
      "/v1/credits/statements/{month}/pdf",
      "/v1/developer/skills/{id}/secret",
      "/v1/skills/{slug}/download",
      "/v1/webhooks/{id}/secret",
    ]);
  });
});
