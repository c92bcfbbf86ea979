import type { ReactNode } from "react";
import { PageHead, Panel } from "@/components/ui/panel";

const PULSE = "animate-pulse rounded-sm bg-raised motion-reduce:animate-none";
const ROWS = ["a", "b", "c", "d", "e", "f"];
const TILES = ["a", "b", "c", "d"];

type Part = "tiles" | "chart" | "table";

/** The place of a part of a page, in its final shape, until it has been read. */
function Shape({ part }: { part: Part }): ReactNode {
  if (part === "tiles")
    return (
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
        {TILES.map((tile) => (
          <div key={tile} className="grid gap-2 bg-surface px-4 py-3">
            <div className={`h-3 w-16 ${PULSE}`} />
            <div className={`h-5 w-24 ${PULSE}`} />
          </div>
        ))}
      </div>
    );
  if (part === "chart")
    return (
      <Panel>
        <div className={`mb-4 h-5 w-40 ${PULSE}`} />
        <div className={`h-55 ${PULSE}`} />
      </Panel>
    );
  return (
    <Panel>
      <div className="grid gap-4">
        {ROWS.map((row) => (
          <div key={row} className="flex justify-between gap-6">
            <div className={`h-4 w-2/5 ${PULSE}`} />
            <div className={`h-4 w-1/5 ${PULSE}`} />
            <div className={`h-4 w-16 max-sm:hidden ${PULSE}`} />
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** A page whose figures are still being read: its head is there, its parts have their shapes. */
export function PageSkeleton({
  title,
  parts,
  children,
}: {
  title: string;
  parts: Part[];
  /** What stands above the head. */
  children?: ReactNode;
}) {
  return (
    <div aria-busy="true">
      {children}
      <PageHead title={title}>
        <span className={`inline-block h-4 w-64 max-w-full align-middle ${PULSE}`} />
      </PageHead>
      <p role="status" className="sr-only">
        Loading …
      </p>
      <div aria-hidden="true" className="grid gap-4">
        {parts.map((part) => (
          <Shape key={part} part={part} />
        ))}
      </div>
    </div>
  );
}
