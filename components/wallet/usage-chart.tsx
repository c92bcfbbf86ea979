"use client";

import dynamic from "next/dynamic";
import type { UsageBarsProps } from "@/components/wallet/usage-bars";

const UsageBars = dynamic(() => import("@/components/wallet/usage-bars").then((module) => module.UsageBars), {
  ssr: false,
  loading: () => <div className="h-60 animate-pulse rounded-md bg-raised" />,
});

/** The chart of usage, loaded after the page; the table below it has the same figures. */
export function UsageChart(props: UsageBarsProps) {
  return (
    <div aria-hidden="true" className="min-h-60">
      <UsageBars {...props} />
    </div>
  );
}
