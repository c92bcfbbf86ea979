import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ROUTES } from "@/app/v1/generated/routes";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { call, send } from "@/tests/support/api";
import { liveSkill, person } from "@/tests/support/people";

describe("the wrapper", () => {
  test("every answer has a request id and headers that keep browsers from guessing", async () => {
    const { key } = await person();
    const answers = [
      await call("POST", "/v1/keys", { key, body: {} }),
      await call("GET", "/v1/keys"),
      await call("GET", "/v1/nothing"),
      await call("GET", "/v1/health"),
    ];
    for (const { headers, body } of answers) {
      expect(headers.get("request-id")).toMatch(/^req_/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("cache-control")).toBe("no-store");
      if (body.error) expect(body.error.request_id).toBe(headers.get("request-id"));
    }
    expect(new Set(answers.map(({ headers }) => headers.get("request-id"))).size).toBe(answers.length);
  });

  test("two endpoints that answer one object each show their own columns of it", async () => {
    const shared = { open: "for all", hidden: "for some" };
    const answering = (result: z.ZodType) =>
      endpoint({ access: "public", tag: "Service", summary: "A part of it", result }, async () => shared);
    const ask = async (route: ReturnType<typeof answering>) =>
      (await route(new Request("http://market.test/v1/part"), { params: Promise.resolve({}) })).json();
    const [whole, part] = [
      answering(z.object({ open: z.string(), hidden: z.string() })),
      answering(z.object({ open: z.string() })),
    ];
    expect(await ask(whole)).toEqual(shared);
    expect(await ask(part)).toEqual({ open: "for all" });
  });

  test("unknown paths and methods answer JSON", async () => {
    for (const path of ["/v1", "/v1/", "/v1/skills/", "/v1/nothing", "/v1/keys/a/b", "/v1/%E0%A4%A"]) {
      const answer = await call("GET", path);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, "not_found"]);
    }
    const answer = await call("DELETE", "/v1/skills");
    expect([answer.status, answer.body.error.code, answer.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD, OPTIONS",
    ]);
  });

  test("HEAD answers like GET without a body, and OPTIONS says what is allowed", async () => {
    const { key } = await person();
    const head = await send("HEAD", "/v1/keys", { key });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await send("HEAD", "/v1/keys")).status).toBe(401);
    const options = await send("OPTIONS", "/v1/keys");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    expect((await send("PUT", "/v1/keys")).headers.get("allow")).toBe(options.headers.get("allow"));
  });

  test("a session cookie counts from our own pages only, and never beside an Authorization header", async () => {
    const cookie = "marketplace.session_token=made-up";
    const foreign = await call("GET", "/v1/keys", {
      headers: { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    });
    expect([foreign.status, foreign.body.error.code]).toEqual([403, "bad_origin"]);
    const noOrigin = await call("POST", "/v1/keys", { headers: { cookie }, body: {} });
    expect(noOrigin.status).toBe(403);
    const unknown = await call("GET", "/v1/keys", { headers: { cookie, "sec-fetch-site": "same-origin" } });
    expect(unknown.status).toBe(401);
    const { key } = await person();
    expect((await call("GET", "/v1/keys", { key, headers: { cookie, origin: "https://evil.example" } })).status).toBe(
      200,
    );
  });

  test.each(["", " ".repeat(3), "x".repeat(256), "ü"])("the Idempotency-Key %j is refused or absent", async (key) => {
    const someone = await person();
    const { slug } = await liveSkill(await person());
    const answer = await call("POST", `/v1/skills/${slug}/purchase`, {
      key: someone.key,
      headers: { "idempotency-key": encodeURI(key) === key ? key : "x".repeat(300) },
    });
    expect(answer.status).toBe(400);
  });
});

describe("GET /v1/openapi.json", () => {
  test("needs no key, and describes every endpoint with an example of every answer and error", async () => {
    const { status, body } = await call("GET", "/v1/openapi.json");
    expect(status).toBe(200);
    const document = body as {
      paths?: Record<
        string,
        Record<
          string,
          { responses: Record<string, { content?: Record<string, { examples?: object; schema?: object }> }> }
        >
      >;
    };
    const missing: string[] = [];
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const [method, operation] of Object.entries(item)) {
        for (const [code, response] of Object.entries(operation.responses)) {
          const json = response.content?.["application/json"];
          if (json && code !== "200" && !json.examples) missing.push(`${method} ${path} ${code}`);
        }
      }
    }
    expect(missing).toEqual([]);
    expect(Object.keys(document.paths ?? {}).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  test("an OpenAPI linter finds nothing", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: {
        // Health is the one operation that no caller can get wrong.
        "operation-4xx-response": "off",
        // The linter compiles a schema for each of 2,000 examples; openapi.test.ts checks them with one compiler.
        "no-invalid-media-type-examples": "off",
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(openApiDocument(ROUTES)), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });
});
