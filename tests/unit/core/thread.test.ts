import { expect, test } from "vitest";
import { threadQueue } from "@/lib/platform/core/thread";

const LIMITS = { timeoutMs: 20_000, maxHeapMb: 64 };

test("a task that fails, never ends or takes too much memory makes nothing, and the next one is done", async () => {
  const run = threadQueue<string, number>({
    ...LIMITS,
    timeoutMs: 3_000,
    text: `
      if (input === "throw") throw new Error();
      if (input === "hang") while (true);
      if (input === "grow") { const all = []; while (true) all.push(new Array(1e6).fill(all.length)); }
      return input.length;`,
  });
  const made = await Promise.all(["throw", "hang", "grow", "four"].map(run));
  expect(made.map(({ value }) => value)).toEqual([null, null, null, 4]);
});

test("more tasks than may wait are refused", async () => {
  const run = threadQueue<number, number>({ ...LIMITS, text: "return input;" });
  const done = await Promise.allSettled(Array.from({ length: 25 }, (_, at) => run(at)));
  const refused = done.filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(5);
});
