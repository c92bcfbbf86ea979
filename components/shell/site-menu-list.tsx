"use client";

import { usePathname } from "next/navigation";
import type { RefObject } from "react";
import { signOut } from "@/components/shell/sign-out";
import { Drawer } from "@/components/ui/drawer";

export type SiteMenuListProps = {
  links: (readonly [href: string, title: string])[];
  isSignedIn: boolean;
  isOpen: boolean;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
};

const ITEM =
  "rounded-md px-2.5 py-2 text-left hover:bg-raised focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink";

/** What the drawer of narrow screens holds. */
export function SiteMenuList({ links, isSignedIn, ...state }: SiteMenuListProps) {
  const path = usePathname();
  return (
    <Drawer title="Menu" {...state}>
      <nav aria-label="Menu" className="grid gap-0.5">
        {links.map(([href, title]) => (
          <a key={href} href={href} aria-current={path === href ? "page" : undefined} className={ITEM}>
            {title}
          </a>
        ))}
        {isSignedIn && (
          <button
            type="button"
            onClick={() => void signOut()}
            className={`mt-2 border-t border-line ${ITEM}`}
          >
            Sign out
          </button>
        )}
      </nav>
    </Drawer>
  );
}
