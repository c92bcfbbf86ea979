import { Worker } from "node:worker_threads";
import { AppError, invalid } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Longest time for one document, and most documents that wait for their turn. */
const TIMEOUT_MS = 20_000;
const MAX_WAITING = 20;
const RETRY_SECONDS = 5;
/** What reading a document costs at first sight: 500 KB of many small values take 2.5 s. */
const MS_PER_CHAR = 0.005;
/** Largest JSON that a document may become: its aliases repeat what they stand for. */
const MAX_JSON_CHARS = 4 * 1024 * 1024;
const MAX_HEAP_MB = 128;

/**
 * The thread's program, as text so that it needs no file beside the bundle. What it makes is handed over as JSON, which is parsed ten
 * times faster than YAML. It yields to the thread that serves requests.
 */
const PROGRAM = `
  const { parentPort, workerData } = require("node:worker_threads");
  try { require("node:os").setPriority(10); } catch {}
  const { text, maxChars } = workerData;
  let json = null;
  try { json = JSON.stringify(require("yaml").parse(text, { maxAliasCount: 50 })) ?? "null"; } catch {}
  const { user, system } = process.threadCpuUsage();
  parentPort.postMessage({ json: json !== null && json.length > maxChars ? null : json, tookMs: (user + system) / 1000 });
`;

type Read = { json: string | null; tookMs: number };

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The value of a YAML document, read in a thread of its own, one document at a time, and charged to the account's processor time. Throws
 * invalid_request for what is no YAML or takes too long, rate_limited and too_many_in_flight.
 */
export async function parseYaml(text: string, accountId: string): Promise<unknown> {
  ratelimit.requireBudget("checking", accountId);
  if (waiting >= MAX_WAITING)
    throw new AppError(
      "too_many_in_flight",
      "The marketplace is reading as many documents as it can. Try again shortly.",
      { retryAfterSeconds: RETRY_SECONDS },
    );
  const expectedMs = text.length * MS_PER_CHAR;
  ratelimit.debit("checking", accountId, expectedMs);
  waiting++;
  const turn = last.then(() => inThread(text));
  last = turn;
  const { json, tookMs } = await turn.finally(() => waiting--);
  ratelimit.debit("checking", accountId, tookMs - expectedMs);
  if (json === null) throw invalid([{ param: "document", message: "is neither JSON nor YAML" }]);
  return JSON.parse(json);
}

/** Reads one document. Never rejects: what the thread dies of makes the document unreadable. */
function inThread(text: string): Promise<Read> {
  const failed = { json: null, tookMs: text.length * MS_PER_CHAR };
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      execArgv: [],
      workerData: { text, maxChars: MAX_JSON_CHARS },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once("message", resolve);
    worker.once("error", () => resolve(failed));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve(failed);
    });
  });
}
