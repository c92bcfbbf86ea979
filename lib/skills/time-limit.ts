import { createContext, Script } from "node:vm";

const context = createContext({ work: null });
const script = new Script("work()");

/**
 * Runs work that never waits and that strangers' input may make slow, and stops it wherever it is after `timeoutMs` of a
 * clock on the wall. Returns null when it was stopped. Throws what the work throws.
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
