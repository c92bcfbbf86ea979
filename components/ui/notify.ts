"use client";

/** Storage key of a toast for the next page. */
const KEPT = "notice";
const listeners = new Set<(text: string) => void>();

/** Shows a toast about a success. Errors of fields are shown at the field. */
export function notify(text: string): void {
  for (const listener of listeners) listener(text);
}

/** As `notify`, on the next page. */
export function notifyNext(text: string): void {
  sessionStorage.setItem(KEPT, text);
}

/** Subscribes to toasts, starting with those left by the previous page. Returns the unsubscribe function. */
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
