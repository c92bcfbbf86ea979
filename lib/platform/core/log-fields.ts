import { AsyncLocalStorage } from "node:async_hooks";

type Fields = Record<string, string | number>;

// The pages' bundle and the host's are separate copies of this module in one process.
const shared = globalThis as typeof globalThis & { marketplaceLogFields?: AsyncLocalStorage<Fields> };
shared.marketplaceLogFields ??= new AsyncLocalStorage<Fields>();
const current = shared.marketplaceLogFields;

/** What every line that is logged now carries, such as its request's id. */
export function logFields(): Fields {
  return current.getStore() ?? {};
}

/** Runs `work`; every line that it logs carries these fields, besides those of the work around it. */
export function withLogFields<T>(fields: Fields, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work);
}

/** Adds fields to the lines of the current request or job from now on. Does nothing outside of one. */
export function noteOnLog(fields: Fields): void {
  Object.assign(logFields(), fields);
}
