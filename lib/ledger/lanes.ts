import { hasDoneNothing } from "@/lib/core/db-errors";

/** Work on one wallet, waiting for the batch that it will be part of. */
type Waiting<Member, Result> = {
  member: Member;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Begins a statement of a batch whose wallets are its first parameter: locks them, without waiting for those that are
 * locked elsewhere. Its rows say by `place`, counted from 1, whose they are.
 */
export const LOCKED_WALLETS =
  "WITH locked AS MATERIALIZED (SELECT account_id FROM wallet WHERE account_id = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED)";

/** The rows of a batch at the places of its members; none for those whose wallet is locked elsewhere. */
export function placed<Row extends { place: number }>(count: number, rows: Row[]): (Row | undefined)[] {
  const found: (Row | undefined)[] = Array.from({ length: count });
  for (const row of rows) found[row.place - 1] = row;
  return found;
}

/** Wallets that a statement of this process is at work on: what else concerns them waits here, not on their locks. */
const busy = new Set<string>();
/** What starts the waiting work of each lane. */
const lanes: (() => void)[] = [];
let turn = 0;

/** Lets every lane take what it can, each one first in its turn: none keeps a wallet to itself. */
function startLanes(): void {
  turn++;
  for (let i = 0; i < lanes.length; i++) lanes[(i + turn) % lanes.length]?.();
}

/**
 * Makes one transaction of the work on wallets that requests ask for at the same time, so that they share its round trip
 * and its commit. `alone` does the work of one member. `together` does that of many, and returns undefined for members
 * whose wallet is locked elsewhere; it must not wait for such a lock, nor lock wallets in any other way. Each member gets
 * an outcome of its own: those of a batch that failed, and was rolled back, do their work alone, and those whose wallet is
 * locked wait for it alone.
 */
export function lane<Member extends { accountId: string }, Result>(
  alone: (member: Member) => Promise<Result>,
  together: (members: Member[]) => Promise<(Result | undefined)[]>,
  { most, inFlight }: { most: number; inFlight: number },
): (member: Member) => Promise<Result> {
  type Batch = Waiting<Member, Result>[];
  let waiting: Batch = [];
  let running = 0;
  let isDue = false;

  const free = (wallets: Iterable<string>) => {
    for (const wallet of wallets) busy.delete(wallet);
    startLanes();
  };

  /** One after the other: a wallet that is locked elsewhere must not take the pool's connections from the others. */
  const workAlone = async (wallet: string, batch: Batch) => {
    for (const { member, resolve, reject } of batch) await alone(member).then(resolve, reject);
    free([wallet]);
  };

  const run = async (batch: Batch): Promise<void> => {
    const wallets = new Set(batch.map(({ member }) => member.accountId));
    for (const wallet of wallets) busy.add(wallet);
    running++;
    let results: (Result | undefined)[] = [];
    try {
      results = await together(batch.map(({ member }) => member));
    } catch (error) {
      if (!hasDoneNothing(error)) for (const { reject } of batch.splice(0)) reject(error);
    }
    const left = new Map<string, Batch>();
    for (const [index, each] of batch.entries()) {
      const result = results[index];
      const { accountId } = each.member;
      if (result !== undefined) each.resolve(result);
      else left.set(accountId, [...(left.get(accountId) ?? []), each]);
    }
    running--;
    for (const [wallet, rest] of left) workAlone(wallet, rest);
    free([...wallets].filter((wallet) => !left.has(wallet)));
  };

  const start = () => {
    while (running < inFlight) {
      const batch: Batch = [];
      const rest: Batch = [];
      for (const each of waiting)
        (batch.length < most && !busy.has(each.member.accountId) ? batch : rest).push(each);
      if (batch.length === 0) return;
      waiting = rest;
      run(batch);
    }
  };
  lanes.push(start);

  return (member) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ member, resolve, reject });
    if (!isDue) {
      isDue = true;
      // After everything that has arrived by now was read.
      setImmediate(() => {
        isDue = false;
        start();
      });
    }
    return promise;
  };
}
