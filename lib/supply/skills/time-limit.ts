import { createContext, Script } from "node:vm";

const context = createContext({ work: null });
const script = new Script("work()");

/**
 * Runs synchronous work on untrusted input, and interrupts it after `timeoutMs` of wall-clock time. Returns null if it
 * was interrupted. Throws what the work throws.
 */
export function runWithin<T>(timeoutMs: number, work: () => T): T | null {
  let result: T | null = null;
  context.work = () => {
    result = work();
  };
  try {
    script.runInContext(context, { timeout: timeoutMs });
    return result;
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  } finally {
    context.work = null;
  }
}

/** It is made in the script's own realm, where `Error` is another one. */
const isTimeout = (error: unknown) =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
