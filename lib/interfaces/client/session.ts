/** Asks the person to sign in again, and resolves with whether they have. */
type Ask = () => Promise<boolean>;

let asker: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Registers what asks for a sign-in when a session has ended. Returns the function that removes it. */
export function onSessionEnd(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Whether the person has signed in again, asked once for all requests that wait for it. */
export function renewSession(): Promise<boolean> {
  if (!asker) return Promise.resolve(false);
  asking ??= asker().finally(() => {
    asking = null;
  });
  return asking;
}

/** Whether this browser knows that it has no connection. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Navigates nowhere without a connection: the browser would replace the page, and what is typed with it. */
export function stayOffline(event: { preventDefault: () => void }): void {
  if (isOffline()) event.preventDefault();
}
