"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onNotice } from "@/components/ui/notify";
import type { Notice } from "@/components/ui/toaster";

const Toaster = lazy(() => import("@/components/ui/toaster").then((module) => ({ default: module.Toaster })));

/** Shows toasts of `notify`; loaded with the first one. */
export function Toasts() {
  const [notices, setNotices] = useState<Notice[]>([]);
  useEffect(() => {
    let said = 0;
    return onNotice((text) => setNotices((list) => [...list, { id: ++said, text }]));
  }, []);
  if (notices.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster notices={notices} />
    </Suspense>
  );
}
