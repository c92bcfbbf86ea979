import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/platform/core/errors";

/** Most tasks of one kind that wait for their turn. */
const MAX_WAITING = 20;
const RETRY_SECONDS = 5;

/** What a thread runs: its program, the time for one task, and its memory. */
export type ThreadProgram = { text: string; timeoutMs: number; maxHeapMb: number };
/** What a task made, null when it failed or took too long, and the processor time that it took. */
export type Made<T> = { value: T | null; tookMs: number };

/**
 * A queue of tasks that take more than a few milliseconds, done one after the other in a thread of their own, which yields to the
 * one that serves requests. The program is text, so that it needs no file beside the bundle: the body of an async function of
 * `input` and `require` that returns its result. The queue throws too_many_in_flight when too many tasks wait.
 */
export function threadQueue<In, Out>({
  text,
  timeoutMs,
  maxHeapMb,
}: ThreadProgram): (input: In) => Promise<Made<Out>> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const program = `
    const { parentPort, workerData: input } = require("node:worker_threads");
    try { require("node:os").setPriority(10); } catch {}
    (async () => { ${text} })().catch(() => null).then((value) => {
      const { user, system } = process.threadCpuUsage();
      parentPort.postMessage({ value, tookMs: (user + system) / 1000 });
    });`;
  return async (input) => {
    if (waiting >= MAX_WAITING)
      throw new AppError("too_many_in_flight", "Too many documents are waiting. Try again shortly.", {
        retryAfterSeconds: RETRY_SECONDS,
      });
    waiting++;
    const turn = last.then(() => inThread<In, Out>(program, input, { timeoutMs, maxHeapMb }));
    last = turn;
    return turn.finally(() => waiting--);
  };
}

/** Does one task. Never rejects. */
function inThread<In, Out>(
  program: string,
  workerData: In,
  { timeoutMs, maxHeapMb }: Omit<ThreadProgram, "text">,
): Promise<Made<Out>> {
  const failed = { value: null, tookMs: 0 };
  return new Promise((resolve) => {
    const worker = new Worker(program, {
      eval: true,
      execArgv: [],
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    worker.once("message", (made: Made<Out>) => {
      resolve(made);
      void worker.terminate();
    });
    worker.once("error", () => resolve(failed));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve(failed);
    });
  });
}
