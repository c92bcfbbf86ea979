import { describe, expect, test } from "vitest";
import { send } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const PROBLEM = "application/problem+json";

async function ask(
  path: string,
  accept: string,
  options: { key?: string; idempotencyKey?: string; body?: object } = {},
) {
  const { key, idempotencyKey, body } = options;
  const response = await send(body ? "POST" : "GET", path, {
    key,
    body,
    headers: { accept, ...(idempotencyKey && { "idempotency-key": idempotencyKey }) },
  });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    body: await response.json(),
  };
}

describe("problem details", () => {
  test("a failure has the members of RFC 9457 and those of our errors, for who accepts them by name", async () => {
    const { key } = await person();
    const refused = await ask("/v1/usage?limit=0", `${PROBLEM}, application/json;q=0.5`, { key });
    expect(refused).toMatchObject({ status: 400, type: PROBLEM });
    expect(refused.body).toMatchObject({
      type: "http://market.test/docs/errors#invalid_request",
      title: "Invalid request",
      status: 400,
      detail: expect.stringContaining("limit"),
      code: "invalid_request",
      param: "limit",
      details: { issues: [{ param: "limit" }] },
      request_id: expect.stringMatching(/^req_/),
    });
    expect((await ask("/v1/nothing", PROBLEM)).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await ask("/v1/balance", PROBLEM)).body).toMatchObject({ status: 401, code: "unauthorized" });
  });

  test.each(["application/json", "*/*", `${PROBLEM};q=0`])("Accept: %s gets the usual error", async (accept) => {
    const refused = await ask("/v1/nothing", accept);
    expect(refused.type).toContain("application/json");
    expect(refused.body.error.code).toBe("not_found");
  });

  test("a success stays JSON", async () => {
    expect((await ask("/v1/health", PROBLEM)).type).toContain("application/json");
  });

  test("a reused idempotency key is 422 for them and 400 for others; a stored failure is repeated in either form", async () => {
    const upstream = await startUpstream();
    const skill = await liveSkill(await person(), {
      api_endpoint: `http://${process.env.EXECUTION_ALLOW}/5xx`,
    });
    const { key } = await personWith(1);
    const path = `/v1/skills/${skill.slug}/execute`;
    const run = (accept: string, body: object) => ask(path, accept, { key, body, idempotencyKey: "once" });
    expect(await run("application/json", {})).toMatchObject({ status: 502 });
    const replayed = await run(PROBLEM, {});
    expect(replayed).toMatchObject({
      status: 502,
      type: PROBLEM,
      body: { code: "upstream_failed", status: 502 },
    });
    expect(await run(PROBLEM, { other: 1 })).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
    expect(await run("application/json", { other: 1 })).toMatchObject({ status: 400 });
    await upstream.close();
  });
});
