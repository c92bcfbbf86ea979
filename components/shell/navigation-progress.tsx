"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { navigation } from "@/components/ui/navigation";

/** A progress bar at the top while the next page loads; fast navigations show none. */
export function NavigationProgress() {
  const isPending = useSyncExternalStore(navigation.subscribe, navigation.isPending, () => false);
  useFocusOnNewPage();
  return isPending ? <div role="progressbar" aria-label="Loading page" className="navigation-progress" /> : null;
}

/** Moves the focus into the new page when the pressed link left the document. */
function useFocusOnNewPage(): void {
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}
