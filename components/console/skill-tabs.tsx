"use client";

import { usePathname } from "next/navigation";

const TABS = [
  ["", "Edit"],
  ["/figures", "Figures"],
  ["/calls", "Calls"],
  ["/reviews", "Reviews"],
  ["/signing", "Signing"],
  ["/history", "History"],
] as const;

/** The pages about one skill. */
export function SkillTabs({ id }: { id: string }) {
  const path = usePathname();
  return (
    <nav aria-label="Skill" className="mb-5 flex gap-4 overflow-x-auto border-b border-line text-sm">
      {TABS.map(([suffix, title]) => {
        const href = `/console/${id}${suffix}`;
        return (
          <a
            key={href}
            href={href}
            aria-current={path === href ? "page" : undefined}
            className="-mb-px border-b-2 border-transparent pb-2 whitespace-nowrap text-muted hover:text-fg aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-fg"
          >
            {title}
          </a>
        );
      })}
    </nav>
  );
}
