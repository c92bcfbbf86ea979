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
