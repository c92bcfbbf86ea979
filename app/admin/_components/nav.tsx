"use client";

import { usePathname } from "next/navigation";

/** The parts of the administration, each with what waits there. */
export function AdminNav({ parts }: { parts: { href: string; title: string; waiting?: number }[] }) {
  const path = usePathname();
  const isHere = (href: string) => (href === "/admin" ? path === href : path.startsWith(href));
  return (
    <nav aria-label="Administration" className="mb-6 border-b border-line">
      <ul className="flex flex-wrap sm:gap-1">
        {parts.map(({ href, title, waiting }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isHere(href) ? "page" : undefined}
              className={`-mb-px flex items-center gap-1.5 border-b-2 px-3 py-2 text-sm whitespace-nowrap ${isHere(href) ? "border-accent font-medium" : "border-transparent text-muted hover:text-fg"}`}
            >
              {title}
              {waiting ? (
                <span className="rounded-full bg-accent-soft px-1.5 text-2xs font-medium text-accent-ink">
                  {waiting}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
