import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { query } from "@/lib/core/db";
import { openApiDocument } from "@/lib/http/openapi";
import { call } from "@/tests/support/api";
import { startProcessor } from "@/tests/support/payments";
import { administrator, type Person } from "@/tests/support/people";

const SOME_ID = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
const operations = Object.entries(ROUTES).flatMap(([path, module]) =>
  module.POST?.spec.idempotent
    ? [
        {
          path,
          target: path.replaceAll(/\{\w+\}/g, SOME_ID),
          body: document.paths[path].post.requestBody?.content["application/json"]?.example ?? {},
        },
      ]
    : [],
);

let processor: Awaited<ReturnType<typeof startProcessor>>;
let someone: Person;
beforeAll(async () => {
  processor = await startProcessor();
  someone = await administrator();
});
afterAll(() => processor.close());

/** Opens the claim of a key again, as if its first request were still running. */
const reopen = (key: string) =>
  query(
    "test.reopen",
    `UPDATE idempotency_record SET completed_at = NULL, status = NULL, body = NULL, created_at = now()
      WHERE account_id = $1 AND key = $2 RETURNING 1 AS reopened`,
    [someone.id, key],
  );

describe("every POST that takes an Idempotency-Key", () => {
  test("spends, creates or gives", () => {
    expect(operations.map(({ path }) => path)).toEqual([
      "/v1/skills/{slug}/purchase",
      "/v1/skills/{slug}/execute",
      "/v1/skills/{slug}/reports",
      "/v1/credits/topup",
      "/v1/developer/skills",
      "/v1/developer/payouts",
      "/v1/admin/accounts/{id}/credits",
      "/v1/admin/purchases/{id}/refund",
    ]);
  });

  test.each(operations)(
    "$path replays its answer, refuses another request, and says when the first still runs",
    async ({ path, target, body }) => {
      const headers = { "idempotency-key": `once ${path}` };
      const post = (to: string, more: object = {}) =>
        call("POST", to, { key: someone.key, body, headers: { ...headers, ...more } });
      const first = await post(target);
      expect(first.headers.get("idempotency-replayed")).toBeNull();
      const again = await post(target);
      expect([again.headers.get("idempotency-replayed"), again.status, again.text]).toEqual([
        "true",
        first.status,
        first.text,
      ]);
      const other = await post(`${target}?another=request`);
      expect([other.status, other.body.error.code]).toEqual([400, "idempotency_key_reused"]);
      expect(other.body.error.param).toBe("Idempotency-Key");
      expect(await reopen(headers["idempotency-key"])).toHaveLength(1);
      const early = await post(target);
      expect([early.status, early.body.error.code]).toEqual([409, "idempotency_in_progress"]);
      expect(early.headers.get("retry-after")).toBe("1");
      const malformed = await post(target, { "idempotency-key": "x".repeat(256) });
      expect([malformed.status, malformed.body.error.code, malformed.body.error.param]).toEqual([
        400,
        "invalid_request",
        "Idempotency-Key",
      ]);
    },
  );
});
