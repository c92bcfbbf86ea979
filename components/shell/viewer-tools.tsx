"use client";

import dynamic from "next/dynamic";
import { Suspense } from "react";
import type { Balance } from "@/lib/ledger/schemas";

// The marketplace's first load stays without the library that keeps these up to date.
const LiveTools = dynamic(() => import("@/components/shell/live-tools").then((module) => module.LiveTools));

/** The balance and the bell: there with the page, alive a moment later. */
export function ViewerTools(props: { balance: Balance | null; unread: number }) {
  return (
    <Suspense>
      <LiveTools {...props} />
    </Suspense>
  );
}
