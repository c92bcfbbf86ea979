import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/core/db";
import type { ProbeResult } from "@/lib/execution/probe/schemas";
import * as probes from "@/lib/execution/probe/service";
import { call } from "@/tests/support/api";
import { administrator, draftSkill, liveSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({
    secretive: (_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain", "set-cookie": "session=1", "x-internal": "yes" })
        .end('"plain"'),
    "long-error": (_, response) => response.writeHead(500).end("x".repeat(200_000)),
  });
});
afterAll(() => upstream.close());

const probe = async (key: string, id: string, body: object = {}) => {
  const answer = await call("POST", `/v1/developer/skills/${id}/probe`, { key, body });
  return { ...answer, result: answer.body as unknown as ProbeResult };
};
const SCHEMA = {
  type: "object",
  properties: { text: { type: "string", minLength: 3 }, times: { type: "integer", default: 2 } },
  required: ["text"],
};

describe("POST /v1/developer/skills/{id}/probe", () => {
  test("a draft's endpoint gets one signed call with the schema's example, and the whole exchange is shown", async () => {
    const developer = await person();
    const { id, slug } = await draftSkill(developer, { api_schema: SCHEMA });
    const { status, result } = await probe(developer.key, id);
    expect(status).toBe(200);
    expect(result).toMatchObject({ ok: true, failure: null, warnings: [] });
    const received = upstream.received.at(-1);
    expect(JSON.parse(received?.body ?? "")).toEqual({ text: "text", times: 2 });
    expect(result.request).toMatchObject({ method: "POST", url: upstreamUrl("ok"), body: received?.body });
    for (const [name, value] of Object.entries(result.request.headers))
      expect([name, received?.headers[name]]).toEqual([name, value]);
    expect(result.request.headers["x-skill-slug"]).toBe(slug);
    const { signingSecret } = await prisma().skill.findUniqueOrThrow({ where: { id } });
    expect(new Webhook(signingSecret).verify(result.request.body, result.request.headers)).toEqual({
      text: "text",
      times: 2,
    });
    expect(result.response).toMatchObject({
      status: 200,
      body: '{"echo":{"text":"text","times":2}}',
      body_truncated: false,
    });
    expect(result.timing.first_byte_ms).toBeLessThanOrEqual(result.timing.total_ms);
  });

  test("parameters of one's own are sent as they are; those that the schema refuses are named and not sent", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { api_schema: SCHEMA });
    const sent = await probe(developer.key, id, { parameters: { text: "Hello" } });
    expect(sent.result.response?.body).toBe('{"echo":{"text":"Hello"}}');
    const before = upstream.received.length;
    const refused = await probe(developer.key, id, { parameters: { text: "no" } });
    expect([refused.status, refused.body.error.param]).toEqual([400, "parameters.text"]);
    expect(upstream.received).toHaveLength(before);
  });

  test("a changed schema of the same draft is the one that counts", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { api_schema: SCHEMA });
    expect((await probe(developer.key, id, { parameters: { text: "no" } })).status).toBe(400);
    await call("PATCH", `/v1/developer/skills/${id}`, {
      key: developer.key,
      body: { api_schema: { type: "object" } },
    });
    expect((await probe(developer.key, id, { parameters: { text: "no" } })).status).toBe(200);
  });

  test("an example that the schema itself refuses asks for parameters", async () => {
    const developer = await person();
    const api_schema = {
      type: "object",
      properties: { code: { type: "string", pattern: "^[A-Z]{3}$" } },
      required: ["code"],
    };
    const { id } = await draftSkill(developer, { api_schema });
    const { status, body } = await probe(developer.key, id);
    expect([status, body.error.param]).toEqual([400, "parameters.code"]);
    expect(body.error.message).toContain("Send parameters");
  });

  test.each([
    ["redirect", "redirect", 302],
    ["4xx", "status", 422],
    ["5xx", "status", 503],
    ["bad-json", "not_json", 200],
    ["gzip-bomb", "encoding", 200],
    ["huge", "too_large", 200],
    ["half", "reset", 200],
    ["reset", "reset", null],
  ])(
    "an endpoint that does %s is told why a call would fail, and what to do",
    async (path, reason, status) => {
      const developer = await person();
      const { id } = await draftSkill(developer, { api_endpoint: upstreamUrl(path) });
      const { result } = await probe(developer.key, id);
      expect(result).toMatchObject({ ok: false, failure: { reason } });
      expect(result.failure?.message).not.toContain("charged");
      expect(result.failure?.advice.length).toBeGreaterThan(20);
      expect(result.response?.status ?? null).toBe(status);
    },
  );

  test("an address that is not public is refused before any connection", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    await prisma().skillRevision.updateMany({
      where: { skillId: id },
      data: { apiEndpoint: "https://169.254.169.254/latest" },
    });
    const { result } = await probe(developer.key, id);
    expect(result).toMatchObject({ ok: false, failure: { reason: "blocked_address" }, response: null });
  });

  test("cookies and internal headers of the answer are not shown; a wrong content type is only a warning", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { api_endpoint: upstreamUrl("secretive") });
    const { result } = await probe(developer.key, id);
    expect(result.ok).toBe(true);
    expect(result.warnings).toHaveLength(1);
    expect(Object.keys(result.response?.headers ?? {})).not.toContain("set-cookie");
    expect(Object.keys(result.response?.headers ?? {})).not.toContain("x-internal");
  });

  test("the body of a refused answer is shown in part", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer, { api_endpoint: upstreamUrl("long-error") });
    const { result } = await probe(developer.key, id);
    expect(result.response).toMatchObject({ status: 500, body_truncated: true });
    expect(result.response?.body).toHaveLength(16 * 1024);
  });

  test("nothing is charged, metered, or held against the endpoint", async () => {
    const developer = await person();
    const { id, slug } = await liveSkill(developer, { api_endpoint: upstreamUrl("5xx") });
    for (let i = 0; i < 12; i++) await probe(developer.key, id);
    expect(await prisma().usageRecord.count({ where: { skillId: id } })).toBe(0);
    expect(await prisma().hold.count({ where: { skillId: id } })).toBe(0);
    const real = await call("POST", `/v1/skills/${slug}/execute`, { key: developer.key, body: {} });
    expect(real.body.error.details.reason).toBe("status");
  });

  test("without an endpoint there is nothing to call", async () => {
    const developer = await person();
    for (const fields of [{ api_endpoint: null }, { execution_type: "download", api_endpoint: null }]) {
      const { id } = await draftSkill(developer, fields);
      const { status, body } = await probe(developer.key, id);
      expect([status, body.error.code]).toEqual([400, "not_executable"]);
    }
  });

  test("another's skill is a 404, nobody a 401, and unknown fields are named", async () => {
    const developer = await person();
    const { id } = await draftSkill(developer);
    expect((await probe((await person()).key, id)).status).toBe(404);
    expect((await probe((await administrator()).key, id)).status).toBe(404);
    expect((await call("POST", `/v1/developer/skills/${id}/probe`, { body: {} })).status).toBe(401);
    expect((await probe(developer.key, id, { url: "https://example.com" })).status).toBe(400);
  });
});

test("an administrator may test anybody's skill through the service of reviews", async () => {
  const { id } = await draftSkill(await person());
  const admin = await administrator();
  const caller = { accountId: admin.id, email: admin.email, name: admin.name, isAdmin: true, key: null };
  expect(await probes.inspect(caller, id, {})).toMatchObject({ ok: true });
});
