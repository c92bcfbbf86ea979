import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import * as accounts from "@/lib/identity/accounts/service";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import * as ledger from "@/lib/money/ledger/service";
import { query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import { LEASE_SECONDS } from "@/lib/platform/jobs/leases";
import { call } from "@/tests/support/api";
import { subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { startProcessor } from "@/tests/support/payments";
import { earner, sell } from "@/tests/support/payouts";
import { draftSkill, liveSkill, type Person, person, skillFields } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
const operations = Object.entries(ROUTES).flatMap(([path, module]) =>
  module.POST?.spec.idempotent
    ? [
        {
          path,
          example: document.paths[path].post.requestBody?.content["application/json"]?.example ?? {},
        },
      ]
    : [],
);

/** Those that only a signed-in person may ask for: their own tests repeat a key. */
const OF_PEOPLE = ["/v1/credits/refunds"];

type Targets = Record<string, { target: string; body?: object }>;

let processor: Awaited<ReturnType<typeof startProcessor>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let someone: Person;
let targets: Targets;
beforeAll(async () => {
  processor = await startProcessor();
  upstream = await startUpstream();
  someone = await earner(100, processor);
  await accounts.setRole(someone.email, "admin");
  targets = await targetsOf(someone);
});
afterAll(async () => {
  await Promise.all([processor.close(), upstream.close()]);
});

/** Somebody to give credits to, skills to buy, run and report, and a purchase to refund: everything that succeeds once. */
async function targetsOf(someone: Person): Promise<Targets> {
  const { id, key } = someone;
  const own = await draftSkill(someone, { submit: true });
  await transaction((db) =>
    ledger.grant(db, newId(), { accountId: id, amount: priceToMicros(50), reason: "test credits" }),
  );
  const developer = await person();
  const [bought, run, sold] = [
    await liveSkill(developer, subscription()),
    await liveSkill(developer),
    await sell(developer, 5),
  ];
  const operations = [{ name: "run", http: { method: "POST", path: "/ok", body: "json" } }];
  const several = await liveSkill(developer, { api_endpoint: upstreamUrl("v1"), operations });
  const asked = await liveSkill(developer, subscription());
  const download = await liveDownload(someone, {});
  const advisory = { severity: "high", summary: "Reads files outside its folder.", action: "Remove it." };
  const { body } = await call("POST", `/v1/skills/${asked.slug}/purchase`, { key, body: {} });
  const { id: purchaseId } = body.purchase as { id: string };
  const plans = [1, 2].map((price) => ({ name: price === 1 ? "Small" : "Large", interval: "month", price }));
  const choice = await liveSkill(developer, { ...subscription({ price: null }), plans });
  const { body: chosen } = await call("POST", `/v1/skills/${choice.slug}/purchase`, { key, body: {} });
  const planned = chosen.purchase as { id: string };
  return {
    "/v1/skills/{slug}/purchase": { target: `/v1/skills/${bought.slug}/purchase`, body: {} },
    "/v1/skills/{slug}/execute": { target: `/v1/skills/${run.slug}/execute`, body: {} },
    "/v1/skills/{slug}/tools/{tool}/execute": { target: `/v1/skills/${several.slug}/tools/run/execute`, body: {} },
    "/v1/skills/{slug}/reports": { target: `/v1/skills/${run.slug}/reports` },
    "/v1/purchases/{id}/refund-request": { target: `/v1/purchases/${purchaseId}/refund-request` },
    "/v1/purchases/{id}/plan": { target: `/v1/purchases/${planned.id}/plan`, body: { plan: "Large" } },
    "/v1/admin/skills/{id}/comments": {
      target: `/v1/admin/skills/${run.id}/comments`,
      body: { text: "What does it send?" },
    },
    "/v1/developer/skills/{id}/comments": {
      target: `/v1/developer/skills/${own.id}/comments`,
      body: { text: "Nothing." },
    },
    "/v1/admin/skills/{id}/advisories": { target: `/v1/admin/skills/${download.id}/advisories`, body: advisory },
    "/v1/developer/skills/{id}/advisories": {
      target: `/v1/developer/skills/${download.id}/advisories`,
      body: advisory,
    },
    "/v1/developer/skills/{id}/yanks": {
      target: `/v1/developer/skills/${download.id}/yanks`,
      body: { version: "1.0.0", reason: "It deletes the wrong files." },
    },
    "/v1/developer/skills": { target: "/v1/developer/skills", body: skillFields() },
    "/v1/developer/payouts": { target: "/v1/developer/payouts", body: {} },
    "/v1/admin/accounts/{id}/credits": { target: `/v1/admin/accounts/${developer.id}/credits` },
    "/v1/admin/purchases/{id}/refund": { target: `/v1/admin/purchases/${sold.id}/refund` },
  };
}

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
    expect(operations.map(({ path }) => path).toSorted()).toEqual([
      "/v1/admin/accounts/{id}/credits",
      "/v1/admin/purchases/{id}/refund",
      "/v1/admin/skills/{id}/advisories",
      "/v1/admin/skills/{id}/comments",
      "/v1/credits/refunds",
      "/v1/credits/topup",
      "/v1/developer/payouts",
      "/v1/developer/skills",
      "/v1/developer/skills/{id}/advisories",
      "/v1/developer/skills/{id}/comments",
      "/v1/developer/skills/{id}/yanks",
      "/v1/purchases/{id}/plan",
      "/v1/purchases/{id}/refund-request",
      "/v1/skills/{slug}/execute",
      "/v1/skills/{slug}/purchase",
      "/v1/skills/{slug}/reports",
      "/v1/skills/{slug}/tools/{tool}/execute",
      "/v1/webhooks",
    ]);
  });

  test.each(operations.filter(({ path }) => !OF_PEOPLE.includes(path)))(
    "$path replays its answer, refuses another request, and says when the first still runs",
    async ({ path, example }) => {
      const { target, body = example } = targets[path] ?? { target: path };
      const headers = { "idempotency-key": `once ${path}` };
      const post = (to: string, more: object = {}) =>
        call("POST", to, { key: someone.key, body, headers: { ...headers, ...more } });
      const first = await post(target);
      expect([first.status, first.body.error]).toEqual([200, undefined]);
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
      expect(early.headers.get("retry-after")).toBe(String(LEASE_SECONDS));
      const malformed = await post(target, { "idempotency-key": "x".repeat(256) });
      expect([malformed.status, malformed.body.error.code, malformed.body.error.param]).toEqual([
        400,
        "invalid_request",
        "Idempotency-Key",
      ]);
    },
  );
});
