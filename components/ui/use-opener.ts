"use client";

import { type KeyboardEvent, useRef, useState } from "react";

/**
 * The state of a button that opens something which is loaded when it is first needed. Pointing at it or focusing it
 * begins to load. That may fail silently: what renders the part (`whenOpened`) loads it again.
 */
export function useOpener(load: () => Promise<unknown>, kind: "menu" | "dialog") {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const preload = () => void load().catch(() => {});
  const openerProps = {
    ref: opener,
    "aria-haspopup": kind,
    "aria-expanded": isOpen,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpen(!isOpen),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== "menu" || event.key !== "ArrowDown") return;
      event.preventDefault();
      setOpen(true);
    },
  } as const;
  return { opener, openerProps, isOpen, setOpen };
}
