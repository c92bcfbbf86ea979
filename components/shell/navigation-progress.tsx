"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { navigation } from "@/components/ui/navigation";

/** A thin bar at the top while the next page is fetched; navigations that are done at once show none. */
export function NavigationProgress() {
  const isPending = useSyncExternalStore(navigation.subscribe, navigation.isPending, () => false);
  useFocusOnNewPage();
  return isPending ? (
    <div role="progressbar" aria-label="Loading page" className="navigation-progress" />
  ) : null;
}

/** When the link that was pressed left with its page, the keyboard goes on in the new page, not at the browser's start. */
function useFocusOnNewPage(): void {
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}
