import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { threadQueue } from "@/lib/platform/core/thread";

const LIMITS = { limitMs: 20_000, maxHeapMb: 64 };

test("a task that fails, never ends or takes too much memory makes nothing, and the next one is done", async () => {
  const run = threadQueue<string, number>({
    ...LIMITS,
    limitMs: 3_000,
    text: `
      if (input === "throw") throw new Error();
      if (input === "hang") while (true);
      if (input === "grow") { const all = []; while (true) all.push(new Array(1e6).fill(all.length)); }
      return input.length;`,
  });
  const made = await Promise.all(["throw", "hang", "grow", "four"].map(run));
  expect(made.map(({ value }) => value)).toEqual([null, null, null, 4]);
});

test("a task is bounded by its processor time: one that waits longer than that is done", async () => {
  const wait = "await new Promise((done) => setTimeout(done, 1_500)); return input;";
  const run = threadQueue<number, number>({ ...LIMITS, limitMs: 1_000, text: wait });
  expect((await run(7)).value).toBe(7);
});

test("more tasks than may wait are refused", async () => {
  const run = threadQueue<number, number>({ ...LIMITS, text: "return input;" });
  const done = await Promise.allSettled(Array.from({ length: 25 }, (_, at) => run(at)));
  const refused = done.filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(5);
});

test("a thread that is kept does several tasks, and one that was ended is replaced", async () => {
  const run = threadQueue<string, number>({
    ...LIMITS,
    limitMs: 3_000,
    idleMs: 60_000,
    text: `
      if (input === "hang") while (true);
      globalThis.tasks = (globalThis.tasks ?? 0) + 1;
      return globalThis.tasks;`,
  });
  const made = await Promise.all(["a", "b", "hang", "c", "d"].map(run));
  expect(made.map(({ value }) => value)).toEqual([1, 2, null, 1, 2]);
  expect(made.every(({ tookMs }) => tookMs >= 0)).toBe(true);
});

test("a thread that died while it had nothing to do is replaced", async () => {
  const run = threadQueue<string, number>({
    ...LIMITS,
    idleMs: 60_000,
    text: `if (input === "die") setTimeout(() => process.exit(), 10); return 1;`,
  });
  expect((await run("die")).value).toBe(1);
  await setTimeout(500);
  expect((await run("a")).value).toBe(1);
});

test("a thread that had nothing to do for its time is ended", async () => {
  const run = threadQueue<string, number>({
    ...LIMITS,
    idleMs: 1,
    text: "globalThis.tasks = (globalThis.tasks ?? 0) + 1; return globalThis.tasks;",
  });
  await run("a");
  await setTimeout(50);
  expect((await run("b")).value).toBe(1);
});
