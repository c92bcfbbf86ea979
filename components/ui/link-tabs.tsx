"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Link } from "@/components/ui/link";

const never = () => () => {};
/** Which way each key moves; Home and End go to the ends. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type Props = {
  label: string;
  /** The address of each tab and what it says. */
  tabs: readonly { href: string; title: string }[];
  current: string;
  children: ReactNode;
};

/**
 * Tabs that live in the address: the server renders what the current one shows, Back works, and without JavaScript
 * they are links. Arrows move between them, Enter opens one.
 */
export function LinkTabs({ label, tabs, current, children }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On a phone the current tab may be beyond the edge. Only the list scrolls: `scrollIntoView` would move the page, too.
  useEffect(() => {
    const chosen = document.getElementById(`${id}-${current}`);
    if (!list.current || !chosen) return;
    const beyond = chosen.getBoundingClientRect().right - list.current.getBoundingClientRect().right;
    if (beyond > 0) list.current.scrollLeft += beyond;
  }, [id, current]);
  // Only scripts move the focus by arrows; until they run, Tab reaches every link.
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className="mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line text-sm"
      >
        {tabs.map(({ href, title }) => (
          <Link
            key={href}
            role="tab"
            id={`${id}-${href}`}
            aria-selected={href === current}
            aria-controls={`${id}-panel`}
            tabIndex={isLive && href !== current ? -1 : 0}
            href={href}
            scroll={false}
            className="border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-muted hover:text-fg focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:font-medium aria-selected:text-fg"
          >
            {title}
          </Link>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={-1}
        className="min-w-0 outline-none"
      >
        {children}
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  if (!move) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  tabs[move(at, tabs.length)]?.focus();
}
