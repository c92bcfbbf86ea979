import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reseal } from "@/lib/demand/credentials/service";
import { pool, prisma } from "@/lib/platform/core/db";
import { call, send } from "@/tests/support/api";
import { execute, fields, KEY, of, put, storedBy, TOKEN, VALUE } from "@/tests/support/credentials";
import { available, personWith } from "@/tests/support/money";
import { actingFor, fund, keyOf, member, organization } from "@/tests/support/organizations";
import { PATIENT } from "@/tests/support/patience";
import { approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, UPSTREAM, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let owner: Person;
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
beforeAll(async () => {
  upstream = await startUpstream({
    mirror: ({ headers, body, path }, response) =>
      json(response, 200, { said: `got ${headers.authorization}`, body, path, [VALUE]: encodeURIComponent(VALUE) }),
  });
  owner = await person();
});
afterAll(() => upstream.close());

const last = () => upstream.received.at(-1);
const reasons = ({ body }: Awaited<ReturnType<typeof call>>) =>
  (body.error.details.credentials as { name: string; reason: string }[]).map(({ name, reason }) => [name, reason]);

describe("what a skill may ask for", () => {
  test.each([
    [[{ ...TOKEN, url: "http://example.com" }], "credentials.0.url"],
    [[{ ...TOKEN, as: "Webhook-Id" }], "credentials.0.as"],
    [[{ ...KEY, as: "__proto__" }], "credentials.0.as"],
    [[{ ...TOKEN, name: "No Name" }], "credentials.0.name"],
    [[TOKEN, { ...KEY, name: "token" }], "credentials"],
    [[TOKEN, { ...TOKEN, name: "other", as: "authorization" }], "credentials"],
  ])("is refused otherwise: %j", async (credentials, param) => {
    const { id } = await draftSkill(owner);
    const path = `/v1/developer/skills/${id}`;
    const { status, body } = await call("PATCH", path, { key: owner.key, body: { credentials } });
    expect([status, body.error.param?.replaceAll(/\[(\d+)\]/g, ".$1")]).toEqual([400, param]);
  });

  test("an argument needs a place in an operation", async () => {
    const { id } = await draftSkill(owner);
    const save = async (http: object) => {
      const operations = [
        { name: "ping", http: { method: "GET", path: "/" } },
        { name: "find", http },
      ];
      const body = { credentials: [TOKEN, KEY], operations };
      return (await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body })).body.error?.param ?? null;
    };
    const places = [
      { method: "GET", path: "/" },
      { method: "PUT", path: "/", body: "json", body_property: "list" },
      { method: "PUT", path: "/", body: "json" },
      { method: "GET", path: "/", parameters: [{ name: "key", in: "query" }] },
    ];
    const found: (string | null)[] = [];
    for (const http of places) found.push(await save(http));
    expect(found).toEqual(["credentials[1].as", "credentials[1].as", null, null]);
  });

  test("an argument that calls carry is in none of its schemas", async () => {
    const { slug } = await liveSkill(owner, fields());
    const { body } = await call("GET", `/v1/skills/${slug}`, { key: owner.key });
    expect(body.api_schema).toEqual({ type: "object", properties: { text: { type: "string" } }, required: [] });
    expect(body.credentials).toEqual([TOKEN, KEY]);
  });
});

describe("a buyer's credential", () => {
  test("is set, listed without its value, rotated and removed, with a line of the audit log each", async () => {
    const [buyer, skill] = [await personWith(5), await liveSkill(owner, fields())];
    expect((await call("GET", of(skill.slug), { key: buyer.key })).body.data).toMatchObject([
      { name: "token", state: "missing", updated_at: null },
      { name: "api_key", state: "missing" },
    ]);
    expect((await put(buyer, skill.slug, "token", "the-first-value")).body).toMatchObject({ state: "stored" });
    expect((await put(buyer, skill.slug, "token")).status).toBe(200);
    const list = await call("GET", "/v1/credentials", { key: buyer.key });
    expect(list.body.data).toMatchObject([
      { skill: { slug: skill.slug }, name: "token", state: "stored", last_used_at: null },
    ]);
    expect(list.text).not.toContain("secret");
    const limited = async (skills: string[]) => {
      const made = await call("POST", "/v1/keys", { key: buyer.key, body: { skills } });
      const key = String(made.body.api_key);
      const { body } = await call("GET", "/v1/credentials", { key });
      const asked = await call("GET", of(skill.slug), { key });
      return [body.data.length, asked.status, asked.body.error?.code];
    };
    expect(await limited(["another-skill"])).toEqual([0, 403, "key_scope"]);
    expect(await limited([skill.slug])).toEqual([1, 200, undefined]);
    expect((await call("DELETE", of(skill.slug, "token"), { key: buyer.key })).body).toMatchObject({ name: "token" });
    expect((await call("DELETE", of(skill.slug, "token"), { key: buyer.key })).status).toBe(404);
    const lines = await prisma().auditEvent.findMany({ where: { actorId: buyer.id }, orderBy: { id: "asc" } });
    expect(lines.map(({ action, details }) => [action, details])).toEqual(
      ["set", "rotate", "remove"].map((verb) => [`credential.${verb}`, { name: "token" }]),
    );
  });

  test("404 for a name or skill that is unknown, and 400 for values that can't be redacted or sent", async () => {
    const [buyer, skill] = [await personWith(5), await liveSkill(owner, fields())];
    expect((await put(buyer, skill.slug, "other")).body.error).toMatchObject({ code: "not_found", param: "name" });
    expect((await put(buyer, "no-such-skill", "token")).status).toBe(404);
    expect((await call("GET", of("no-such-skill"), { key: buyer.key })).status).toBe(404);
    for (const value of ["short", "two\nlines-of-it", "\u00fcmlaute-are-no-ascii", 7])
      expect([value, (await put(buyer, skill.slug, "token", value)).body.error.param]).toEqual([value, "value"]);
    const stranger = await person();
    await storedBy(buyer, skill.slug);
    expect((await call("GET", "/v1/credentials", { key: stranger.key })).body.data).toEqual([]);
    expect((await call("DELETE", of(skill.slug, "token"), { key: stranger.key })).status).toBe(404);
    expect((await execute(stranger, skill.slug)).body.error.code).toBe("credential_required");
  });

  test("goes with a call in header and argument; without it, the call is refused with the page to add it", async () => {
    const [buyer, skill] = [await personWith(5), await liveSkill(owner, fields())];
    const refused = await execute(buyer, skill.slug);
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      {
        code: "credential_required",
        message: expect.stringContaining(`/settings/credentials?skill=${skill.slug}`),
      },
    ]);
    expect(reasons(refused)).toEqual([
      ["token", "missing"],
      ["api_key", "missing"],
    ]);
    expect(
      (await call("POST", `/v1/skills/${skill.slug}/execute?dry_run=true`, { key: buyer.key, body: {} })).status,
    ).toBe(400);
    await storedBy(buyer, skill.slug);
    const before = upstream.received.length;
    const dry = await call("POST", `/v1/skills/${skill.slug}/execute?dry_run=true`, { key: buyer.key, body: {} });
    expect([dry.status, upstream.received.length]).toEqual([200, before]);
    const named = await call("POST", `/v1/skills/${skill.slug}/execute`, { key: buyer.key, body: { key: VALUE } });
    expect([named.status, named.body.error.param]).toEqual([400, "key"]);
    const ran = await execute(buyer, skill.slug);
    expect(ran.status).toBe(200);
    expect(last()?.headers.authorization).toBe(`Bearer ${VALUE}`);
    expect(JSON.parse(last()?.body ?? "")).toEqual({ text: "x", key: VALUE });
    expect(ran.text).not.toContain("0123456789");
    expect(ran.body.result).toMatchObject({ said: "got Bearer [redacted]", "[redacted]": "[redacted]" });
    const [stored] = (await call("GET", "/v1/credentials", { key: buyer.key })).body.data;
    expect(stored).toMatchObject({ last_used_at: expect.any(String) });
  });

  test("goes with a tool: into the request of an operation, and to an MCP server", async () => {
    const buyer = await personWith(5);
    const http = { method: "GET", path: "/of/{key}/mirror", parameters: [{ name: "key", in: "path" }] };
    const skill = await liveSkill(owner, {
      api_endpoint: `http://${UPSTREAM}/v2`,
      operations: [
        { name: "get_item", http, input_schema: { type: "object", properties: { key: {} }, required: ["key"] } },
      ],
      credentials: [{ ...TOKEN, as: "X-Token" }, KEY],
    });
    await storedBy(buyer, skill.slug);
    const ran = await call("POST", `/v1/skills/${skill.slug}/tools/get_item/execute`, { key: buyer.key, body: {} });
    expect(ran.status).toBe(200);
    expect(last()).toMatchObject({ path: `/v2/of/${encodeURIComponent(VALUE)}/mirror`, headers: { "x-token": VALUE } });
    expect(ran.text).not.toContain("0123456789");
    const before = upstream.received.length;
    await call("POST", `/v1/developer/skills/${skill.id}/tools/get_item/test`, { key: owner.key, body: {} }).catch(
      () => {},
    );
    for (const { headers } of upstream.received.slice(before)) expect(headers["x-token"]).toBeUndefined();
    const moved = { method: "GET", path: "/mirror", parameters: [{ name: "key", in: "query" }] };
    const operations = [
      { name: "get_item", http: moved, input_schema: { type: "object", properties: { key: {} }, required: ["key"] } },
      { name: "ping", http: { method: "GET", path: "/mirror" } },
    ];
    const change = { key: owner.key, body: { operations } };
    expect((await call("PATCH", `/v1/developer/skills/${skill.id}`, change)).status).toBe(200);
    await approve(skill.id);
    const again = await call("POST", `/v1/skills/${skill.slug}/tools/get_item/execute`, { key: buyer.key, body: {} });
    expect(reasons(again)).toEqual([["api_key", "changed"]]);
    await storedBy(buyer, skill.slug);
    // An operation without a place for an argument is called without it.
    const ping = await call("POST", `/v1/skills/${skill.slug}/tools/ping/execute`, { key: buyer.key, body: {} });
    expect([ping.status, last()]).toMatchObject([200, { path: "/v2/mirror", headers: { "x-token": VALUE } }]);
  });

  test("is in the response that the schema is checked with, and not in what that says", async () => {
    const buyer = await personWith(5);
    const promised = (schema: object) => ({ response_schema: { type: "object", ...schema }, response_mode: "strict" });
    const [fit, broken] = [
      await liveSkill(owner, fields("mirror", promised({ properties: { said: { pattern: "^got Bearer buyers-" } } }))),
      await liveSkill(owner, fields("mirror", promised({ properties: { said: {} }, additionalProperties: false }))),
    ];
    for (const { slug } of [fit, broken]) await storedBy(buyer, slug);
    const ran = await execute(buyer, fit.slug);
    expect([ran.status, ran.body]).toMatchObject([200, { result: { said: "got Bearer [redacted]" } }]);
    const run = await execute(buyer, fit.slug, { prefer: "respond-async" });
    const read = () => call("GET", `/v1/runs/${run.body.id}`, { key: buyer.key });
    await expect.poll(async () => (await read()).body.state, PATIENT).toBe("succeeded");
    const failed = await execute(buyer, broken.slug);
    expect(failed.body.error).toMatchObject({ code: "upstream_failed", details: { reason: "response_schema" } });
    for (const { text } of [ran, await read(), failed]) expect(text).not.toContain("0123456789");
  });

  test.each([
    ["path", { api_endpoint: () => upstreamUrl("ok") }],
    ["query", { api_endpoint: () => `${upstreamUrl("mirror")}?to=others` }],
    ["place", { credentials: () => [{ ...TOKEN, as: "X-Token" }, KEY] }],
  ])("after a change of the %s, it is asked for again, and the other place gets nothing", async (_, change) => {
    const [buyer, skill] = [await personWith(5), await liveSkill(owner, fields())];
    await storedBy(buyer, skill.slug);
    const body = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, (value as () => unknown)()]));
    expect((await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body })).status).toBe(200);
    expect((await execute(buyer, skill.slug)).status).toBe(200);
    await approve(skill.id);
    const before = upstream.received.length;
    const refused = await execute(buyer, skill.slug);
    expect([refused.status, refused.body.error.code, upstream.received.length]).toEqual([
      400,
      "credential_required",
      before,
    ]);
    expect(reasons(refused)[0]).toEqual(["token", "changed"]);
    expect((await call("GET", "/v1/credentials", { key: buyer.key })).body.data).toContainEqual(
      expect.objectContaining({ name: "token", state: "changed" }),
    );
    await storedBy(buyer, skill.slug);
    expect((await execute(buyer, skill.slug)).status).toBe(200);
  });

  test("after a change of the owner it is asked for again; a row that is copied or rebound does not open", async () => {
    const [buyer, other] = [await personWith(5), await person()];
    const [one, two] = [await liveSkill(owner, fields()), await liveSkill(owner, fields())];
    for (const { slug } of [one, two]) await storedBy(buyer, slug);
    await pool().query("UPDATE skill SET owner_id = $2 WHERE id = $1", [one.id, other.id]);
    await pool().query("UPDATE listing SET owner_id = $2 WHERE skill_id = $1", [one.id, other.id]);
    await expect
      .poll(async () => reasons(await execute(buyer, one.slug)), PATIENT)
      .toEqual([
        ["token", "changed"],
        ["api_key", "changed"],
      ]);
    await pool().query("UPDATE skill_credential SET owner_id = $2 WHERE skill_id = $1", [one.id, other.id]);
    const unreadable = ["token", "api_key"].map((name) => [name, "unreadable"]);
    expect(reasons(await execute(buyer, one.slug))).toEqual(unreadable);
    const dry = await call("POST", `/v1/skills/${one.slug}/execute?dry_run=true`, { key: buyer.key, body: {} });
    expect(reasons(dry)).toEqual(unreadable);
    for (const path of [of(one.slug), "/v1/credentials"])
      expect((await call("GET", path, { key: buyer.key })).body.data).toContainEqual(
        expect.objectContaining({ name: "token", state: "changed" }),
      );
    await pool().query(
      `UPDATE skill_credential t SET sealed = f.sealed FROM skill_credential f
        WHERE t.skill_id = $1 AND f.skill_id = $2 AND f.name <> t.name`,
      [two.id, two.id],
    );
    expect(reasons(await execute(buyer, two.slug))).toEqual(unreadable);
    expect([await available(buyer), await prisma().hold.count({ where: { accountId: buyer.id } })]).toEqual([5, 0]);
    expect(await reseal()).toEqual({ changed: 0, unreadable: 0 });
    await pool().query("UPDATE skill_credential SET sealed = '99' || sealed WHERE skill_id = $1", [two.id]);
    expect((await reseal()).unreadable).toBe(2);
  });

  test("visitors and test calls go without: the first are never offered such a skill", async () => {
    const skill = await liveSkill(owner, fields("mirror", { price_per_call: 0.5, free_calls: 5 }));
    expect((await send("GET", `/try/${skill.slug}`, { address: "10.9.9.9" })).status).toBe(403);
    await put(owner, skill.slug, "token");
    const before = upstream.received.length;
    await call("POST", `/v1/developer/skills/${skill.id}/probe`, {
      key: owner.key,
      body: { parameters: { text: "x" } },
    });
    expect(upstream.received.slice(before).map(({ headers, body }) => [headers.authorization, body])).toEqual([
      [undefined, '{"text":"x"}'],
    ]);
  });

  test("of an organization is set by owners and billing, and carried by calls of its members", async () => {
    const skill = await liveSkill(owner, fields("mirror", { credentials: [TOKEN], api_schema: { type: "object" } }));
    const acme = await organization();
    await fund(acme, 5);
    const [billing, plain] = [await member(acme, "billing"), await member(acme, "member")];
    const set = (by: typeof billing) =>
      by.visitor.api("PUT", of(skill.slug, "token"), { headers: actingFor(acme), body: { value: VALUE } });
    expect([(await set(plain)).status, (await set(billing)).status]).toEqual([403, 200]);
    const { key } = await keyOf(acme, plain);
    expect((await call("DELETE", of(skill.slug, "token"), { key })).status).toBe(403);
    expect((await execute({ key }, skill.slug)).status).toBe(200);
    expect(last()?.headers.authorization).toBe(`Bearer ${VALUE}`);
    const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit`, {
      headers: actingFor(acme),
    });
    expect(JSON.stringify(log.body)).toContain("credential.set");
  });
});
