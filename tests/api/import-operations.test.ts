import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { call } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { approve, type Person, person, unique } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Billing", version: "4.0.0", description: "Invoices of customers." },
  servers: [{ url: `http://${UPSTREAM}/v1` }],
  security: [{ key: [] }],
  paths: {
    "/customers/{id}/invoices": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "invoices.list",
        summary: "List invoices",
        parameters: [
          {
            name: "status",
            in: "query",
            explode: false,
            schema: { type: "array", items: { $ref: "#/components/schemas/Status" } },
          },
          { name: "created", in: "query", style: "deepObject", schema: { type: "object" } },
          { name: "X-Page", in: "header", schema: { type: "integer" } },
          { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
        ],
        responses: { "200": json({ type: "array", items: { type: "object" } }) },
      },
      post: {
        operationId: "createInvoice",
        requestBody: { required: true, ...json({ $ref: "#/components/schemas/Invoice" }) },
        responses: { "201": json({ type: "object" }) },
      },
    },
    "/tags/{id}/echo": {
      put: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { required: true, ...json({ type: "array", items: { type: "string" } }) },
        responses: { "200": json({}) },
      },
    },
    "/forms/echo": {
      post: {
        operationId: "sendForm",
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a: { type: "object" } } } },
          },
        },
        responses: { "200": json({}) },
      },
    },
    "/files": { post: { operationId: "upload", requestBody: { content: { "image/png": {} } }, responses: {} } },
  },
  components: {
    schemas: {
      Status: { type: "string", enum: ["open", "paid"] },
      Invoice: {
        type: "object",
        required: ["amount"],
        // Named as the path's parameter, so that the body is one property.
        properties: { id: { type: "string" }, amount: { type: "number" } },
      },
    },
  },
};
const ALL = ["invoices.list", "createInvoice", "PUT /tags/{id}/echo", "sendForm", "upload"];
const IMPORT = "/v1/developer/skills/import";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let owner: Person;
const answered = (body: unknown) => (_: unknown, response: import("node:http").ServerResponse) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
beforeAll(async () => {
  upstream = await startUpstream({ invoices: answered([]), echo: answered({}) });
  owner = await person();
});
afterAll(() => upstream.close());
const source = (operations: string[], document: object = DOCUMENT) => ({
  source: "openapi",
  document: JSON.stringify(document),
  operations,
});

describe("an import of several operations", () => {
  test("makes one tool of each, with the mapping of its parameters; what does not fit is named", async () => {
    const { body } = await call("POST", `${IMPORT}?dry_run=true`, { key: owner.key, body: source(ALL) });
    const proposal = body.proposal as { operations: Operation[]; api_endpoint: string };
    expect(proposal.api_endpoint).toBe(`http://${UPSTREAM}/v1`);
    expect(proposal.operations.map(({ name, http }) => [name, http])).toEqual([
      [
        "invoices_list",
        {
          method: "GET",
          path: "/customers/{id}/invoices",
          parameters: [
            { name: "id", in: "path" },
            { name: "status", in: "query", style: "comma" },
            { name: "created", in: "query", style: "deep" },
            { name: "X-Page", in: "header" },
          ],
          body: "none",
        },
      ],
      [
        "createInvoice",
        {
          method: "POST",
          path: "/customers/{id}/invoices",
          parameters: [{ name: "id", in: "path" }],
          body: "json",
          body_property: "body",
        },
      ],
      [
        "put_tags_id_echo",
        {
          method: "PUT",
          path: "/tags/{id}/echo",
          parameters: [{ name: "id", in: "path" }],
          body: "json",
          body_property: "body",
        },
      ],
      ["sendForm", { method: "POST", path: "/forms/echo", parameters: [], body: "form" }],
    ]);
    expect(proposal.operations[0]?.input_schema).toMatchObject({
      required: ["id"],
      properties: { status: { items: { $ref: "#/$defs/Status" } } },
      $defs: { Status: { enum: ["open", "paid"] } },
    });
    expect(body.notes).toEqual([
      expect.stringContaining("POST /files was left out"),
      expect.stringContaining("endpoint-auth"),
    ]);
  });

  test("takes parameters that stand in the query of a path, as OneSignal's document has them", async () => {
    const document = (path: string) => ({
      ...DOCUMENT,
      paths: {
        [path]: {
          post: {
            operationId: "exportEvents",
            parameters: ["id", "app"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
            responses: {},
          },
        },
      },
    });
    const body = source(["exportEvents"], document("/messages/{id}/export?app_id={app}"));
    const read = await call("POST", `${IMPORT}?dry_run=true`, { key: owner.key, body });
    const [operation] = (read.body.proposal as { operations: Operation[] }).operations;
    expect(operation?.http).toMatchObject({
      path: "/messages/{id}/export",
      parameters: [
        { name: "id", in: "path" },
        { name: "app_id", in: "query" },
      ],
    });
    expect(operation?.input_schema).toMatchObject({ required: ["id", "app_id"] });

    const fixed = source(["exportEvents"], document("/messages/{id}/export?app_id={app}&format=csv"));
    const left = await call("POST", `${IMPORT}?dry_run=true`, { key: owner.key, body: fixed });
    expect(left.body.notes).toContainEqual(expect.stringMatching(/app_id=\{app\}&format=csv was left out.*no query/));
  });

  test("takes the host for the slug of a document whose title has no Latin letters", async () => {
    const document = { ...DOCUMENT, info: { ...DOCUMENT.info, title: "請求書" } };
    const { body } = await call("POST", IMPORT, { key: owner.key, body: source(["sendForm"], document) });
    const { name, slug } = body.skill as { name: string; slug: string };
    expect([name, slug]).toEqual(["請求書", new URL(`http://${UPSTREAM}`).hostname.replaceAll(".", "-")]);
  });

  test("makes tools that send what the document says", async () => {
    const slug = `operations-${process.pid}-${unique()}`;
    const made = await call("POST", `${IMPORT}?slug=${slug}`, { key: owner.key, body: source(ALL) });
    const { id } = made.body.skill as { id: string };
    const priced = await call("PATCH", `/v1/developer/skills/${id}`, {
      key: owner.key,
      body: { price_per_call: 0.1, submit: true },
    });
    expect(priced.status).toBe(200);
    await approve(id);
    const buyer = await personWith(5);
    const run = async (tool: string, body: object) => {
      const { status } = await call("POST", `/v1/skills/${slug}/tools/${tool}/execute`, { key: buyer.key, body });
      const { path, headers, body: sent } = upstream.received.at(-1) as (typeof upstream.received)[number];
      return [status, path, headers["content-type"] ?? null, sent];
    };
    expect(
      await run("invoices_list", { id: "c1", status: ["open", "paid"], created: { gte: 1 }, "X-Page": 2 }),
    ).toEqual([200, "/v1/customers/c1/invoices?status=open%2Cpaid&created%5Bgte%5D=1", null, ""]);
    expect(upstream.received.at(-1)?.headers["x-page"]).toBe("2");
    expect(await run("put_tags_id_echo", { id: "t/1", body: ["a", "b"] })).toEqual([
      200,
      "/v1/tags/t%2F1/echo",
      "application/json",
      '["a","b"]',
    ]);
    expect(await run("sendForm", { a: { b: "c d" } })).toEqual([
      200,
      "/v1/forms/echo",
      "application/x-www-form-urlencoded",
      "a%5Bb%5D=c+d",
    ]);
  });

  test("400 for an operation that is not there, with those that are", async () => {
    const { status, body } = await call("POST", IMPORT, { key: owner.key, body: source(["GET /none"]) });
    expect([status, body.error.param]).toEqual([400, "operations"]);
    expect(body.error.details.operations).toContain("POST /files");
  });

  test("again into the skill keeps its name and texts, and shows what changed", async () => {
    const made = await call("POST", IMPORT, { key: owner.key, body: source(["invoices.list"]) });
    const { id } = made.body.skill as { id: string };
    await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body: { name: "My billing" } });
    const again = await call("POST", `${IMPORT}?skill_id=${id}`, {
      key: owner.key,
      body: source(["invoices.list", "sendForm"]),
    });
    expect(again.body.skill).toMatchObject({ name: "My billing" });
    expect((again.body.skill as { operations: Operation[] }).operations.map(({ name }) => name)).toEqual([
      "invoices_list",
      "sendForm",
    ]);
  });
});
