import { expect, test } from "vitest";
import { inTurn, MAX_STAGED_BYTES, stagingRoom } from "@/lib/supply/packages/intake";

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

test("an account whose uploads are being checked lets others go first, and has at most ten that wait", async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    order.push(name);
    return new Promise<void>((end) => ends.push(end));
  };
  const all = Array.from({ length: 12 }, (_, index) => inTurn("greedy", work(`greedy ${index}`)));
  await expect(inTurn("greedy", work("one too many"))).rejects.toMatchObject({ code: "too_many_in_flight" });
  all.push(inTurn("honest", work("honest")));
  expect(order).toEqual(["greedy 0", "greedy 1"]);
  ends.shift()?.();
  await all[0];
  expect(order).toEqual(["greedy 0", "greedy 1", "honest"]);
  while (order.length < all.length) {
    for (const end of ends.splice(0)) end();
    await Promise.resolve();
  }
  for (const end of ends.splice(0)) end();
  await Promise.all(all);
});
