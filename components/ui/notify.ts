"use client";

/** Under which name a page tells the next one what to say when it is there. */
const KEPT = "notice";
const listeners = new Set<(text: string) => void>();

/** Says in a corner, for a few seconds, that something worked. Never for what went wrong with a field. */
export function notify(text: string): void {
  for (const listener of listeners) listener(text);
}

/** As `notify`, on the page that is loaded next. */
export function notifyNext(text: string): void {
  sessionStorage.setItem(KEPT, text);
}

/** Hears what is to be said, first what the page before left; returns the way out. */
export function onNotice(listener: (text: string) => void): () => void {
  listeners.add(listener);
  const kept = sessionStorage.getItem(KEPT);
  if (kept) {
    sessionStorage.removeItem(KEPT);
    listener(kept);
  }
  return () => {
    listeners.delete(listener);
  };
}
