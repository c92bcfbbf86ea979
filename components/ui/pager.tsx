import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "@/components/ui/link";

/** Pages beside the current one that have a link of their own. */
const NEIGHBORS = 1;

export type Slice = { offset: number; limit: number; total: number; total_capped?: true; has_more: boolean };
const BOX = "grid h-9 min-w-9 place-items-center rounded-md px-2 text-sm tabular-nums";

/** The numbers to show, a null where some are left out: 1 … 4 5 6 … 20. */
export function numbersAround(current: number, last: number): (number | null)[] {
  const shown = [1, last, current].flatMap((page) =>
    Array.from({ length: 2 * NEIGHBORS + 1 }, (_, at) => page + at - NEIGHBORS),
  );
  const pages = [...new Set(shown)]
    .filter((page) => page >= 1 && page <= last)
    .filter((page) => page === 1 || page === last || Math.abs(page - current) <= NEIGHBORS)
    .toSorted((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const gap = page - (pages[at - 1] ?? 0);
    if (gap === 2) return [page - 1, page];
    return gap > 2 ? [null, page] : [page];
  });
}

/** Links to the pages of a list by number; nothing when there is only one. */
export function Pager({ page, href }: { page: Slice; href: (offset: number) => string }) {
  const { offset, limit, total, has_more } = page;
  const current = Math.floor(offset / limit) + 1;
  const last = Math.max(1, Math.ceil(total / limit));
  if (current > last || (last === 1 && !has_more)) return null;
  const to = (number: number) => href((number - 1) * limit);
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-center gap-1">
      {current > 1 && (
        <Link href={to(current - 1)} rel="prev" aria-label="Previous page" className={`${BOX} hover:bg-raised`}>
          <ChevronLeft size={16} aria-hidden />
        </Link>
      )}
      {numbersAround(current, last).map((number, at, all) =>
        number === null ? (
          <span key={`gap-${all[at - 1]}`} className="px-1 text-muted">
            …
          </span>
        ) : (
          <Link
            key={number}
            href={to(number)}
            aria-label={`Page ${number}`}
            aria-current={number === current ? "page" : undefined}
            className={`${BOX} ${number === current ? "bg-accent font-medium text-accent-fg" : "hover:bg-raised"}`}
          >
            {number}
          </Link>
        ),
      )}
      {has_more && (
        <Link href={to(current + 1)} rel="next" aria-label="Next page" className={`${BOX} hover:bg-raised`}>
          <ChevronRight size={16} aria-hidden />
        </Link>
      )}
    </nav>
  );
}
