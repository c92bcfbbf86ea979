import { AppError } from "@/lib/core/errors";

/** Most uploads that one process receives at a time: each has a connection and an open file. */
const MAX_UPLOADS = 500;
/** Most bytes of all uploads together that one process has in its temporary folder. */
export const MAX_STAGED_BYTES = 2 * 1024 * 1024 * 1024;
/** Most packages that one process looks through at a time: it takes seconds of the processor that all requests share. */
const MAX_INSPECTIONS = 2;
/** Seconds after which an upload that found no place may be tried again. */
const BUSY_RETRY_SECONDS = 5;

/** The accounts that are uploading to this process. */
const uploading = new Set<string>();
/** Who waits for a turn, the longest first. */
const waiting: (() => void)[] = [];
let inspecting = 0;
let stagedBytes = 0;

/** Does the work of one upload, one at a time for each account. Throws too_many_in_flight before anything is read. */
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

/** What one upload takes of the room for all of them. */
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

/** Waits until few enough packages are being looked through, and does this one's work. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inspecting < MAX_INSPECTIONS) inspecting++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // A turn is handed over directly, so that later uploads can't overtake.
    const next = waiting.shift();
    if (next) next();
    else inspecting--;
  }
}

function busy(message: string): AppError {
  return new AppError("too_many_in_flight", message, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}
