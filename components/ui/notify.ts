"use client";

/** Storage key of a toast for the next page. */
const STORAGE_KEY = "notice";
const listeners = new Set<(text: string) => void>();

/** Shows a toast about a success. Errors of fields are shown at the field. */
export function notify(text: string): void {
  for (const listener of listeners) listener(text);
}

/** As `notify`, on the next page. */
export function notifyNext(text: string): void {
  sessionStorage.setItem(STORAGE_KEY, text);
}

/** Subscribes to toasts, starting with those left by the previous page. Returns the unsubscribe function. */
export function onNotice(listener: (text: string) => void): () => void {
  listeners.add(listener);
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text) {
    sessionStorage.removeItem(STORAGE_KEY);
    listener(text);
  }
  return () => {
    listeners.delete(listener);
  };
}
