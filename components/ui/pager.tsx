import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";

/** Links to the pages before and after; nothing when there is only one. */
export function Pager({
  page,
  href,
}: {
  page: { offset: number; limit: number; total: number; total_capped?: true; has_more: boolean };
  href: (offset: number) => string;
}) {
  const { offset, limit, total, total_capped, has_more } = page;
  if (offset === 0 && !has_more) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-3">
      {offset > 0 ? (
        <Link className={buttonStyle({ size: "sm" })} href={href(Math.max(0, offset - limit))}>
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="text-xs text-muted">
        {offset + 1} to {Math.min(offset + limit, total)} of {total}
        {total_capped && "+"}
      </span>
      {has_more ? (
        <Link className={buttonStyle({ size: "sm" })} href={href(offset + limit)}>
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
