"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { isOffline } from "@/lib/interfaces/client/session";

const listeners = new Set<() => void>();
let inProgress = 0;

/** Whether a page of the product is being fetched; for `useSyncExternalStore`. */
export const navigation = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isPending: (): boolean => inProgress > 0,
};

function change(by: 1 | -1): void {
  inProgress += by;
  for (const listener of listeners) listener();
}

/** Counts one navigation as pending for as long as `isPending`. */
export function usePending(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    change(1);
    return () => change(-1);
  }, [isPending]);
}

/**
 * Navigates on the client; the current page stays until the next one is loaded. `refresh` also reloads the layout,
 * after a write that changes its counts.
 */
export function useNavigate() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  usePending(isPending);
  return (href: string, { replace = false, scroll = true, refresh = false } = {}): void => {
    if (isOffline()) return;
    startTransition(() => {
      if (replace) router.replace(href, { scroll });
      else router.push(href, { scroll });
      if (refresh) router.refresh();
    });
  };
}
