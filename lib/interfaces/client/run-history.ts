/** Runs of skills in this browser, with their inputs, which never leave it. Invariant: signing out deletes them. */
const PREFIX = "runs:";
/** Most runs per skill, and most characters of one run's input. */
const MAX_RUNS = 20;
const MAX_INPUT_CHARS = 16_384;
const CHANGED = "runs-changed";

export type PastRun = {
  at: string;
  parameters: unknown;
  /** Credits; null when the run failed. */
  cost: number | null;
  durationMs: number | null;
  /** Why it failed, in words; null when it did not. */
  failure: string | null;
};

/** The runs of a skill as they are stored, for `useSyncExternalStore`; empty for none. */
export const storedRuns = (slug: string): string => localStorage.getItem(PREFIX + slug) ?? "";

/** Calls back when runs change in this tab or in another one. */
export function subscribeToRuns(callback: () => void): () => void {
  window.addEventListener(CHANGED, callback);
  window.addEventListener("storage", callback);
  return () => {
    window.removeEventListener(CHANGED, callback);
    window.removeEventListener("storage", callback);
  };
}

/** Stored runs, newest first; none if they cannot be read. */
export function readRuns(stored: string): PastRun[] {
  try {
    const runs: unknown = JSON.parse(stored || "[]");
    return Array.isArray(runs) ? (runs as PastRun[]) : [];
  } catch {
    return [];
  }
}

/** Adds a run to those of a skill. One whose input is large, or that the browser has no room for, is left out. */
export function addRun(slug: string, run: PastRun): void {
  if (JSON.stringify(run.parameters ?? null).length > MAX_INPUT_CHARS) return;
  const runs = [run, ...readRuns(storedRuns(slug))].slice(0, MAX_RUNS);
  try {
    localStorage.setItem(PREFIX + slug, JSON.stringify(runs));
  } catch {
    return;
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Deletes the runs of a skill. */
export function forgetRuns(slug: string): void {
  localStorage.removeItem(PREFIX + slug);
  window.dispatchEvent(new Event(CHANGED));
}

/** Deletes the runs of every skill. */
export function forgetAllRuns(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
