import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput } from "@/lib/interfaces/http/input";

test("a value that is none of a list is answered with the list, in a schema's own words where it has some", () => {
  const listed = z.object({ kind: z.enum(["icon", "screenshot"]) });
  const worded = z.object({ kind: z.enum(["icon"], { error: "is not a kind of image" }) });
  for (const [schema, message] of [
    [listed, "kind: must be `icon` or `screenshot`"],
    [worded, "kind: is not a kind of image"],
  ] as const)
    expect(() => parseInput(schema, { kind: "photo" })).toThrow(message);
});

test.each([
  [z.number().min(0.5), 0.1, "must be at least 0.5"],
  [z.number().positive(), 0, "must be more than 0"],
  [z.int().max(9), 10, "must be at most 9"],
  [z.int(), 1.5, "must be a whole number"],
  [z.number(), null, "must be a number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().max(2), "abc", "must have at most 2 characters"],
  [z.array(z.string()).max(1), ["a", "b"], "must have at most 1 item"],
  [z.array(z.string()).length(2), [], "must have exactly 2 items"],
  [z.string().max(2, { error: "is too long: shorten it" }), "abc", "is too long: shorten it"],
])("a value outside its limits is answered with them in plain words: %#", (schema, value, message) => {
  expect(() => parseInput(z.object({ it: schema }), { it: value })).toThrow(`it: ${message}`);
});
