"use client";

/**
 * Leaves for a page as nobody in particular: what this browser tab has kept for whoever was signed in goes with them, or
 * the next account in it would see what was typed.
 */
export function leave(path: string): void {
  sessionStorage.clear();
  window.location.assign(path);
}

/** Ends the session of this browser and goes to the marketplace. */
export async function signOut(): Promise<void> {
  await fetch("/api/auth/sign-out", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  leave("/");
}
