import { AppError } from "@/lib/platform/core/errors";

/** Most uploads that one process receives at a time: each has a connection and an open file. */
const MAX_UPLOADS = 500;
export const MAX_STAGED_BYTES = 2 * 1024 * 1024 * 1024;
/** Most packages that one process looks through at a time: it takes seconds of the processor that all requests share. */
const MAX_INSPECTIONS = 2;
const MAX_WAITING_TURNS = 10;
/** Seconds after which an upload that found no place may be tried again. */
const BUSY_RETRY_SECONDS = 5;

const uploading = new Set<string>();
/** Who waits for a turn, the longest first, and the accounts whose work has one. */
const waiting: { accountId: string; start: () => void }[] = [];
const inspecting: string[] = [];
let stagedBytes = 0;

/** Does the work of one upload, one at a time for each account. */
export async function inIntake<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  if (uploading.has(accountId)) throw busy("You are uploading a package already. Wait until it is done.");
  if (uploading.size >= MAX_UPLOADS) throw busy("Too many packages are being uploaded. Try again shortly.");
  uploading.add(accountId);
  try {
    return await work();
  } finally {
    uploading.delete(accountId);
  }
}

export type StagingRoom = { take: (bytes: number) => void; free: () => void };

/**
 * Room in the temporary folder for one upload, taken as its bytes arrive, so that slow senders don't block others.
 * `take` throws too_many_in_flight when there is none left.
 */
export function stagingRoom(): StagingRoom {
  let ownBytes = 0;
  return {
    take: (bytes) => {
      if (stagedBytes + bytes > MAX_STAGED_BYTES)
        throw busy("Too many packages are being uploaded. Try again shortly.");
      stagedBytes += bytes;
      ownBytes += bytes;
    },
    free: () => {
      stagedBytes -= ownBytes;
      ownBytes = 0;
    },
  };
}

/**
 * Waits until few enough packages and images are being looked through, and does this one's work. An account that has a
 * turn lets others go first.
 */
export async function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  if (inspecting.length >= MAX_INSPECTIONS) {
    if (waiting.filter((other) => other.accountId === accountId).length >= MAX_WAITING_TURNS)
      throw busy("Too many of your uploads are being checked. Try again shortly.");
    await new Promise<void>((start) => waiting.push({ accountId, start }));
  } else inspecting.push(accountId);
  try {
    return await work();
  } finally {
    inspecting.splice(inspecting.indexOf(accountId), 1);
    // A turn is handed over directly, so that later uploads can't overtake.
    const found = waiting.findIndex((other) => !inspecting.includes(other.accountId));
    const [next] = waiting.splice(Math.max(found, 0), 1);
    if (next) inspecting.push(next.accountId);
    next?.start();
  }
}

function busy(message: string): AppError {
  return new AppError("too_many_in_flight", message, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}
