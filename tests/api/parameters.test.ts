import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";
import { call } from "@/tests/support/api";
import { administrator, type Person, person } from "@/tests/support/people";

type Operation = {
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    example?: unknown;
    schema: { type?: string };
  }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

describe("a query parameter", () => {
  const lists = operations.filter(({ path, method }) => method === "GET" && !path.includes("{"));
  const parameters = lists.flatMap(({ path, operation }) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === "query")
      .map(({ name, example, schema }) => ({ path, name, example: String(example), type: schema.type })),
  );

  test.each(parameters)("$path?$name given twice is refused by name", async ({ path, name, example }) => {
    const value = encodeURIComponent(example);
    const { status, body } = await call("GET", `${path}?${name}=${value}&${name}=${value}`, {
      key: admin.key,
    });
    expect([status, body.error?.param]).toEqual([400, name]);
  });

  const numbers = parameters.filter(({ type }) => type === "integer" || type === "number");
  test.each(numbers)("$path?$name takes plain decimal digits only", async ({ path, name }) => {
    for (const value of ["0x10", "1e1", "", "%20", "+5", "1_0", "٣", "Infinity", "0b1"]) {
      const { status, body } = await call("GET", `${path}?${name}=${value}`, { key: admin.key });
      expect([value, status, body.error?.param]).toEqual([value, 400, name]);
    }
    const { status } = await call("GET", `${path}?${name}=7`, { key: admin.key });
    expect(status).toBe(200);
  });

  test("max_price takes plain decimals only", async () => {
    for (const value of ["0x10", "1e1", "", "1e-3", ".5"]) {
      const path = `/v1/skills/none/execute?max_price=${value}`;
      const { status, body } = await call("POST", path, { key: admin.key, body: {} });
      expect([value, status, body.error.param]).toEqual([value, 400, "max_price"]);
    }
  });

  test("a time may have its offset as +0200, escaped or not", async () => {
    for (const start_date of ["20261122", "20261122T1000%2B0200", "2026-11-22T10:00+02:00"]) {
      const { status } = await call("GET", `/v1/usage?start_date=${start_date}`, { key: admin.key });
      expect([start_date, status]).toEqual([start_date, 200]);
    }
  });
});

describe("a malformed id or slug", () => {
  const UNKNOWN = { id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", slug: "surely-no-such-skill" };
  const MALFORMED = ["%00", "a%00b", "%20", "x".repeat(5_000), "%F0%9F%92%A9", "*", "1", "NaN", "%E0%A4%A"];
  // Made under the slug that an administrator chooses.
  const CHOSEN = ["/v1/admin/collections/{slug}", "/v1/admin/categories/{slug}"];
  const named = operations.filter(
    ({ path, method }) => /\{(id|slug)\}/.test(path) && !(method === "PUT" && CHOSEN.includes(path)),
  );

  /** Every byte of the answer, but for the id of the request. */
  async function answerTo(method: string, path: string, key: string | undefined, body: unknown) {
    const { status, text } = await call(method, path, { key, ...(body !== undefined && { body }) });
    return [status, text.replace(/req_\w+/, "req")];
  }

  test.each(named)("$method $path is answered like an unknown one", async ({ path, method, operation }) => {
    const media = operation.requestBody?.content["application/json"];
    const someone = path.startsWith("/v1/admin") ? admin : await person();
    for (const key of [someone.key, undefined])
      for (const body of media ? [media.example, { surely_unknown: 1 }] : [undefined]) {
        const ask = (id: string, slug = id) =>
          answerTo(method, path.replace("{id}", id).replace("{slug}", slug), key, body);
        const unknown = await ask(UNKNOWN.id, UNKNOWN.slug);
        for (const value of MALFORMED) expect([value, await ask(value)]).toEqual([value, unknown]);
      }
  });
});
