import { expect, test } from "vitest";
import { handleDemoRequest, TOOLS } from "@/dev/demo-provider/handler";
import { exampleFor } from "@/lib/supply/skills/schema-example";

const call = (path: string, body: string, method = "POST") =>
  handleDemoRequest(
    new Request(`http://demo-provider.localhost/${path}`, {
      method,
      ...(method === "POST" && { body, headers: { "content-type": "application/json" } }),
    }),
  );

test.each(Object.entries(TOOLS))(
  "%s answers its own example with JSON and no null for a number",
  async (name, tool) => {
    const response = await call(name, JSON.stringify(exampleFor(tool.schema)));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(tool.run(exampleFor(tool.schema) as Record<string, unknown>));
  },
);

test.each(Object.keys(TOOLS))(
  "%s refuses what is no object, and an object without its fields, in words",
  async (name) => {
    for (const body of ["", "{", "null", "[]", '"text"', "7", "{}", '{"__proto__":{}}']) {
      const response = await call(name, body);
      expect(response.status).toBe(400);
      const answer = (await response.json()) as { error: string };
      expect(answer.error.length).toBeGreaterThan(5);
    }
  },
);

test.each(["", "unknown", "constructor", "__proto__", "qr-svg/", "toString"])(
  "there is no tool at /%s",
  async (path) => {
    expect((await call(path, "{}")).status).toBe(404);
  },
);

test("a tool is not to be had by GET", async () => {
  expect((await call("qr-svg", "", "GET")).status).toBe(404);
});
