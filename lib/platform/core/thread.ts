import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/platform/core/errors";

const MAX_WAITING = 20;
const RETRY_SECONDS = 5;

/**
 * What a thread runs: its program, the time for one task, and its memory. A thread is ended after each task, or once it had nothing
 * to do for `idleMs`; it yields to the one that serves requests, unless somebody `isAwaited` who looks at a page.
 */
export type ThreadProgram = {
  text: string;
  timeoutMs: number;
  maxHeapMb: number;
  idleMs?: number;
  isAwaited?: boolean;
};
/** What a task made, null when it failed or took too long, and the processor time that it took. */
export type Made<T> = { value: T | null; tookMs: number };

/**
 * A queue of tasks that take more than a few milliseconds, done one after the other in a thread of their own. The program is text, so
 * that it needs no file beside the bundle: the body of an async function of `input` and `require` that returns its result. The queue
 * throws too_many_in_flight when too many tasks wait.
 */
export function threadQueue<In, Out>(program: ThreadProgram): (input: In) => Promise<Made<Out>> {
  const run = threadOf<In, Out>(program);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (input) => {
    if (waiting >= MAX_WAITING)
      throw new AppError("too_many_in_flight", "Too many documents are waiting. Try again shortly.", {
        retryAfterSeconds: RETRY_SECONDS,
      });
    waiting++;
    const turn = last.then(() => run(input));
    last = turn;
    return turn.finally(() => waiting--);
  };
}

/** A thread that does one task at a time; it is opened with the first one after it ended. Its tasks never reject. */
function threadOf<In, Out>(program: ThreadProgram): (input: In) => Promise<Made<Out>> {
  const { timeoutMs, idleMs = 0 } = program;
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = (own: Worker) => {
    if (worker === own) worker = null;
    void own.terminate();
  };
  return (input) =>
    new Promise((resolve) => {
      clearTimeout(idle);
      worker ??= open(program);
      const own = worker;
      own.ref();
      const timer = setTimeout(() => end(own), timeoutMs);
      const settle = (made: Made<Out>) => {
        clearTimeout(timer);
        own.off("message", settle).off("exit", fail);
        if (made.value === null || idleMs === 0) end(own);
        // Without a task, it does not keep the process from ending.
        own.unref();
        idle = setTimeout(() => end(own), idleMs).unref();
        resolve(made);
      };
      const fail = () => settle({ value: null, tookMs: 0 });
      own.on("message", settle).on("exit", fail);
      own.postMessage(input);
    });
}

function open({ text, maxHeapMb, isAwaited }: ThreadProgram): Worker {
  const program = `
    const { parentPort } = require("node:worker_threads");
    ${isAwaited ? "" : `try { require("node:os").setPriority(10); } catch {}`}
    const work = async (input) => { ${text} };
    let reportedMs = 0;
    parentPort.on("message", async (input) => {
      const value = await work(input).catch(() => null);
      const { user, system } = process.threadCpuUsage();
      const tookMs = (user + system) / 1000 - reportedMs;
      reportedMs += tookMs;
      parentPort.postMessage({ value, tookMs });
    });`;
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  // It ends of any error, and its end is heard.
  return worker.on("error", () => {});
}
