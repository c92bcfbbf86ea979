"use client";

import { notify } from "@/components/ui/notify";
import { callApi } from "@/lib/client/api";
import { forgetAllRuns } from "@/lib/client/run-history";

/**
 * Leaves for a page as nobody in particular: what this browser tab has kept for whoever was signed in goes with them, or
 * the next account in it would see what was typed.
 */
export function leave(path: string): void {
  sessionStorage.clear();
  forgetAllRuns();
  window.location.assign(path);
}

/** Ends the session of this browser and goes to the marketplace; says so, and stays, when the session has not ended. */
export async function signOut(): Promise<void> {
  try {
    await callApi("/api/auth/sign-out", { method: "POST", body: {} });
  } catch {
    notify("You are still signed in: signing out failed. Check your connection and try again.");
    return;
  }
  leave("/");
}
