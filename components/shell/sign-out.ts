"use client";

import { notify } from "@/components/ui/notify";
import { switchAccount } from "@/lib/interfaces/client/acting";
import { post } from "@/lib/interfaces/client/api";
import { forgetAllRuns } from "@/lib/interfaces/client/run-history";

/**
 * Leaves for a page as an anonymous visitor and clears what this tab stored for the account, so that the next user does
 * not see it.
 */
export function leave(path: string): void {
  sessionStorage.clear();
  forgetAllRuns();
  switchAccount(null);
  window.location.assign(path);
}

/** Ends the session of this browser and goes to the marketplace; says so, and stays, when the session has not ended. */
export async function signOut(): Promise<void> {
  try {
    await post("/api/auth/sign-out", {});
  } catch {
    notify("You are still signed in: signing out failed. Check your connection and try again.");
    return;
  }
  leave("/");
}
