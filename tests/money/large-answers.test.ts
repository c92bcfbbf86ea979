import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MAX_STORED_BYTES } from "@/lib/core/claims/service";
import { query } from "@/lib/core/db";
import { available, byStatus, expectSound, personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const CROWD = 12;
const headers = { "idempotency-key": "one of its account" };

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    large: (_, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify("\\".repeat(200_000))),
  });
});
afterAll(() => upstream.close());
afterEach(expectSound);

const storedBytes = async ({ id }: Person) => {
  const [row] = await query<{ bytes: number }>(
    "test.stored",
    "SELECT coalesce(sum(octet_length(body)), 0)::int AS bytes FROM idempotency_record WHERE account_id = $1",
    [id],
  );
  return row?.bytes ?? 0;
};

test("a large answer is charged once and not stored; its retry says so, with what the call cost", async () => {
  const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("large") });
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => personWith(10)));
  const answers = await Promise.all(crowd.map(({ key }) => run(key, slug, {}, headers)));
  expect(byStatus(answers)).toEqual({ 200: CROWD });
  for (const [index, someone] of crowd.entries()) {
    const usage = answers[index]?.body.usage;
    const again = await run(someone.key, slug, {}, headers);
    expect([again.status, again.body.error.code]).toEqual([409, "answer_not_stored"]);
    expect(again.body.error.details).toEqual({ usage, max_bytes: MAX_STORED_BYTES });
    expect(await available(someone)).toBe(9.5);
    expect(await storedBytes(someone)).toBeLessThan(2_000);
  }
  expect(upstream.received).toHaveLength(CROWD);
});

test("a refusal repeats 100 characters of what was sent, so that little of it is stored", async () => {
  const { slug } = await liveSkill(await person(), {
    api_schema: {
      type: "object",
      properties: { unit: { enum: ["y".repeat(5_000)] } },
      additionalProperties: false,
    },
  });
  const buyer = await person();
  for (const parameters of [{ ["x".repeat(500_000)]: 1 }, { unit: "x".repeat(500_000) }]) {
    const refused = await run(buyer.key, slug, parameters, {
      "idempotency-key": Object.keys(parameters)[0]?.[0] ?? "",
    });
    expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_request"]);
    expect(refused.text.length).toBeLessThan(2_000);
  }
  expect(await storedBytes(buyer)).toBeLessThan(4_000);
});
