import { describe, expect, test } from "vitest";
import { batchLoader, coalesce, oneAtATime } from "@/lib/platform/core/batch-loader";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("concurrent loads", () => {
  test("that come in together are one batch: equal keys are loaded once, and each caller gets its own value", async () => {
    const batches: string[][] = [];
    const ask = batchLoader(
      async (keys: string[]) => {
        batches.push(keys);
        return keys.map((key) => key.toUpperCase());
      },
      { identify: (key) => key, most: 10, inFlight: 1 },
    );
    expect(await Promise.all(["a", "b", "a"].map(ask))).toEqual(["A", "B", "A"]);
    expect(batches).toEqual([["a", "b"]]);
  });

  test("never join a batch that is under way, so that what was written before is read", async () => {
    let written = 1;
    const finish: (() => void)[] = [];
    const ask = batchLoader(
      async (keys: string[]) => {
        const seen = written;
        await new Promise<void>((resolve) => finish.push(resolve));
        return keys.map(() => seen);
      },
      { identify: (key) => key, most: 10, inFlight: 1 },
    );
    const first = ask("a");
    await turn();
    written = 2;
    const second = ask("a");
    await turn();
    expect(finish).toHaveLength(1);
    finish[0]?.();
    expect(await first).toBe(1);
    while (finish.length < 2) await turn();
    finish[1]?.();
    expect(await second).toBe(2);
  });

  test("fail together when their batch fails, and the next batch is loaded again", async () => {
    let isDown = true;
    const ask = batchLoader(
      async (keys: string[]) => {
        if (isDown) throw new Error("down");
        return keys;
      },
      { identify: (key) => key, most: 2, inFlight: 1 },
    );
    const answers = await Promise.allSettled(["a", "b", "c"].map(ask));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    isDown = false;
    expect(await ask("a")).toBe("a");
  });

  test("of the same work in one turn share it, and a later one runs again", async () => {
    let runs = 0;
    const work = coalesce(
      async () => ++runs,
      () => "same",
    );
    expect(await Promise.all([work("x"), work("y")])).toEqual([1, 1]);
    expect(await work("x")).toBe(2);
  });
});

test("work once at a time is begun by the first; all who ask meanwhile share the next, also after a failure", async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const ask = oneAtATime(
    async (_: string) => {
      const work = Promise.withResolvers<number>();
      begun.push(work);
      return work.promise;
    },
    (key) => key,
  );
  const [first, second, third, other] = [ask("a"), ask("a"), ask("a"), ask("b")];
  await turn();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve(0);
  expect(await other).toBe(0);
  begun[0]?.reject(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await turn();
  expect(begun).toHaveLength(3);
  begun[2]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  const last = ask("a");
  begun[3]?.resolve(3);
  expect(await last).toBe(3);
});
