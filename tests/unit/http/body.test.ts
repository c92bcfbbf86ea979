import { expect, test } from "vitest";
import { MAX_FIELDS_BYTES, MAX_JSON_BYTES, readJson } from "@/lib/http/body";

const post = (body: string) =>
  new Request("http://market.test", {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": String(body.length) },
    body,
  });

/** The shortest of several runs: what else the machine does only adds to the others. */
async function shortestMs(work: () => unknown): Promise<number> {
  const runs: number[] = [];
  for (let i = 0; i < 12; i++) {
    const startedAt = performance.now();
    await work();
    runs.push(performance.now() - startedAt);
  }
  return Math.min(...runs);
}

test("reading a body of many small values costs about what parsing it does", async () => {
  const text = `[${Array(Math.floor(MAX_JSON_BYTES / 3) - 1)
    .fill("{}")
    .join(",")}]`;
  const parse = await shortestMs(() => JSON.parse(text));
  const read = await shortestMs(() => readJson(post(text), MAX_JSON_BYTES));
  expect(read).toBeLessThan(parse * 2.2);
});

test("a value that cannot be stored is refused by its path, however deep it lies", async () => {
  const refusal = async (text: string) =>
    readJson(post(text), MAX_FIELDS_BYTES).catch(({ param, message }) => [param, message]);
  expect(await refusal('{"a":[{},{"b":["x","\\u0000"]}]}')).toEqual([
    "a[1].b[1]",
    "a[1].b[1]: must not contain U+0000",
  ]);
  expect(await refusal('{"a":[1e999]}')).toEqual(["a[0]", "a[0]: is too large a number"]);
  expect(await refusal('{"a":{"__proto__":1}}')).toEqual([
    "a.__proto__",
    "a.__proto__: is not a known field",
  ]);
  expect(await refusal('{"a":{"\\ud800":1}}')).toEqual(["a", "a: must be well-formed Unicode"]);
  expect(await refusal('"\\ud800"')).toEqual(["body", "body: must be well-formed Unicode"]);
});
