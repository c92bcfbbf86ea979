import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { MAX_FIELDS_BYTES, MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { ERRORS, type ErrorCode } from "@/lib/platform/core/errors";
import { MAX_BUNDLE_BYTES } from "@/lib/supply/publishing/bundle-schemas";
import { templateOf } from "@/tests/support/answer-check";
import { call } from "@/tests/support/api";
import { badValues, type Schema } from "@/tests/support/bad-values";
import { isCluster, nextOrigin, processCount } from "@/tests/support/cluster";
import { answerToHead } from "@/tests/support/head";
import { organization, type TestOrganization } from "@/tests/support/organizations";
import { administrator, draftSkill, liveSkill, type Person } from "@/tests/support/people";
import { rowCounts } from "@/tests/support/row-counts";

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: { example?: unknown } }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
};
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

let admin: Person;
let acme: TestOrganization;
let paths: Record<string, string> = {};
beforeAll(async () => {
  admin = await administrator();
  acme = await organization();
  const [draft, live] = [await draftSkill(admin), await liveSkill(admin)];
  const unknown = "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11";
  paths = {
    ...Object.fromEntries(
      Object.keys(ROUTES)
        .filter((path) => path.includes("{id}"))
        .map((path) => [path, path.replace("{id}", unknown)]),
    ),
    ...Object.fromEntries(
      Object.keys(ROUTES)
        .filter((path) => path.startsWith("/v1/organizations/"))
        .map((path) => [path, path.replace("{handle}", acme.handle).replace(/\{\w+\}/, acme.owner.person.id)]),
    ),
    "/v1/admin/synonyms/{term}": "/v1/admin/synonyms/k8s",
    "/v1/keys/{id}": `/v1/keys/${admin.keyId}`,
    "/v1/developer/earnings/statements/{month}": "/v1/developer/earnings/statements/2026-11",
    ...Object.fromEntries(
      Object.keys(ROUTES)
        .filter((path) => path.startsWith("/v1/developer/skills/{id}"))
        .map((path) => [path, path.replace("{id}", draft.id)]),
    ),
    ...Object.fromEntries(
      Object.keys(ROUTES)
        .filter((path) => path.includes("{slug}"))
        .map((path) => [path, path.replace("{handle}", acme.handle).replace("{slug}", live.slug)]),
    ),
  };
  rows = await rowCounts();
});

/** How many rows there are in all tables before any bad input. Counted after each part: after each test it took most of the time. */
let rows = "";
const expectStoredNothing = async () => expect(await rowCounts()).toBe(rows);

const follow = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const withBody = operations.flatMap(({ path, method, operation }) => {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema ? [{ path, method, schema: follow(schema) }] : [];
});
const fields = withBody.flatMap(({ path, method, schema }) =>
  Object.entries(schema.properties ?? {}).map(([field, part]) => ({
    path,
    method,
    field,
    schema: follow(part),
  })),
);

const send = (method: string, path: string, raw: BodyInit, type = "application/json") => {
  const [at, headers] = [paths[path] ?? path, { "content-type": type }];
  // Of an organization, only its signed-in owner may change anything.
  if (path.startsWith("/v1/organizations/")) return acme.owner.visitor.api(method, at, { raw, headers });
  return call(method, at, { key: path === "/v1/auth/register" ? undefined : admin.key, raw, headers });
};

const WEBHOOK = "/v1/webhooks/stripe";
/** Endpoints that take a whole skill, its parameters, or pages. */
const LARGE_BODIES = [
  "POST /v1/developer/skills",
  "POST /v1/developer/skills/import",
  "PATCH /v1/developer/skills/{id}",
  "POST /v1/developer/skills/{id}/probe",
  "POST /v1/admin/skills/{id}/probe",
  "PATCH /v1/admin/settings",
  "POST /v1/skills/{slug}/execute",
  "POST /v1/skills/{slug}/tools/{tool}/execute",
  "POST /v1/developer/skills/{id}/tools/{tool}/test",
  "POST /v1/skills/{slug}/batches",
  `POST ${WEBHOOK}`,
];
const largestBodyOf = (method: string, path: string) => {
  if (path === "/v1/developer/skills/{id}/package/bundle") return MAX_BUNDLE_BYTES;
  return LARGE_BODIES.includes(`${method} ${path}`) ? MAX_JSON_BYTES : MAX_FIELDS_BYTES;
};
describe("every field of every body", () => {
  afterAll(expectStoredNothing);
  test.each(fields)("$method $path: $field", async ({ path, method, field, schema }) => {
    const tooLong = largestBodyOf(method, path) === MAX_JSON_BYTES ? 70_000 : 15_000;
    for (const value of badValues(schema, tooLong)) {
      const answer = await send(method, path, `{"${field}":${value}}`);
      expect([answer.status, value.slice(0, 40)]).toEqual([400, value.slice(0, 40)]);
      const issues = (answer.body.error.details.issues ?? []) as { param: string }[];
      const named = [answer.body.error.param, ...issues.map(({ param }) => param)].some((param) =>
        param?.startsWith(field),
      );
      expect([field, value.slice(0, 40), answer.body.error.message, named]).toEqual([
        field,
        value.slice(0, 40),
        answer.body.error.message,
        true,
      ]);
    }
  });
});
const unknownFields = ['{"surely_unknown":1}', `{"${"x".repeat(5_000)}":1}`];

describe("every body", () => {
  afterAll(expectStoredNothing);
  test.each(withBody)(
    "$method $path refuses what is not the JSON object that it wants",
    async ({ path, method, schema }) => {
      const isOpen = schema.properties === undefined;
      const cases: [BodyInit, ErrorCode, string?][] = [
        ["[]", "invalid_request"],
        ["null", "invalid_request"],
        ['"text"', "invalid_request"],
        ["1", "invalid_request"],
        ['{"a":', "invalid_json"],
        ["{a:1}", "invalid_json"],
        ['{"a":1}}', "invalid_json"],
        [`${"[".repeat(5_000)}${"]".repeat(5_000)}`, "invalid_json"],
        [`{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "invalid_json"],
        [`{"a":"${"x".repeat(largestBodyOf(method, path))}"}`, "payload_too_large"],
        [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), "invalid_json"],
        ['{"__proto__":{"role":"admin"}}', "invalid_request"],
        ['{"constructor\\u0000":1}', "invalid_request"],
        ["{}", "invalid_request", "text/plain"],
        ["{}", "invalid_request", "application/x-www-form-urlencoded"],
        ...(isOpen ? [] : unknownFields.map((raw): [string, ErrorCode] => [raw, "invalid_request"])),
      ];
      for (const [raw, wanted, type] of cases) {
        // An event that nobody signed is not read.
        const code = path === WEBHOOK && wanted !== "payload_too_large" ? "invalid_signature" : wanted;
        const answer = await send(method, path, raw, type);
        const start = String(raw).slice(0, 40);
        expect([start, answer.status, answer.body.error.code]).toEqual([start, ERRORS[code].status, code]);
        expect(answer.body.error.message.length).toBeGreaterThan(5);
      }
    },
  );

  test("an unknown field is named", async () => {
    const answer = await send("POST", "/v1/keys", '{"is_admin":true}');
    expect([answer.body.error.param, answer.body.error.message]).toEqual([
      "is_admin",
      "is_admin: is not a known field",
    ]);
  });

  test("a number beyond every reader's range is refused wherever it stands, not stored as null", async () => {
    const schema = `{"api_schema":{"type":"object","properties":{"a":{"default":[1e309]}}}}`;
    for (const [method, path, raw, param] of [
      ["PATCH", "/v1/developer/skills/{id}", schema, "api_schema.properties.a.default[0]"],
      ["POST", "/v1/skills/{slug}/execute", `{"deep":{"amount":-1e309}}`, "deep.amount"],
    ] as const) {
      const answer = await send(method, path, raw);
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
  });

  test("a body whose sender stops in the middle is a 400, not a failure of ours", async () => {
    const raw = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        controller.error(new Error("the connection was reset"));
      },
    });
    if (isCluster) {
      // A sender that is gone cannot be told: what can be seen of it is that everybody else is served on.
      await expect(send("POST", "/v1/keys", raw)).rejects.toThrow("fetch failed");
      for (let i = 0; i < processCount; i++)
        expect((await call("GET", "/v1/keys", { key: admin.key })).status).toBe(200);
      return;
    }
    const answer = await send("POST", "/v1/keys", raw);
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, "invalid_request", "body"]);
  });

  test("a body that never ends is cut off at the limit", async () => {
    let sentBytes = 0;
    const raw = new ReadableStream({
      async pull(controller) {
        await pause(1);
        sentBytes += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    expect((await send("POST", "/v1/keys", raw)).status).toBe(413);
    expect(sentBytes).toBeLessThan((isCluster ? 16 * 1024 * 1024 : MAX_FIELDS_BYTES) + 4 * 65_536);
  });

  test("a body that is declared too large is refused before it is read", async () => {
    const headers = { "content-length": "99999999" };
    const origin = await nextOrigin();
    const status = origin
      ? await answerToHead(`${origin}/v1/keys`, { ...headers, authorization: `Bearer ${admin.key}` })
      : (await call("POST", "/v1/keys", { key: admin.key, raw: "{}", headers })).status;
    expect(status).toBe(413);
  });
});

describe("every path parameter", () => {
  afterAll(expectStoredNothing);
  const parameters = operations.filter(({ path }) => path.includes("{"));
  const values = ["%00", "a%00b", "%20", "..", "%2e%2e%2fkeys", "x".repeat(5_000), "%F0%9F%92%A9", "*", "'--"];
  test.each(parameters)("$method $path", async ({ path, method, operation }) => {
    for (const value of values) {
      const target = path.replace(/\{\w+\}/, value);
      const arrived = new URL(target, "http://market.test").pathname;
      if (value === ".." && (templateOf(arrived) || arrived === "/v1/openapi.json")) continue;
      const body = operation.requestBody?.content["application/json"]?.example;
      const answer = await call(method, target, { key: admin.key, ...(body !== undefined && { body }) });
      expect([answer.status >= 400 && answer.status < 500, target.slice(0, 80)]).toEqual([true, target.slice(0, 80)]);
    }
  });
});

// Requests that write may store something here, so they come last.
describe.each(["GET", "other"])("every query parameter of %s requests", (methods) => {
  if (methods === "GET") afterAll(expectStoredNothing);
  const parameters = operations.flatMap(({ path, method, operation }) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === "query" && (method === "GET") === (methods === "GET"))
      .map(({ name }, _, all) => ({
        path,
        method,
        name,
        // What must be there is, so that what is wrong is this one alone.
        others: all
          .filter((other) => other.required && other.name !== name)
          .map((other) => `&${other.name}=${encodeURIComponent(String(other.schema?.example))}`)
          .join(""),
      })),
  );
  test.each(parameters)("$method $path?$name", async ({ path, method, name, others }) => {
    const values = [
      "%00",
      "",
      "-1",
      "1e309",
      "[]",
      "x".repeat(5_000),
      "%ed%a0%80",
      "'; DROP TABLE account; --",
      "9".repeat(30),
    ];
    for (const value of values) {
      const target = `${paths[path] ?? path}?${name}=${value}${others}`;
      const answer = await call(method, target, { key: admin.key, ...(method !== "GET" && { body: {} }) });
      expect([answer.status < 500 || answer.status === 502, target.slice(0, 80)]).toEqual([true, target.slice(0, 80)]);
      if (method === "GET" && answer.body.error?.code === "invalid_request") expect(answer.body.error.param).toBe(name);
    }
  });
});
