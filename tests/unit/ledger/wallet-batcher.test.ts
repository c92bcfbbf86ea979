import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { walletBatcher } from "@/lib/money/ledger/wallet-batcher";

type Member = { accountId: string; id: number };
type Batch = PromiseWithResolvers<string[]> & { wallet: string; ids: number[] };

/** A batcher whose transactions a test ends by hand. */
function openBatcher(limits: { waitMs?: number; maxPerWallet?: number } = {}) {
  const batches: Batch[] = [];
  const work = walletBatcher<Member, string>(
    (wallet, members) => {
      const batch = { ...Promise.withResolvers<string[]>(), wallet, ids: members.map(({ id }) => id) };
      batches.push(batch);
      return batch.promise;
    },
    { waitMs: 60_000, maxPerWallet: 10, ...limits },
  );
  return { work, batches, ids: () => batches.map(({ ids }) => ids) };
}

let wallets = 0;
const newWallet = () => `wallet ${wallets++}`;
const succeed = (batch: Batch | undefined) => batch?.resolve(batch.ids.map((id) => `done ${id}`));
const turns = async () => {
  for (let i = 0; i < 5; i++) await setImmediate();
};
const codes = (work: Promise<string>[]) =>
  Promise.all(
    work.map((each) => each.catch((error: { code?: string; message: string }) => error.code ?? error.message)),
  );

test("operations on one wallet run one transaction at a time; those that arrive meanwhile share the next", async () => {
  const { work, batches, ids } = openBatcher();
  const wallet = newWallet();
  const results = [work({ accountId: wallet, id: 0 })];
  await turns();
  results.push(...[1, 2, 3].map((id) => work({ accountId: wallet, id })));
  await turns();
  expect(ids()).toEqual([[0]]);
  succeed(batches[0]);
  await turns();
  expect(ids()).toEqual([[0], [1, 2, 3]]);
  succeed(batches[1]);
  expect(await Promise.all(results)).toEqual(["done 0", "done 1", "done 2", "done 3"]);
});

test("different wallets never share a transaction or wait for each other", async () => {
  const { work, batches } = openBatcher();
  const results = [0, 1, 2].map((id) => work({ accountId: newWallet(), id }));
  await turns();
  expect(batches.map(({ ids }) => ids)).toEqual([[0], [1], [2]]);
  for (const batch of batches.toReversed()) succeed(batch);
  expect(await Promise.all(results)).toEqual(["done 0", "done 1", "done 2"]);
});

test("different operations on one wallet take turns, first come first served", async () => {
  const [reserve, settle] = [openBatcher(), openBatcher()];
  const wallet = newWallet();
  reserve.work({ accountId: wallet, id: 0 });
  await turns();
  settle.work({ accountId: wallet, id: 1 });
  reserve.work({ accountId: wallet, id: 2 });
  settle.work({ accountId: wallet, id: 3 });
  succeed(reserve.batches[0]);
  await turns();
  expect([reserve.ids(), settle.ids()]).toEqual([[[0]], [[1, 3]]]);
  succeed(settle.batches[0]);
  await turns();
  expect(reserve.ids()).toEqual([[0], [2]]);
});

test("a batch that was rolled back is repeated one by one; after a broken connection, or at a server that leads no more, nothing is repeated", async () => {
  const { work, batches, ids } = openBatcher();
  const wallet = newWallet();
  const rolledBack = codes([0, 1].map((id) => work({ accountId: wallet, id })));
  await turns();
  batches[0]?.reject(Object.assign(new Error("cursed"), { severity: "ERROR", code: "P0001" }));
  await turns();
  batches[1]?.reject(Object.assign(new Error("cursed"), { severity: "ERROR", code: "P0001" }));
  await turns();
  succeed(batches[2]);
  expect(await rolledBack).toEqual(["P0001", "done 1"]);
  expect(ids()).toEqual([[0, 1], [0], [1]]);
  const broken = codes([2, 3].map((id) => work({ accountId: wallet, id })));
  await turns();
  batches[3]?.reject(new Error("Connection terminated unexpectedly"));
  expect(await broken).toEqual(["Connection terminated unexpectedly", "Connection terminated unexpectedly"]);
  expect(ids()).toHaveLength(4);
  const refused = codes([4, 5].map((id) => work({ accountId: wallet, id })));
  await turns();
  batches[4]?.reject(Object.assign(new Error("cannot execute UPDATE"), { severity: "ERROR", code: "25006" }));
  expect(await refused).toEqual(["25006", "25006"]);
  expect(ids()).toHaveLength(5);
});

test("an operation that waits too long is rejected and never started", async () => {
  const { work, batches, ids } = openBatcher({ waitMs: 30 });
  const wallet = newWallet();
  const started = work({ accountId: wallet, id: 0 });
  await turns();
  const late = [1, 2].map((id) => work({ accountId: wallet, id }));
  expect(await codes(late)).toEqual(["too_many_in_flight", "too_many_in_flight"]);
  succeed(batches[0]);
  expect(await started).toBe("done 0");
  await turns();
  expect(ids()).toEqual([[0]]);
});

test("a full queue rejects operations on its wallet and takes those of others", async () => {
  const { work, batches } = openBatcher({ maxPerWallet: 2 });
  const wallet = newWallet();
  const started = work({ accountId: wallet, id: 0 });
  await turns();
  const waiting = [1, 2].map((id) => work({ accountId: wallet, id }));
  expect(await codes([work({ accountId: wallet, id: 3 })])).toEqual(["too_many_in_flight"]);
  const other = work({ accountId: newWallet(), id: 4 });
  await turns();
  for (const batch of batches) succeed(batch);
  await turns();
  for (const batch of batches) succeed(batch);
  expect(await Promise.all([started, ...waiting, other])).toEqual(["done 0", "done 1", "done 2", "done 4"]);
});
