const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

/** The time range of a URL, by default 30 days. */
export function spanOf(text: string | undefined): Span {
  return SPANS.find((span) => String(span) === text) ?? 30;
}

/** Chooses how many days a page looks back. */
export function SpanLinks({ path, current }: { path: string; current: Span }) {
  return (
    <Segmented
      label="Days"
      options={SPANS.map((span) => ({
        href: hrefOf(path, { days: span }),
        title: `${span} days`,
        isCurrent: span === current,
      }))}
    />
  );
}

import { hrefOf } from "@/components/ui/href";
import { Segmented } from "@/components/ui/segmented";
