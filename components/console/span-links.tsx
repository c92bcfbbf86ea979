const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

/** The time range of a URL, by default 30 days. */
export function spanOf(text: string | undefined): Span {
  return SPANS.find((span) => String(span) === text) ?? 30;
}

/** Chooses how many days a page looks back. */
export function SpanLinks({ path, current }: { path: string; current: Span }) {
  return (
    <nav aria-label="Days" className="flex gap-1 text-sm">
      {SPANS.map((span) => (
        <Link
          key={span}
          href={`${path}?days=${span}`}
          aria-current={span === current ? "page" : undefined}
          className="rounded-md px-2.5 py-1 text-muted hover:text-fg aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-fg"
        >
          {span} days
        </Link>
      ))}
    </nav>
  );
}

import { Link } from "@/components/ui/link";
