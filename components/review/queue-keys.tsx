"use client";

import { useEffect } from "react";

/** What each key does: the id of the element that it presses or goes to. */
const PRESSED: Record<string, string> = { j: "next-item", k: "previous-item", a: "approve" };
const GONE_TO: Record<string, string> = { r: "reason", "/": "filter-search" };

/** Moves and decides by keyboard, unless somebody is writing. */
export function QueueKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
        return;
      const pressed = PRESSED[event.key];
      const goneTo = GONE_TO[event.key];
      if (pressed) document.getElementById(pressed)?.click();
      const place = goneTo && document.getElementById(goneTo);
      if (!place) return;
      place.focus();
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return null;
}
