"use client";

import { Progress as Base } from "@base-ui/react/progress";

/** Progress from 0 to 1; null while unknown. */
export function Progress({ label, share }: { label: string; share: number | null }) {
  return (
    <Base.Root value={share} max={1} className="grid w-full gap-1">
      <Base.Label className="text-sm">{label}</Base.Label>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-raised">
        <Base.Indicator className="h-full bg-accent transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  );
}
