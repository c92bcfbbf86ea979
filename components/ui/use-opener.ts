"use client";

import { type KeyboardEvent, useRef, useState } from "react";

/**
 * The state of a button that opens something which is loaded when it is first needed. Pointing at it or focusing it
 * begins to load; a press before that is done is kept, and opens it then. `load` fails silently here: what renders
 * the part loads it again and says so.
 */
export function useOpener(load: () => Promise<unknown>, kind: "menu" | "dialog") {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const preload = () => void load().catch(() => {});
  const change = (next: boolean) => {
    setWanted(true);
    setOpen(next);
  };
  const openerProps = {
    ref: opener,
    "aria-haspopup": kind,
    "aria-expanded": isOpen,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => change(!isOpen),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== "menu" || event.key !== "ArrowDown") return;
      event.preventDefault();
      change(true);
    },
  } as const;
  return { opener, openerProps, isOpen, isWanted, setOpen: change };
}
