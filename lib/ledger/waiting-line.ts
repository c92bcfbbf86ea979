import { AppError } from "@/lib/core/errors";

/** Work that waits for its turn. */
export type Waiting<Member, Result> = {
  member: Member;
  dueAt: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** What may wait in a line: for how long, and how many of all wallets and of one. */
export type LineLimits = { waitMs: number; mostWaiting: number; mostOfWallet: number };

/** How often a line is looked through for those who have waited too long. */
const LOOK_MS = 250;
/** Seconds after which somebody who was sent away may try again. */
const RETRY_SECONDS = 1;

function tooBusy(): AppError {
  return new AppError(
    "too_many_in_flight",
    "Too much is waiting for these credits. Nothing was charged; try again in a moment.",
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

/**
 * A line of work on wallets. Whoever has waited too long, or finds it full, is sent away with too_many_in_flight, and what
 * they asked for is never begun: by then they may have gone, and would be charged for nothing.
 */
export function waitingLine<Member extends { accountId: string }, Result>(limits: LineLimits) {
  const { waitMs, mostWaiting, mostOfWallet } = limits;
  const waiting = new Set<Waiting<Member, Result>>();
  let isWatched = false;

  const isFull = (wallet: string) => {
    if (waiting.size >= mostWaiting) return true;
    if (waiting.size < mostOfWallet) return false;
    let count = 0;
    for (const { member } of waiting) if (member.accountId === wallet) count++;
    return count >= mostOfWallet;
  };

  const sendAwayLate = () => {
    const now = performance.now();
    for (const each of waiting) {
      if (each.dueAt > now) continue;
      waiting.delete(each);
      each.reject(tooBusy());
    }
  };

  const watch = () => {
    if (isWatched || waiting.size === 0) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      sendAwayLate();
      watch();
    }, LOOK_MS).unref();
  };

  const add = (each: Waiting<Member, Result>) => {
    waiting.add(each);
    watch();
  };

  return {
    /** Waits in line for what the work comes to. Throws too_many_in_flight. */
    join(member: Member): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      if (isFull(member.accountId)) reject(tooBusy());
      else add({ member, dueAt: performance.now() + waitMs, resolve, reject });
      return promise;
    },

    /** Takes the first few whose turn it may be out of the line. */
    take(most: number, mayBegin: (member: Member) => boolean): Waiting<Member, Result>[] {
      const taken: Waiting<Member, Result>[] = [];
      for (const each of waiting) {
        if (taken.length === most) break;
        if (mayBegin(each.member)) taken.push(each);
      }
      for (const each of taken) waiting.delete(each);
      return taken;
    },

    /** Puts somebody back whose turn was for nothing: they wait no longer than they would have. */
    putBack: add,

    /** Takes one out of the line; false when they were sent away. */
    begin(each: Waiting<Member, Result>): boolean {
      return waiting.delete(each);
    },
  };
}
