import { afterEach, expect, test, vi } from "vitest";
import { MAX_FIELDS_BYTES, MAX_JSON_BYTES, readJson } from "@/lib/interfaces/http/body";

afterEach(() => vi.restoreAllMocks());

const post = (body: string) =>
  new Request("http://market.test", {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": String(body.length) },
    body,
  });

/** The same value; `read` is told of every read of one of its properties, however deep. */
function watched(value: unknown, read: () => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      read();
      return watched(Reflect.get(target, key), read);
    },
  });
}

test("each value of a body is looked at once, however many there are", async () => {
  const count = Math.floor(MAX_JSON_BYTES / 3) - 1;
  const body = `[${Array(count).fill("{}").join(",")}]`;
  let reads = 0;
  const parse = JSON.parse;
  vi.spyOn(JSON, "parse").mockImplementation((text, reviver) =>
    text === body ? watched(parse(text), () => reads++) : parse(text, reviver),
  );
  await readJson(post(body), MAX_JSON_BYTES);
  // The value, and the length of the list before it.
  expect(reads).toBeGreaterThanOrEqual(count);
  expect(reads).toBeLessThan(count * 2 + 10);
});

test("a value that cannot be stored is refused by its path, however deep it lies", async () => {
  const refusal = async (text: string) =>
    readJson(post(text), MAX_FIELDS_BYTES).catch(({ param, message }) => [param, message]);
  expect(await refusal('{"a":[{},{"b":["x","\\u0000"]}]}')).toEqual([
    "a[1].b[1]",
    "a[1].b[1]: must not contain U+0000",
  ]);
  expect(await refusal('{"a":[1e999]}')).toEqual(["a[0]", "a[0]: is too large a number"]);
  expect(await refusal('{"a":{"__proto__":1}}')).toEqual(["a.__proto__", "a.__proto__: is not a known field"]);
  expect(await refusal('{"a":{"\\ud800":1}}')).toEqual(["a", "a: must be well-formed Unicode"]);
  expect(await refusal('"\\ud800"')).toEqual(["body", "body: must be well-formed Unicode"]);
});

test("large bodies that are read at once, in rooms that are used again, don't mix", async () => {
  const texts = Array.from({ length: 12 }, (_, at) => String.fromCharCode(97 + at).repeat(20_000 + 50_000 * at));
  for (let round = 0; round < 2; round++) {
    const read = await Promise.all(texts.map((text) => readJson(post(JSON.stringify({ text })), MAX_JSON_BYTES)));
    expect(read).toEqual(texts.map((text) => ({ text })));
  }
  const short = await readJson(post(JSON.stringify({ a: "é".repeat(9_000) })), MAX_JSON_BYTES);
  expect(short).toEqual({ a: "é".repeat(9_000) });
});

test("a body of a wrong type, one that is no JSON and one that nests too deep are refused, large or small", async () => {
  for (const size of [10, 40_000]) {
    const filled = (text: string) => `${text}${" ".repeat(size)}`;
    const code = (body: string) => readJson(post(body), MAX_JSON_BYTES).catch((error: { code: string }) => error.code);
    expect(await code(filled("{"))).toBe("invalid_json");
    expect(await code(filled(`${"[".repeat(33)}${"]".repeat(33)}`))).toBe("invalid_json");
    expect(await code(filled(`${"[".repeat(32)}${"]".repeat(32)}`))).not.toBe("invalid_json");
  }
  const typed = new Request("http://market.test", {
    method: "POST",
    headers: { "content-length": "40000" },
    body: " ".repeat(40_000),
  });
  await expect(readJson(typed, MAX_JSON_BYTES)).rejects.toMatchObject({ code: "invalid_request" });
});
