import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { turn } from "@/lib/platform/core/turns";

test("pieces of long work are done one in each round of the event loop, in the order asked for", async () => {
  const done: string[] = [];
  const piece = (name: string) => turn().then(() => done.push(name));
  const all = ["a", "b", "c", "d"].map(piece);
  const seen: number[] = [];
  while (done.length < all.length) {
    await setImmediate();
    seen.push(done.length);
  }
  const steps = seen.map((count, at) => count - (seen[at - 1] ?? 0));
  expect(Math.max(...steps)).toBe(1);
  expect(done).toEqual(["a", "b", "c", "d"]);
});

test("a piece that fails holds up no other", async () => {
  const failed = turn().then(() => {
    throw new Error("a piece");
  });
  const next = turn().then(() => "next");
  await expect(failed).rejects.toThrow("a piece");
  expect(await next).toBe("next");
  expect(await turn().then(() => "later")).toBe("later");
});
