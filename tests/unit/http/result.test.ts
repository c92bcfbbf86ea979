import { expect, test } from "vitest";
import { z } from "zod";
import { bodyOf } from "@/lib/http/result";

const Shown = z.object({ name: z.string() });
const ShownWithSecret = z.object({ name: z.string(), secret: z.string() });

test("requests that share a long result share its bytes, which say what the text says", () => {
  const result = { name: "é".repeat(5_000), secret: "x" };
  const first = bodyOf(Shown, result);
  const second = bodyOf(Shown, result);
  expect(first).toBe(JSON.stringify({ name: result.name }));
  expect(Buffer.from(second).toString()).toBe(first);
  expect(bodyOf(Shown, result)).toBe(second);
});

test("a result shows each schema's own columns, however often it is asked for", () => {
  const result = { name: "n".repeat(5_000), secret: "x" };
  for (let round = 0; round < 3; round++) {
    expect(Buffer.from(bodyOf(Shown, result)).toString()).not.toContain("secret");
    expect(Buffer.from(bodyOf(ShownWithSecret, result)).toString()).toContain('"secret":"x"');
  }
});

test("equal results of different requests are not taken for one another", () => {
  const one = { name: "n".repeat(5_000) };
  bodyOf(Shown, one);
  bodyOf(Shown, one);
  expect(bodyOf(Shown, { name: "other" })).toBe('{"name":"other"}');
});
