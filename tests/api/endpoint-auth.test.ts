import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { reseal } from "@/lib/supply/publishing/endpoint-auth";
import { call } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";

const fields = () => ({
  api_endpoint: `http://${UPSTREAM}/v2`,
  operations: [
    { name: "get_item", http: { method: "GET", path: "/items/{id}/echo", parameters: [{ name: "id", in: "path" }] } },
  ],
});
const path = (slug: string, name: string) => `/v1/skills/${slug}/tools/${name}/execute`;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let owner: Person;
const json = (body: object) => (_: unknown, response: import("node:http").ServerResponse) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
beforeAll(async () => {
  upstream = await startUpstream({
    echo: json({ ok: true }),
    token: json({ access_token: "token-of-oauth", expires_in: 600 }),
    refused: (_, response) =>
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_client"}'),
    locked: (_, response) => response.writeHead(401).end(),
  });
  owner = await person();
});
afterAll(() => upstream.close());
const last = () => upstream.received.at(-1);

describe("the secret of a developer's own server", () => {
  const auth = (id: string) => `/v1/developer/skills/${id}/endpoint-auth`;

  test.each([
    [{ kind: "header", name: "X-Api-Key", value: "s3cret-value" }, { "x-api-key": "s3cret-value" }],
    [
      { kind: "header", name: "Authorization", value: "DeepL-Auth-Key s3cret-value" },
      { authorization: "DeepL-Auth-Key s3cret-value" },
    ],
    [{ kind: "bearer", token: "s3cret-value" }, { authorization: "Bearer s3cret-value" }],
    [
      { kind: "basic", username: "ada", password: "s3cret-value" },
      { authorization: `Basic ${Buffer.from("ada:s3cret-value").toString("base64")}` },
    ],
    [
      {
        kind: "oauth_client_credentials",
        token_url: `http://${UPSTREAM}/token`,
        client_id: "id",
        client_secret: "s3cret-value",
      },
      { authorization: "Bearer token-of-oauth" },
    ],
  ])("%o goes with every call, and is never shown or stored in the clear", async (secret, headers) => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    const put = await call("PUT", auth(skill.id), { key: owner.key, body: secret });
    expect(put.status).toBe(200);
    expect(put.text).not.toContain("s3cret-value");
    await call("POST", path(skill.slug, "get_item"), { key: buyer.key, body: { id: "1" } });
    expect(last()?.headers).toMatchObject(headers);
    const stored = await prisma().skillEndpointAuth.findMany({ where: { skillId: skill.id } });
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain("s3cret-value");
    expect((await call("DELETE", auth(skill.id), { key: owner.key })).body.kind).toBe("none");
  });

  const oauth = (at: string, client_id: string) => ({
    kind: "oauth_client_credentials",
    token_url: `http://${UPSTREAM}/${at}`,
    client_id,
    client_secret: "s3cret-value",
  });

  test("refused by the authorization server, it is the seller's failure, and no fault of the parameters", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    await call("PUT", auth(skill.id), { key: owner.key, body: oauth("refused", "refused") });
    const ran = await call("POST", path(skill.slug, "get_item"), { key: buyer.key, body: { id: "1" } });
    expect([ran.status, ran.body.error]).toMatchObject([
      502,
      {
        code: "upstream_failed",
        details: { reason: "credentials" },
        message: expect.stringContaining("refused the seller's credentials with status 400"),
      },
    ]);
    expect(ran.body.error.details.status).toBeUndefined();
    const [row] = (await call("GET", "/v1/usage", { key: buyer.key })).body.data;
    expect(row).toMatchObject({ error_code: "upstream_failed" });
  });

  test("a token that the server no longer accepts is fetched anew for the next call", async () => {
    const buyer = await personWith(10);
    const get = { name: "get_item", http: { method: "GET", path: "/locked" } };
    const skill = await liveSkill(owner, { ...fields(), operations: [get] });
    await call("PUT", auth(skill.id), { key: owner.key, body: oauth("token", "expiring") });
    const before = upstream.received.length;
    for (const _ of [1, 2]) await call("POST", path(skill.slug, "get_item"), { key: buyer.key, body: {} });
    expect(upstream.received.slice(before).map((one) => one.path)).toEqual([
      "/token",
      "/v2/locked",
      "/token",
      "/v2/locked",
    ]);
  });

  test("in a query, it is not part of what the developer's page or the trace shows", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    await call("PUT", auth(skill.id), { key: owner.key, body: { kind: "query", name: "api_key", value: "in-query" } });
    await call("POST", path(skill.slug, "get_item"), { key: buyer.key, body: { id: "1" } });
    expect(last()?.path).toBe("/v2/items/1/echo?api_key=in-query");
  });

  test("copied to another skill's row, it does not open", async () => {
    const [one, two] = [await liveSkill(owner, fields()), await liveSkill(owner, fields())];
    const body = { kind: "bearer", token: "s3cret-value" };
    for (const { id } of [one, two]) await call("PUT", auth(id), { key: owner.key, body });
    await pool().query(
      "UPDATE skill_endpoint_auth SET sealed = (SELECT sealed FROM skill_endpoint_auth WHERE skill_id = $1) WHERE skill_id = $2",
      [one.id, two.id],
    );
    const buyer = await personWith(10);
    const { status, body: answered } = await call("POST", path(two.slug, "get_item"), {
      key: buyer.key,
      body: { id: "1" },
    });
    expect([status, answered.error]).toMatchObject([
      502,
      {
        code: "upstream_failed",
        details: { reason: "credentials" },
        message: expect.stringContaining("set them again"),
      },
    ]);
    expect(await available(buyer)).toBe(10);
    expect(await reseal()).toMatchObject({ unreadable: [] });
    // As if its key were gone.
    await pool().query("UPDATE skill_endpoint_auth SET sealed = replace(sealed, '1.', '99.') WHERE skill_id = $1", [
      two.id,
    ]);
    expect((await reseal()).unreadable).toEqual([two.id]);
  });

  test("404 for another developer, 400 for a header that is ours and a private token address", async () => {
    const skill = await draftSkill(owner, fields());
    const other = await person();
    for (const method of ["GET", "DELETE"])
      expect((await call(method, auth(skill.id), { key: other.key })).status).toBe(404);
    const put = (body: object, key = owner.key) => call("PUT", auth(skill.id), { key, body });
    expect((await put({ kind: "bearer", token: "x" }, other.key)).status).toBe(404);
    expect((await put({ kind: "header", name: "Webhook-Id", value: "x" })).status).toBe(400);
    const oauth = { kind: "oauth_client_credentials", client_id: "a", client_secret: "b" };
    expect((await put({ ...oauth, token_url: "https://10.0.0.1/token" })).body.error.param).toBe("token_url");
  });

  test("goes to the origin of the endpoint that it was set for, and nowhere else", async () => {
    const elsewhere = "https://api.example.com/v2";
    const skill = await draftSkill(owner, { ...fields(), api_endpoint: elsewhere });
    const put = (token: string) => call("PUT", auth(skill.id), { key: owner.key, body: { kind: "bearer", token } });
    expect((await put("for-elsewhere")).body.origin).toBe("https://api.example.com");
    const change = (body: object) => call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body });
    await change({ api_endpoint: fields().api_endpoint });
    const tried = await call("POST", `/v1/developer/skills/${skill.id}/tools/get_item/test`, {
      key: owner.key,
      body: { id: "1" },
    });
    expect(tried.body.ok).toBe(true);
    expect(last()?.headers.authorization).toBeUndefined();
    const dry = { source: "mcp", url: `http://${UPSTREAM}/ok` };
    await call("POST", `/v1/developer/skills/import?dry_run=true&skill_id=${skill.id}`, { key: owner.key, body: dry });
    expect([last()?.path, last()?.headers.authorization]).toEqual(["/ok", undefined]);
    expect((await put("for-here")).body.origin).toBe(`http://${UPSTREAM}`);
    await call("POST", `/v1/developer/skills/${skill.id}/tools/get_item/test`, { key: owner.key, body: { id: "1" } });
    expect(last()?.headers.authorization).toBe("Bearer for-here");
  });

  test("set for a draft at another host, the live version keeps its own", async () => {
    const [buyer, skill] = [await personWith(10), await liveSkill(owner, fields())];
    const put = (token: string, query = "") =>
      call("PUT", `${auth(skill.id)}${query}`, { key: owner.key, body: { kind: "bearer", token } });
    const sent = async () => {
      const ran = await call("POST", path(skill.slug, "get_item"), { key: buyer.key, body: { id: "1" } });
      return [ran.status, last()?.headers.authorization];
    };
    await put("for-the-live-host");
    const body = { api_endpoint: "https://api.example.com/v2" };
    expect((await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body })).status).toBe(200);
    const get = (query = "") => call("GET", `${auth(skill.id)}${query}`, { key: owner.key });
    expect((await get()).body).toMatchObject({ kind: "none", origins: [{ origin: `http://${UPSTREAM}` }] });
    expect((await put("for-the-new-host")).body).toMatchObject({
      origin: "https://api.example.com",
      origins: [{ origin: `http://${UPSTREAM}` }, { origin: "https://api.example.com" }],
    });
    expect(await sent()).toEqual([200, "Bearer for-the-live-host"]);
    const live = `?origin=${encodeURIComponent(`http://${UPSTREAM}`)}`;
    expect((await put("another", live)).body.origin).toBe(`http://${UPSTREAM}`);
    expect(await sent()).toEqual([200, "Bearer another"]);
    expect((await get(live)).body).toMatchObject({ kind: "bearer", origin: `http://${UPSTREAM}` });
    // As if a key were rotated.
    await pool().query("UPDATE skill_endpoint_auth SET sealed = '99' || sealed WHERE skill_id = $1", [skill.id]);
    expect((await reseal()).unreadable.filter((id) => id === skill.id)).toEqual([skill.id]);
    await pool().query("UPDATE skill_endpoint_auth SET sealed = substr(sealed, 3) WHERE skill_id = $1", [skill.id]);
    const left = await call("DELETE", auth(skill.id), { key: owner.key });
    expect(left.body).toMatchObject({ kind: "none", origins: [{ origin: `http://${UPSTREAM}` }] });
    expect(await sent()).toEqual([200, "Bearer another"]);
    expect((await call("DELETE", `${auth(skill.id)}${live}`, { key: owner.key })).body.origins).toEqual([]);
    expect(await sent()).toEqual([200, undefined]);
  });

  test("of no origin, as an older release stored it, is shown as sent nowhere, and replaced or removed", async () => {
    const skill = await liveSkill(owner, fields());
    const store = () =>
      prisma().skillEndpointAuth.create({
        data: { skillId: skill.id, kind: "bearer", shown: { name: null, token_url: null }, sealed: "1.x" },
      });
    await store();
    const { body } = await call("GET", auth(skill.id), { key: owner.key });
    expect(body).toMatchObject({ kind: "bearer", origin: "", origins: [{ origin: "" }] });
    await call("PUT", auth(skill.id), { key: owner.key, body: { kind: "bearer", token: "x" } });
    const { origins } = (await call("GET", auth(skill.id), { key: owner.key })).body;
    expect(origins).toMatchObject([{ origin: `http://${UPSTREAM}` }]);
    await call("DELETE", auth(skill.id), { key: owner.key });
    await store();
    expect((await call("DELETE", auth(skill.id), { key: owner.key })).body).toMatchObject({
      kind: "none",
      origins: [],
    });
  });

  test("400 for what is no origin, and beyond 10 origins also of simultaneous requests", async () => {
    const skill = await draftSkill(owner, fields());
    const put = (origin: string) =>
      call("PUT", `${auth(skill.id)}?origin=${encodeURIComponent(origin)}`, {
        key: owner.key,
        body: { kind: "bearer", token: "x" },
      });
    for (const wrong of ["https://a.example.com/path", "nonsense", ""])
      expect([wrong, (await put(wrong)).body.error]).toMatchObject([wrong, { param: "origin" }]);
    const hosts = Array.from({ length: 12 }, (_, i) => `https://${i}.example.com`);
    const puts = await Promise.all(hosts.map(put));
    expect(puts.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 400, 400]);
    expect(puts.find(({ status }) => status === 400)?.body.error.param).toBe("origin");
    expect((await put(String(hosts[puts.findIndex(({ status }) => status === 200)]))).status).toBe(200);
  });

  test("needs an endpoint", async () => {
    const skill = await draftSkill(owner, { api_endpoint: null });
    const { status, body } = await call("PUT", auth(skill.id), {
      key: owner.key,
      body: { kind: "bearer", token: "x" },
    });
    expect([status, body.error]).toMatchObject([400, { code: "invalid_request", param: "api_endpoint" }]);
  });
});
