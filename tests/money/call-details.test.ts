import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireCalls } from "@/lib/demand/usage/call-details";
import { prisma, query } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { available, personWith, run } from "@/tests/support/money";
import { liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

const NO_ID = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
const ANSWERS: Record<string, [type: string, body: string]> = {
  "says-why": ["application/json", JSON.stringify({ error: { code: 7, message: "text is\u202e too\n\u0000 long" } })],
  "says-much": ["application/json", JSON.stringify({ detail: "y".repeat(3_000) })],
  "says-markup": ["text/html", "<html><title>no</title></html>"],
  "says-plainly": ["text/plain", "units: unknown!"],
};

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let seller: Person;
let skill: TestSkill;
beforeAll(async () => {
  const behaviours = Object.entries(ANSWERS).map(([name, [type, body]]) => [
    name,
    (_: unknown, response: { writeHead: (status: number, headers: object) => { end: (text: string) => void } }) =>
      response.writeHead(422, { "content-type": type }).end(body),
  ]);
  upstream = await startUpstream(Object.fromEntries(behaviours));
  seller = await person("Seller");
  skill = await liveSkill(seller, { free_calls: 0 });
});
afterAll(() => upstream.close());

const skillAt = (behaviour: string) => liveSkill(seller, { api_endpoint: upstreamUrl(behaviour), free_calls: 0 });
const newest = async ({ key }: Person) => String((await call("GET", "/v1/usage?limit=1", { key })).body.data[0]?.id);
const detail = async (someone: Person, id?: string) =>
  call("GET", `/v1/usage/${id ?? (await newest(someone))}`, { key: someone.key });
const asSeller = (of: TestSkill, id: string, who = seller) =>
  call("GET", `/v1/developer/skills/${of.id}/calls/${id}`, { key: who.key });
const logBodies = (of: TestSkill, bodies: boolean, who = seller) =>
  call("PUT", `/v1/developer/skills/${of.id}/call-log`, { key: who.key, body: { bodies } });

async function storeParameters(someone: Person, isWanted: boolean): Promise<void> {
  const visitor = new Visitor();
  await visitor.signIn(someone.email);
  const body = { store_call_parameters: isWanted };
  const answer = await visitor.api("PATCH", "/v1/account", { body });
  expect([answer.status, answer.body.store_call_parameters]).toEqual([200, isWanted]);
}

describe("GET /v1/usage/{id}", () => {
  test("tells a call's request, key, cost, timing and sizes from its usage record alone", async () => {
    const buyer = await personWith(10);
    const made = await run(buyer.key, skill.slug, { text: "añb" });
    const { status, body } = await detail(buyer);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      skill: skill.slug,
      kind: "execute",
      status: "succeeded",
      cost: 0.5,
      free: false,
      request_id: made.headers.get("request-id"),
      key_id: buyer.keyId,
      endpoint_status: 200,
      endpoint_answers: 1,
      error_code: null,
      error_message: null,
      request_bytes: Buffer.byteLength(JSON.stringify({ text: "añb" })),
      response_bytes: Buffer.byteLength(JSON.stringify({ echo: { text: "añb" } })),
      parameters: null,
    });
    expect(Number(body.first_byte_ms)).toBeLessThanOrEqual(Number(body.duration_ms) + 1);
    const [received] = upstream.received.slice(-1);
    expect(body.call_id).toBe(received?.headers["webhook-id"]);
    expect(await prisma().callDetail.count({ where: { accountId: buyer.id } })).toBe(0);
  });

  test.each([
    ["5xx", "upstream_failed", "status", 503],
    ["bad-json", "upstream_failed", "not_json", 200],
    ["reset", "upstream_failed", "reset", null],
  ])("says why a call failed by %s, as its caller was told", async (behaviour, code, reason, endpointStatus) => {
    const buyer = await personWith(10);
    const failed = await run(buyer.key, (await skillAt(behaviour)).slug);
    expect(failed.status).toBe(502);
    expect((await detail(buyer)).body).toMatchObject({
      status: "failed",
      cost: 0,
      error_code: code,
      error_message: failed.body.error.message,
      reason,
      endpoint_status: endpointStatus,
      request_id: failed.body.error.request_id,
    });
  });

  test("tells of a run and of an event stream that were refused, too", async () => {
    const buyer = await personWith(10);
    const { slug } = await skillAt("says-why");
    const ways: Record<string, string>[] = [{ prefer: "respond-async" }, { accept: "text/event-stream" }];
    for (const headers of ways) {
      await (await send("POST", `/v1/skills/${slug}/execute`, { key: buyer.key, body: {}, headers })).text();
      await expect
        .poll(async () => (await detail(buyer)).body)
        .toMatchObject({ error_code: "upstream_refused", endpoint_status: 422 });
      expect((await detail(buyer)).body.error_message).toContain("text is too long.");
      await query("test.usage", "DELETE FROM usage_record WHERE account_id = $1", [buyer.id]);
      await query("test.hold", "DELETE FROM hold WHERE account_id = $1", [buyer.id]);
    }
  });

  test("another account's call, an unknown and a malformed id are the same 404; without a key it is 401", async () => {
    const [buyer, stranger] = [await personWith(10), await person()];
    await run(buyer.key, skill.slug);
    const id = await newest(buyer);
    const answers = [await detail(stranger, id), await detail(buyer, NO_ID), await detail(buyer, "x")];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await call("GET", `/v1/usage/${id}`)).status).toBe(401);
    // The developer sees it as a call of the skill, not as usage.
    expect((await detail(seller, id)).status).toBe(404);
  });

  test("messages and reasons are deleted after 7 days; the usage record says for good how the call went", async () => {
    const buyer = await personWith(10);
    await run(buyer.key, (await skillAt("5xx")).slug);
    expect((await detail(buyer)).body).toMatchObject({ endpoint_status: 503, reason: "status" });
    const age = (days: number) =>
      query("test.age", "UPDATE call_detail SET created_at = now() - make_interval(days => $2) WHERE account_id = $1", [
        buyer.id,
        days,
      ]);
    await age(6);
    await expireCalls();
    expect((await detail(buyer)).body.reason).toBe("status");
    await age(8);
    await expireCalls();
    expect((await detail(buyer)).body).toMatchObject({
      error_code: "upstream_failed",
      endpoint_status: 503,
      reason: null,
      error_message: null,
    });
  });
});

describe("an endpoint that refuses the parameters", () => {
  test.each([
    ["says-why", "text is too long."],
    ["says-plainly", "units: unknown!"],
    ["says-much", `${"y".repeat(299)}…`],
  ])("%s: its message reaches the caller as one clean, bounded line", async (behaviour, message) => {
    const buyer = await personWith(10);
    const { status, body } = await run(buyer.key, (await skillAt(behaviour)).slug);
    expect([status, body.error.code]).toEqual([502, "upstream_failed"]);
    expect(body.error.details).toEqual({ reason: "status", status: 422, endpoint_message: message });
    expect(body.error.message).toBe(
      `The skill's endpoint refused the parameters with status 422: ${message} Nothing was charged.`,
    );
    expect(await available(buyer)).toBe(10);
  });

  test("hands on no markup", async () => {
    const buyer = await personWith(10);
    const { body } = await run(buyer.key, (await skillAt("says-markup")).slug);
    expect(body.error.details).toEqual({ reason: "status", status: 422 });
  });

  test("keeps its success rate; one that fails does not", async () => {
    const buyer = await personWith(10);
    const own = await skillAt("ok");
    const at = (behaviour: string) =>
      prisma().listing.update({
        where: { skillId: own.id },
        data: { apiEndpoint: upstreamUrl(behaviour) },
      });
    const rate = async () => {
      await rollUpAll("analytics");
      const path = `/v1/developer/skills/${own.id}/analytics?days=7`;
      return ((await call("GET", path, { key: seller.key })).body.totals as { success_rate: number }).success_rate;
    };
    await run(buyer.key, own.slug);
    await at("says-why");
    await run(buyer.key, own.slug);
    expect(await rate()).toBe(1);
    await at("5xx");
    await run(buyer.key, own.slug);
    expect(await rate()).toBe(0.5);
  });
});

describe("GET /v1/developer/skills/{id}/calls/{call}", () => {
  test("tells the developer how a call went, and not who made it", async () => {
    const buyer = await personWith(10);
    const own = await skillAt("says-why");
    await run(buyer.key, own.slug);
    const log = await call("GET", `/v1/developer/skills/${own.id}/calls`, { key: seller.key });
    const [listed] = log.body.data;
    const { status, body, text } = await asSeller(own, String(listed?.id));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      call_id: listed?.call_id,
      caller_id: listed?.caller_id,
      error_code: "upstream_refused",
      endpoint_status: 422,
      request_bytes: 2,
    });
    for (const secret of [buyer.id, buyer.email, buyer.keyId]) expect(text).not.toContain(secret);
  });

  test("another developer's skill, a call of another skill and an unknown call are the same 404", async () => {
    const [buyer, other] = [await personWith(10), await person()];
    const another = await skillAt("ok");
    await run(buyer.key, skill.slug);
    const id = await newest(buyer);
    expect((await asSeller(skill, id)).status).toBe(200);
    const answers = [
      await asSeller(skill, id, other),
      await asSeller(skill, id, buyer),
      await asSeller(another, id),
      await asSeller(skill, NO_ID),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await logBodies(skill, true, other)).status).toBe(404);
    const path = `/v1/developer/skills/${skill.id}/call-log`;
    expect((await call("GET", path, { key: other.key })).status).toBe(404);
    expect((await call("PUT", path, { key: seller.key, body: {} })).status).toBe(400);
  });
});

describe("parameters", () => {
  const parameters = { text: 'a "secret" text' };

  test("are stored for an account that wants it, from then on, until it does not", async () => {
    const buyer = await personWith(10);
    await run(buyer.key, skill.slug, parameters);
    const before = await newest(buyer);
    await storeParameters(buyer, true);
    await run(buyer.key, skill.slug, parameters);
    const stored = await newest(buyer);
    expect((await detail(buyer, before)).body.parameters).toBeNull();
    expect((await detail(buyer, stored)).body.parameters).toEqual(parameters);
    await run(buyer.key, skill.slug, { text: "x".repeat(16 * 1024) });
    expect((await detail(buyer)).body).toMatchObject({ parameters: null, endpoint_status: 200 });
    await storeParameters(buyer, false);
    expect((await detail(buyer, stored)).body).toMatchObject({ parameters: null, endpoint_status: 200 });
  });

  test("and answers are shown to the developer only if the skill logs them and the account stores them", async () => {
    const [open, closed] = [await personWith(10), await personWith(10)];
    const own = await skillAt("ok");
    await storeParameters(open, true);
    const shown = async (buyer: Person) => {
      await run(buyer.key, own.slug, parameters);
      const { parameters: sent, result } = (await asSeller(own, await newest(buyer))).body;
      return [sent, result];
    };
    expect(await shown(open)).toEqual([null, null]);
    expect((await logBodies(own, true)).body).toEqual({ bodies: true });
    expect(await shown(open)).toEqual([parameters, { echo: parameters }]);
    const logged = await newest(open);
    expect(await shown(closed)).toEqual([null, null]);
    await logBodies(own, false);
    expect(await shown(open)).toEqual([null, null]);
    expect((await detail(open)).body.parameters).toEqual(parameters);
    await storeParameters(open, false);
    expect((await asSeller(own, logged)).body).toMatchObject({ parameters: null, result: null });
  });

  test("are in the export, and gone when the account closes", async () => {
    const buyer = await personWith(10);
    await storeParameters(buyer, true);
    await run(buyer.key, skill.slug, parameters);
    await detail(buyer);
    const visitor = new Visitor();
    await visitor.signIn(buyer.email);
    const exported = JSON.parse((await visitor.api("GET", "/v1/account/export")).text);
    expect(exported.call_details).toMatchObject([{ parameters: JSON.stringify(parameters) }]);
    expect(exported.usage).toMatchObject([{ endpoint_status: 200 }]);
    const body = { password: "a long password", give_up_credits: true };
    expect((await visitor.api("DELETE", "/v1/account", { body })).status).toBe(200);
    expect(await prisma().callDetail.count({ where: { accountId: buyer.id } })).toBe(0);
  });
});
