"use client";

import { usePathname } from "next/navigation";
import type { RefObject } from "react";
import { signOut } from "@/components/shell/sign-out";
import { Drawer } from "@/components/ui/drawer";
import { Link } from "@/components/ui/link";

export type SiteMenuListProps = {
  groups: { title: string; links: { href: string; title: string }[] }[];
  isSignedIn: boolean;
  isOpen: boolean;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
};

const ITEM =
  "block w-full rounded-md px-2.5 py-2.5 text-left hover:bg-raised focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink";

/** What the drawer of narrow screens holds. */
export function SiteMenuList({ groups, isSignedIn, ...state }: SiteMenuListProps) {
  const path = usePathname();
  return (
    <Drawer title="Menu" {...state}>
      <nav aria-label="Menu" className="grid gap-3">
        {groups.map(({ title, links }) => (
          <div key={title}>
            <p className="px-2.5 py-1 text-xs font-medium text-muted">{title}</p>
            {links.map((link) => (
              <Link
                key={link.href}
                href={link.href}
                onClick={state.onClose}
                aria-current={path === link.href ? "page" : undefined}
                className={ITEM}
              >
                {link.title}
              </Link>
            ))}
          </div>
        ))}
        {isSignedIn && (
          <button type="button" onClick={() => void signOut()} className={`border-t border-line pt-3 ${ITEM}`}>
            Sign out
          </button>
        )}
      </nav>
    </Drawer>
  );
}
