import { describe, expect, test } from "vitest";
import { gathered, shared } from "@/lib/core/gather";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("questions of many requests", () => {
  test("that come in together are one batch, equal ones asked once, each with its own answer", async () => {
    const batches: string[][] = [];
    const ask = gathered(
      async (keys: string[]) => {
        batches.push(keys);
        return keys.map((key) => key.toUpperCase());
      },
      { identify: (key) => key, most: 10, inFlight: 1 },
    );
    expect(await Promise.all(["a", "b", "a"].map(ask))).toEqual(["A", "B", "A"]);
    expect(batches).toEqual([["a", "b"]]);
  });

  test("are never joined to a batch that is under way, so that what was written before is read", async () => {
    let written = 1;
    const finish: (() => void)[] = [];
    const ask = gathered(
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

  test("fail together when their batch fails, and the next batch is asked again", async () => {
    let isDown = true;
    const ask = gathered(
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

  test("that ask for the same work in one turn share it, and a later one has its own", async () => {
    let runs = 0;
    const work = shared(
      async () => ++runs,
      () => "same",
    );
    expect(await Promise.all([work("x"), work("y")])).toEqual([1, 1]);
    expect(await work("x")).toBe(2);
  });
});
