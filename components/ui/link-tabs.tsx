"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import Link from "next/link";
import { type ReactNode, useSyncExternalStore } from "react";

const never = () => () => {};

type Props = {
  label: string;
  /** The address of each tab and what it says. */
  tabs: readonly { href: string; title: string }[];
  /** The address of the tab that is seen. */
  current: string;
  children: ReactNode;
};

/**
 * Tabs that live in the address: the server renders what the current one shows, Back works, and without JavaScript
 * they are links. Arrows move between them, Enter opens one.
 */
export function LinkTabs({ label, tabs, current, children }: Props) {
  // Only scripts move the focus by arrows; until they run, Tab reaches every link.
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Base.Root value={current} className="min-w-0">
      <Base.List
        aria-label={label}
        className="mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line text-sm"
      >
        {tabs.map(({ href, title }) => (
          <Base.Tab
            key={href}
            value={href}
            nativeButton={false}
            render={(props) => (
              <Link
                {...props}
                href={href}
                scroll={false}
                prefetch={false}
                tabIndex={isLive ? props.tabIndex : 0}
              />
            )}
            className="border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-muted hover:text-fg focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-fg"
          >
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={current} tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
