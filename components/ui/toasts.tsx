"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { onNotice } from "@/components/ui/notify";
import type { Notice } from "@/components/ui/toaster";

const Toaster = dynamic(() => import("@/components/ui/toaster").then((module) => module.Toaster), {
  ssr: false,
});

/** Shows what is said by `notify`; what draws it is loaded when there is something to say. */
export function Toasts() {
  const [notices, setNotices] = useState<Notice[]>([]);
  useEffect(() => {
    let said = 0;
    return onNotice((text) => setNotices((list) => [...list, { id: ++said, text }]));
  }, []);
  return notices.length > 0 ? <Toaster notices={notices} /> : null;
}
