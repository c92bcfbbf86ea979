import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type Option = { href: string; title: ReactNode; isCurrent: boolean };

/** A choice of one of a few views, as links. */
export function Segmented({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 text-sm">
      {options.map(({ href, title, isCurrent }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? "page" : undefined}
          className="rounded-md px-2.5 py-1 text-muted hover:text-fg aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-fg"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
