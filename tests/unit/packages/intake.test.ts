import { expect, test } from "vitest";
import { MAX_STAGED_BYTES, stagingRoom } from "@/lib/packages/intake";

test("uploads share one room for their bytes: what is beyond it is refused until another is done", () => {
  const [large, small] = [stagingRoom(), stagingRoom()];
  large.take(MAX_STAGED_BYTES - 10);
  small.take(10);
  expect(() => small.take(1)).toThrow(expect.objectContaining({ code: "too_many_in_flight" }));
  large.free();
  large.free();
  small.take(MAX_STAGED_BYTES - 10);
  expect(() => large.take(1)).toThrow(expect.objectContaining({ code: "too_many_in_flight" }));
  small.free();
});
