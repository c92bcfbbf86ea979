"use client";

import { usePathname } from "next/navigation";
import { DOC_GROUPS, docHref } from "@/app/_lib/docs-pages";
import { Link } from "@/components/ui/link";

const GROUPS = DOC_GROUPS.map(({ title, pages }) => ({
  title,
  links: [
    ...pages.map((page) => [docHref(page.slug), page.title] as const),
    ...(title === "Reference" ? [["/docs/api", "API reference"] as const] : []),
  ],
}));

/** Where one is in the docs; on a narrow screen it folds away. */
export function DocsNavigation() {
  const path = usePathname();
  const groups = GROUPS.map(({ title, links }) => (
    <div key={title}>
      <p className="mb-1 text-xs font-medium text-muted">{title}</p>
      <ul className="grid gap-0.5">
        {links.map(([href, name]) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? "page" : undefined}
              className={`-mx-2 block rounded-md px-2 py-1 text-sm ${path === href ? "bg-accent-soft font-medium text-accent-ink" : "text-muted hover:bg-raised hover:text-fg"}`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
  return (
    <nav aria-label="Docs">
      <details className="rounded-lg border border-line bg-surface px-4 py-2 lg:hidden">
        <summary className="text-sm font-medium">All pages of the docs</summary>
        <div className="mt-3 grid grid-cols-2 gap-4 pb-2">{groups}</div>
      </details>
      <div className="sticky top-16 hidden gap-5 lg:grid">{groups}</div>
    </nav>
  );
}
