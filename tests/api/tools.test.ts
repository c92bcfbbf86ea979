import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { available, personWith } from "@/tests/support/money";
import { draftSkill, liveSkill, type Person, person, skillFields } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";

const text = { type: "string" };
const tool = (name: string, http: object, more: object = {}) => ({
  name,
  description: `About ${name}.`,
  input_schema: { type: "object" },
  http,
  ...more,
});
const OPERATIONS = [
  tool(
    "get_item",
    {
      method: "GET",
      path: "/items/{id}/echo",
      parameters: [
        { name: "id", in: "path" },
        { name: "tags", in: "query" },
      ],
    },
    {
      input_schema: {
        type: "object",
        properties: { id: text, tags: { type: "array", items: text } },
        required: ["id"],
      },
      output_schema: { type: "object", required: ["path"] },
    },
  ),
  tool("put_item", {
    method: "PUT",
    path: "/items/{id}/echo",
    parameters: [
      { name: "id", in: "path" },
      { name: "trace", in: "header", as: "X-Trace" },
    ],
    body: "json",
  }),
  tool("delete_item", { method: "DELETE", path: "/items/{id}/gone", parameters: [{ name: "id", in: "path" }] }),
  tool("broken", { method: "GET", path: "/ok-but-other" }, { output_schema: { type: "object", required: ["path"] } }),
  tool("secret", { method: "GET", path: "/echo" }, { hidden: true }),
];
const fields = (more: object = {}) => ({
  api_endpoint: `http://${UPSTREAM}/v2`,
  operations: OPERATIONS,
  operation_prices: { put_item: 1.25, delete_item: 0 },
  ...more,
});
const path = (slug: string, name: string) => `/v1/skills/${slug}/tools/${name}/execute`;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let owner: Person;
beforeAll(async () => {
  upstream = await startUpstream({
    echo: ({ path: at, body }, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ path: at, body })),
    gone: (_, response) => response.writeHead(204).end(),
    "ok-but-other": (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  });
  owner = await person();
});
afterAll(() => upstream.close());
const last = () => upstream.received.at(-1);

describe("a skill with several operations", () => {
  test("shows each with its schema, price and name for agents, never how or where it is called", async () => {
    const skill = await liveSkill(owner, fields());
    const { body, text: raw } = await call("GET", `/v1/skills/${skill.slug}`, { key: owner.key });
    expect(body.tools).toMatchObject([
      { name: "get_item", price: 0.5, mcp_name: `${skill.slug}__get_item` },
      { name: "put_item", price: 1.25 },
      { name: "delete_item", price: 0 },
      { name: "broken", price: 0.5 },
    ]);
    expect(raw).not.toContain("/items/");
    expect(raw).not.toContain(UPSTREAM);
  });

  test("calls each by its method, with parameters in path, query, header and body, at its own price", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    const got = await call("POST", path(skill.slug, "get_item"), {
      key: buyer.key,
      body: { id: "a/b c", tags: ["x", "y"] },
    });
    expect(got.body).toMatchObject({
      result: { path: "/v2/items/a%2Fb%20c/echo?tags=x&tags=y" },
      usage: { cost: 0.5, tool: "get_item" },
    });
    expect(last()?.headers["x-skill-slug"]).toBe(skill.slug);
    const put = await call("POST", path(skill.slug, "put_item"), {
      key: buyer.key,
      body: { id: "1", trace: "abc", name: "One" },
    });
    expect(put.body).toMatchObject({ usage: { cost: 1.25, tool: "put_item" } });
    expect(last()).toMatchObject({ path: "/v2/items/1/echo", body: JSON.stringify({ name: "One" }) });
    expect(last()?.headers["x-trace"]).toBe("abc");
    const gone = await call("POST", path(skill.slug, "delete_item"), { key: buyer.key, body: { id: "1" } });
    expect(gone.body).toMatchObject({ result: null, usage: { cost: 0 } });
    expect(await available(buyer)).toBe(8.25);
    const used = await call("GET", "/v1/usage", { key: buyer.key });
    expect(used.body.data.map((row) => row.tool)).toEqual(["delete_item", "put_item", "get_item"]);
  });

  test("a price of a tool that the skill does not have is an error that names it", async () => {
    const made = await call("POST", "/v1/developer/skills", {
      key: owner.key,
      body: skillFields(fields({ operation_prices: { get_itm: 1 } })),
    });
    expect([made.status, made.body.error.param]).toEqual([400, "operation_prices.get_itm"]);
    const { id } = await draftSkill(owner, fields());
    const change = (body: object) => call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body });
    const refused = await change({ operation_prices: { put_itm: 1 } });
    expect(refused.body.error).toMatchObject({
      code: "invalid_request",
      param: "operation_prices.put_itm",
      message: expect.stringContaining("put_item"),
    });
    expect((await change({ operation_prices: { put_item: 1 } })).status).toBe(200);
    // A tool that goes keeps the price that is set again with it, as a form does.
    const rest = OPERATIONS.filter(({ name }) => name !== "put_item");
    expect((await change({ operations: rest, operation_prices: { put_item: 1 } })).status).toBe(200);
  });

  test("signs method, target and body", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    await call("POST", path(skill.slug, "put_item"), { key: buyer.key, body: { id: "1", name: "One" } });
    const { secret } = (await call("GET", `/v1/developer/skills/${skill.id}/secret`, { key: owner.key })).body;
    const { path: target, body, headers } = last() ?? { path: "", body: "", headers: {} };
    const check = (signed: string) => () =>
      new Webhook(String(secret)).verify(JSON.stringify(signed), headers as Record<string, string>);
    expect(check(`PUT ${target} ${createHash("sha256").update(body).digest("hex")}`)).not.toThrow();
    expect(check(`GET ${target} ${createHash("sha256").update(body).digest("hex")}`)).toThrow();
  });

  test("free calls are used before an own price, and a free tool uses none", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields({ free_calls: 1 }));
    const run = (name: string) => call("POST", path(skill.slug, name), { key: buyer.key, body: { id: "1" } });
    expect((await run("delete_item")).body.usage).toMatchObject({ cost: 0, free: false });
    expect((await run("put_item")).body.usage).toMatchObject({ cost: 0, free: true });
    expect((await run("put_item")).body.usage).toMatchObject({ cost: 1.25, free: false });
  });

  test("a subscription includes every tool, and only free ones need none", async () => {
    const buyer = await personWith(10);
    const terms = { pricing_type: "subscription", price: 3, subscription_interval: "month" };
    const skill = await liveSkill(owner, fields(terms));
    const run = (name: string) => call("POST", path(skill.slug, name), { key: buyer.key, body: { id: "1" } });
    expect((await run("put_item")).body.error.code).toBe("purchase_required");
    expect((await run("delete_item")).status).toBe(200);
    await call("POST", `/v1/skills/${skill.slug}/purchase`, { key: buyer.key, body: {} });
    expect((await run("put_item")).body.usage).toMatchObject({ cost: 0 });
    expect(await available(buyer)).toBe(7);
  });

  test("dry runs, max_price, runs and retries by key are those of the tool", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    const at = path(skill.slug, "put_item");
    const body = { id: "1" };
    expect((await call("POST", `${at}?dry_run=true`, { key: buyer.key, body })).body).toMatchObject({ max_cost: 1.25 });
    const capped = await call("POST", `${at}?max_price=1`, { key: buyer.key, body });
    expect(capped.body.error).toMatchObject({ code: "price_changed", details: { price: 1.25 } });
    const headers = { "idempotency-key": "tool-once" };
    const first = await call("POST", at, { key: buyer.key, body, headers });
    const again = await call("POST", at, { key: buyer.key, body, headers });
    expect(again.body).toEqual(first.body);
    const other = await call("POST", path(skill.slug, "get_item"), { key: buyer.key, body, headers });
    expect(other.body.error.code).toBe("idempotency_key_reused");
    const started = await call("POST", at, { key: buyer.key, body, headers: { prefer: "respond-async" } });
    await expect
      .poll(async () => (await call("GET", `/v1/runs/${started.body.id}`, { key: buyer.key })).body.state)
      .toBe("succeeded");
    expect(await available(buyer)).toBe(7.5);
  });

  test("ten calls at once of a balance for eight are eight sales", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    const calls = await Promise.all(
      Array.from({ length: 10 }, () =>
        call("POST", path(skill.slug, "put_item"), { key: buyer.key, body: { id: "1" } }),
      ),
    );
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(calls.filter(({ status }) => status === 402)).toHaveLength(2);
    expect(await available(buyer)).toBe(0);
  });

  test("a result that breaks the output schema is not charged", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    const { body } = await call("POST", path(skill.slug, "broken"), { key: buyer.key, body: {} });
    expect(body.error).toMatchObject({ code: "upstream_failed", details: { reason: "response_schema" } });
    expect(await available(buyer)).toBe(10);
  });

  test("400: dots and nothing in a path, line breaks in a header, and what has no place; nothing is sent", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    const before = upstream.received.length;
    for (const body of [{ id: ".." }, { id: "." }, { id: "" }, { id: "1", trace: "a\r\nhost: b" }]) {
      const { status, body: answer } = await call("POST", path(skill.slug, "put_item"), { key: buyer.key, body });
      expect([status, answer.error.code]).toEqual([400, "invalid_request"]);
    }
    const extra = await call("POST", path(skill.slug, "delete_item"), { key: buyer.key, body: { id: "1", more: 2 } });
    expect(extra.body.error.param).toBe("more");
    expect(upstream.received).toHaveLength(before);
    expect((await call("GET", "/v1/usage", { key: buyer.key })).body.data).toEqual([]);
  });

  test("400 and 404: a call without a tool, an unknown one and a hidden one, each naming the tools", async () => {
    const skill = await liveSkill(owner, fields());
    const key = owner.key;
    const none = await call("POST", `/v1/skills/${skill.slug}/execute`, { key, body: {} });
    expect([none.status, none.body.error.code]).toEqual([400, "not_executable"]);
    for (const name of ["other", "secret"]) {
      const { status, body } = await call("POST", path(skill.slug, name), { key, body: {} });
      expect([status, body.error.details.tools]).toEqual([404, ["get_item", "put_item", "delete_item", "broken"]]);
    }
  });
});

describe("operations are refused when they are saved", () => {
  test.each([
    [
      "two that agents could not tell apart",
      [tool("a", { method: "GET", path: "/a" }), tool("A", { method: "GET", path: "/b" })],
    ],
    ["a hole that nothing fills", [tool("a", { method: "GET", path: "/{id}" })]],
    [
      "a header of authorization",
      [tool("a", { method: "GET", path: "/a", parameters: [{ name: "k", in: "header", as: "Authorization" }] })],
    ],
    [
      "a header of our signature",
      [tool("a", { method: "GET", path: "/a", parameters: [{ name: "k", in: "header", as: "Webhook-Id" }] })],
    ],
    ["dots in the path", [tool("a", { method: "GET", path: "/../a" })]],
    ["a body with GET", [tool("a", { method: "GET", path: "/a", body: "json" })]],
    ["a schema that is none", [tool("a", { method: "GET", path: "/a" }, { input_schema: { type: "nothing" } })]],
    ["an MCP tool at an HTTP endpoint", [{ name: "a", mcp: { tool: "a", digest: "0".repeat(64) } }]],
  ])("%s", async (_, operations) => {
    const body = skillFields({ ...fields({ operations }) });
    const { status, body: answer } = await call("POST", "/v1/developer/skills", { key: owner.key, body });
    expect([status, answer.error.code]).toEqual([400, "invalid_request"]);
    expect(answer.error.param).toMatch(/^operations/);
  });
});

describe("prices of tools", () => {
  const price = async (slug: string, name: string) =>
    (
      (await call("GET", `/v1/skills/${slug}`, { key: owner.key })).body.tools as { name: string; price: number }[]
    ).find((one) => one.name === name)?.price;

  test("a rise of a used skill's tool is announced; a cut applies at once", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    await call("POST", path(skill.slug, "put_item"), { key: buyer.key, body: { id: "1" } });
    const change = (operation_prices: object) =>
      call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body: { operation_prices } });
    const raised = await change({ put_item: 2, delete_item: 0 });
    expect(raised.body.price_change).not.toBeNull();
    expect(await price(skill.slug, "put_item")).toBe(1.25);
    // A tool that was free, and would cost what others do.
    expect((await change({ put_item: 1.25 })).body.price_change).not.toBeNull();
    expect(await price(skill.slug, "delete_item")).toBe(0);
    expect((await change({ put_item: 1, delete_item: 0 })).body.price_change).toBeNull();
    expect(await price(skill.slug, "put_item")).toBe(1);
  });

  test("a price of a tool that is not on the marketplace yet applies at once", async () => {
    const buyer = await personWith(10);
    const skill = await liveSkill(owner, fields());
    await call("POST", path(skill.slug, "put_item"), { key: buyer.key, body: { id: "1" } });
    const operations = [...OPERATIONS, tool("new_one", { method: "GET", path: "/echo" })];
    const body = { operations, operation_prices: { put_item: 1.25, delete_item: 0, new_one: 9 } };
    const { body: changed } = await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body });
    expect(changed.price_change).toBeNull();
  });
});
