"use client";

import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isOffline } from "@/lib/interfaces/client/session";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Says that the browser has no connection, for as long as it has none. */
export function OfflineNotice() {
  const isGone = useSyncExternalStore(subscribe, isOffline, () => false);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {isGone && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-lg">
          <WifiOff size={15} aria-hidden className="shrink-0 text-muted" />
          You're offline. This page stays open with what you typed.
        </p>
      )}
    </div>
  );
}
