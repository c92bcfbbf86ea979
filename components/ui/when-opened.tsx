"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * Around a lazy part that opens above the page: it is loaded when it is first opened, and a press before that is remembered
 * and opens it then. From then on it stays, so that it can close at its own pace.
 */
export function WhenOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  return isWanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
