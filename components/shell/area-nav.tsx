"use client";

import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { type AreaItem, currentItem } from "@/components/shell/areas";
import { Link } from "@/components/ui/link";

/** The pages of an area; collapsed behind the current page's name on a phone. */
export function AreaNav({ title, items }: { title: string; items: AreaItem[] }) {
  const path = usePathname();
  const current = currentItem(items, path);
  const list = (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item.href}>
          <Item item={item} isCurrent={item === current} />
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={title}>
      {/* Keyed by the path, so that it closes when one of its pages opens. */}
      <details key={path} className="group rounded-lg border border-line bg-surface md:hidden">
        <summary className="flex h-11 list-none items-center justify-between px-3 text-sm [&::-webkit-details-marker]:hidden">
          <span>
            <span className="text-muted">{title}</span>
            {current && <span className="font-medium"> / {current.title}</span>}
          </span>
          <ChevronDown size={16} aria-hidden className="text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-line p-1.5">{list}</div>
      </details>
      <div className="sticky top-18 max-md:hidden">
        <p className="mb-1.5 px-2.5 text-xs font-medium text-muted">{title}</p>
        {list}
      </div>
    </nav>
  );
}

function Item({ item: { href, title, waiting }, isCurrent }: { item: AreaItem; isCurrent: boolean }) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className="flex items-center justify-between gap-2 rounded-md px-2.5 py-1.5 text-sm text-muted hover:bg-raised hover:text-fg aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink max-md:py-2.5"
    >
      {title}
      {waiting ? (
        <span className="rounded-full bg-accent-soft px-1.5 text-2xs font-medium text-accent-ink">{waiting}</span>
      ) : null}
    </Link>
  );
}
