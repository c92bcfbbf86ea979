import { AppError } from "@/lib/core/errors";

/** Most uploads that one process receives or inspects at a time: each may fill 50 MB of its temporary folder. */
const MAX_UPLOADS = 20;
/** Most packages that one process looks through at a time: it takes seconds of the processor that all requests share. */
const MAX_INSPECTIONS = 2;
/** Seconds after which an upload that found no place may be tried again. */
const BUSY_RETRY_SECONDS = 5;

/** The accounts that are uploading to this process. */
const uploading = new Set<string>();
/** Who waits for a turn, the longest first. */
const waiting: (() => void)[] = [];
let inspecting = 0;

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

/** Waits until few enough packages are being looked through, and does this one's work. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inspecting < MAX_INSPECTIONS) inspecting++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // A turn goes from hand to hand, so that nobody who comes later slips in between.
    const next = waiting.shift();
    if (next) next();
    else inspecting--;
  }
}

function busy(message: string): AppError {
  return new AppError("too_many_in_flight", message, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}
