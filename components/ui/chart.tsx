"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { COLOURS, type Drawing } from "@/components/ui/chart-data";

const ChartBars = dynamic(() => import("@/components/ui/chart-bars").then((module) => module.ChartBars), {
  ssr: false,
  loading: () => <div className="h-full animate-pulse rounded-md bg-raised motion-reduce:animate-none" />,
});

/** A bar chart, loaded after the page, with the same data as an accessible table. */
export function Chart({
  title,
  children,
  ...drawing
}: Drawing & {
  title?: string;
  /** The table, unless the page shows it anyway. */
  children?: ReactNode;
}) {
  return (
    <figure>
      {title && <figcaption className="mb-3 text-sm font-medium">{title}</figcaption>}
      <div aria-hidden="true">
        <div className="h-55">
          <ChartBars {...drawing} />
        </div>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {drawing.series.map(({ name, colour }) => (
            <li key={name} className="flex items-center gap-1.5">
              <svg width={8} height={8} aria-hidden="true">
                <rect width={8} height={8} rx={2} fill={COLOURS[colour]} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </div>
      {children && (
        <details className="mt-3">
          <summary className="text-xs text-muted">View as table</summary>
          <div className="mt-2">{children}</div>
        </details>
      )}
    </figure>
  );
}
