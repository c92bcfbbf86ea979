import { expect, test } from "vitest";
import { exampleError } from "@/lib/interfaces/http/error-schema";
import { requireDescribed } from "@/tests/support/answer-check";

const path = "/v1/skills/some-skill/purchase";

test("an answer's status and code must both be described for its endpoint", () => {
  expect(() => requireDescribed("POST", path, 402, exampleError("insufficient_credits"))).not.toThrow();
  expect(() => requireDescribed("POST", path, 402, exampleError("purchase_required"))).toThrow(
    "data/error/code must be equal to constant",
  );
  expect(() => requireDescribed("POST", path, 504, exampleError("upstream_timeout"))).toThrow(
    "status 504 is not described",
  );
});
