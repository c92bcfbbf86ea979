import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/platform/core/errors";

const MAX_WAITING = 20;
const RETRY_SECONDS = 5;
const LOOK_MS = 250;
/** A stuck task uses no processor time: it is ended after this multiple of its limit. */
const WAITING_FACTOR = 10;

/**
 * What a thread runs: its program, the processor time of one task, and its memory. A thread is ended after each task, or once it had
 * nothing to do for `idleMs`; it yields to the one that serves requests, unless somebody `isAwaited` who looks at a page.
 */
export type ThreadProgram = {
  text: string;
  limitMs: number;
  maxHeapMb: number;
  idleMs?: number;
  isAwaited?: boolean;
};
/** What a task made, null when it failed or took too much, and the processor time that it took. */
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
  const { limitMs, idleMs = 0 } = program;
  let worker: Worker | null = null;
  /** Of the worker, for its tasks so far. */
  let usedMs = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = (own: Worker) => {
    if (worker === own) worker = null;
    void own.terminate();
  };
  const begin = () => {
    usedMs = 0;
    const own = open(program);
    // One that ends while it is idle is replaced, too.
    own.once("exit", () => {
      if (worker === own) worker = null;
    });
    return own;
  };
  return (input) =>
    new Promise((resolve) => {
      clearTimeout(idle);
      worker ??= begin();
      const own = worker;
      own.ref();
      const allowed = usedMs + limitMs;
      let isDone = false;
      const waiting = setTimeout(() => end(own), limitMs * WAITING_FACTOR);
      const looking = setInterval(async () => {
        const used = await usageOf(own);
        // The thread may have gone on to its next task meanwhile.
        if (!isDone && used > allowed) end(own);
      }, LOOK_MS);
      const settle = (made: Made<Out>) => {
        isDone = true;
        clearTimeout(waiting);
        clearInterval(looking);
        usedMs += made.tookMs;
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

/** Processor time of a thread in milliseconds; 0 for one that has ended. */
async function usageOf(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => null);
  return used ? (used.user + used.system) / 1000 : 0;
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
