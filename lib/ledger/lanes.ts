import { hasDoneNothing } from "@/lib/core/db-errors";
import { type LineLimits, type Waiting, waitingLine } from "@/lib/ledger/waiting-line";

/** Most members of one transaction, most such transactions at a time, and what may wait for them. */
type LaneLimits = LineLimits & { most: number; inFlight: number };

/** For what begins. Whoever has waited longer may have gone, and one account's crowd must not keep out the others. */
export const BEGINNING: LaneLimits = {
  most: 32,
  inFlight: 2,
  waitMs: 10_000,
  mostWaiting: 10_000,
  mostOfWallet: 1_000,
};

/** For what ends: it was let in before, and is done in time when its hold has not expired. */
export const ENDING: LaneLimits = { ...BEGINNING, waitMs: 30_000, mostWaiting: 20_000, mostOfWallet: 20_000 };

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
 * an outcome of its own: those of a batch that did nothing do their work alone, and those whose wallet is locked wait for
 * it alone. Those who wait too long or find too many before them throw too_many_in_flight, and their work is never begun.
 */
export function lane<Member extends { accountId: string }, Result>(
  alone: (member: Member) => Promise<Result>,
  together: (members: Member[]) => Promise<(Result | undefined)[]>,
  { most, inFlight, ...limits }: LaneLimits,
): (member: Member) => Promise<Result> {
  type Batch = Waiting<Member, Result>[];
  const waiting = waitingLine<Member, Result>(limits);
  let running = 0;
  let isDue = false;

  const free = (wallets: Iterable<string>) => {
    for (const wallet of wallets) busy.delete(wallet);
    startLanes();
  };

  /** One after the other: a wallet that is locked elsewhere must not take the pool's connections from the others. */
  const workAlone = async (wallet: string, batch: Batch) => {
    for (const each of batch)
      if (waiting.begin(each)) await alone(each.member).then(each.resolve, each.reject);
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
      else {
        waiting.putBack(each);
        left.set(accountId, [...(left.get(accountId) ?? []), each]);
      }
    }
    running--;
    for (const [wallet, rest] of left) workAlone(wallet, rest);
    free([...wallets].filter((wallet) => !left.has(wallet)));
  };

  const start = () => {
    while (running < inFlight) {
      const batch = waiting.take(most, ({ accountId }) => !busy.has(accountId));
      if (batch.length === 0) return;
      run(batch);
    }
  };
  lanes.push(start);

  return (member) => {
    const result = waiting.join(member);
    if (!isDue) {
      isDue = true;
      // After everything that has arrived by now was read.
      setImmediate(() => {
        isDue = false;
        start();
      });
    }
    return result;
  };
}
