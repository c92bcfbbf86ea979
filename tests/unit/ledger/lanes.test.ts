import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { lane } from "@/lib/ledger/lanes";

type Member = { accountId: string; id: number };
type Batch = {
  ids: number[];
  resolve: (results: (string | undefined)[]) => void;
  reject: (error: unknown) => void;
};

/** A lane whose batches a test ends by hand, and what was done alone in it. */
function openLane(limits: { waitMs?: number } = {}) {
  const batches: Batch[] = [];
  const alone: number[] = [];
  const work = lane<Member, string>(
    async ({ id }) => {
      alone.push(id);
      return `alone ${id}`;
    },
    (members) => {
      const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
      batches.push({ ids: members.map(({ id }) => id), resolve, reject });
      return promise;
    },
    { most: 4, inFlight: 2, waitMs: 60_000, mostWaiting: 20, mostOfWallet: 10, ...limits },
  );
  return { work, batches, alone };
}

let wallets = 0;
const newWallet = () => `wallet ${wallets++}`;
const shown = ({ ids }: Batch) => ids.map((id) => `together ${id}`);

test("what arrives while as much as may be is under way shares the next batch, up to its size", async () => {
  const { work, batches } = openLane();
  const results: Promise<string>[] = [];
  for (let id = 0; id < 8; id++) {
    results.push(work({ accountId: newWallet(), id }));
    if (id < 2) await setImmediate();
  }
  await setImmediate();
  expect(batches.map(({ ids }) => ids)).toEqual([[0], [1]]);
  for (let i = 0; i < 4; i++) {
    const batch = batches[i];
    if (batch) batch.resolve(shown(batch));
    await setImmediate();
  }
  expect(batches.map(({ ids }) => ids)).toEqual([[0], [1], [2, 3, 4, 5], [6, 7]]);
  expect(await Promise.all(results)).toEqual(Array.from({ length: 8 }, (_, id) => `together ${id}`));
});

test("work on a wallet waits for the work on it that is under way, in any lane, and shares a batch then", async () => {
  const [one, other] = [openLane(), openLane()];
  const wallet = newWallet();
  one.work({ accountId: wallet, id: 0 });
  await setImmediate();
  other.work({ accountId: wallet, id: 1 });
  other.work({ accountId: newWallet(), id: 2 });
  other.work({ accountId: wallet, id: 3 });
  await setImmediate();
  expect(other.batches.map(({ ids }) => ids)).toEqual([[2]]);
  one.batches[0]?.resolve(["done"]);
  await setImmediate();
  expect(other.batches.map(({ ids }) => ids)).toEqual([[2], [1, 3]]);
});

test("those whose wallet is locked elsewhere work alone; their neighbours do not wait for them", async () => {
  const { work, batches, alone } = openLane();
  const results = [0, 1, 2].map((id) => work({ accountId: newWallet(), id }));
  await setImmediate();
  batches[0]?.resolve(["together 0", undefined, "together 2"]);
  expect(await Promise.all(results)).toEqual(["together 0", "alone 1", "together 2"]);
  expect(alone).toEqual([1]);
});

test("a batch that the database undid is done one by one; after a broken connection nothing is done twice", async () => {
  const { work, batches, alone } = openLane();
  const undone = [0, 1].map((id) => work({ accountId: newWallet(), id }));
  await setImmediate();
  batches[0]?.reject(Object.assign(new Error("cursed"), { severity: "ERROR", code: "P0001" }));
  expect(await Promise.all(undone)).toEqual(["alone 0", "alone 1"]);
  const broken = [2, 3].map((id) => work({ accountId: newWallet(), id }));
  const outcomes = Promise.allSettled(broken);
  await setImmediate();
  batches[1]?.reject(new Error("Connection terminated unexpectedly"));
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(alone).toEqual([0, 1]);
});

test("a batch that is too long to be sent is done one by one", async () => {
  const { work, batches } = openLane();
  const outcomes = [0, 1].map((id) => work({ accountId: newWallet(), id }));
  await setImmediate();
  batches[0]?.reject(new RangeError("Invalid string length"));
  expect(await Promise.all(outcomes)).toEqual(["alone 0", "alone 1"]);
});

test("whoever waits too long is sent away, and their work is never begun", async () => {
  const { work, batches, alone } = openLane({ waitMs: 50 });
  const wallet = newWallet();
  const begun = work({ accountId: wallet, id: 0 });
  await setImmediate();
  const sentAway = await Promise.allSettled([1, 2].map((id) => work({ accountId: wallet, id })));
  expect(sentAway.map((each) => each.status === "rejected" && each.reason.code)).toEqual([
    "too_many_in_flight",
    "too_many_in_flight",
  ]);
  batches[0]?.resolve(["together 0"]);
  expect(await begun).toBe("together 0");
  await setImmediate();
  expect([batches.length, alone]).toEqual([1, []]);
});

test("a line that is full takes nobody in, of one wallet sooner than of all", async () => {
  const { work, batches } = openLane();
  const crowd = newWallet();
  const codes = (work: Promise<string>[]) =>
    Promise.all(
      work.map((each) =>
        each.then(
          () => "done",
          (error) => error.code,
        ),
      ),
    );
  const first = Array.from({ length: 12 }, (_, id) => work({ accountId: crowd, id }));
  const others = Array.from({ length: 12 }, (_, id) => work({ accountId: newWallet(), id: 100 + id }));
  const refused = codes([...first.slice(10), ...others.slice(10)]);
  expect(await refused).toEqual(Array.from({ length: 4 }, () => "too_many_in_flight"));
  let ended = 0;
  const all = codes([...first.slice(0, 10), ...others.slice(0, 10)]).finally(() => ended++);
  while (!ended) {
    for (const batch of batches.splice(0)) batch.resolve(shown(batch));
    await setImmediate();
  }
  expect(new Set(await all)).toEqual(new Set(["done"]));
});
