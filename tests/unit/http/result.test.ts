import { expect, test } from "vitest";
import { z } from "zod";
import { bodyOf } from "@/lib/interfaces/http/result";

const Shown = z.object({ name: z.string() });
const ShownWithSecret = z.object({ name: z.string(), secret: z.string() });

test("requests that share a long result share its bytes, which say what the text says", () => {
  const result = { name: "é".repeat(5_000), secret: "x" };
  const first = bodyOf(Shown, result);
  expect(bodyOf(Shown, result)).toBe(first);
  expect(first.content).toEqual(Buffer.from(JSON.stringify({ name: result.name })));
  expect(first.text).toBe(JSON.stringify({ name: result.name }));
});

test("a result shows each schema's own columns, however often it is asked for", () => {
  const result = { name: "n".repeat(5_000), secret: "x" };
  for (let round = 0; round < 3; round++) {
    expect(bodyOf(Shown, result).text).not.toContain("secret");
    expect(bodyOf(ShownWithSecret, result).text).toContain('"secret":"x"');
  }
});

test("equal results of different requests are not taken for one another", () => {
  const one = { name: "n".repeat(5_000) };
  bodyOf(Shown, one);
  bodyOf(Shown, one);
  expect(bodyOf(Shown, { name: "other" }).text).toBe('{"name":"other"}');
});
