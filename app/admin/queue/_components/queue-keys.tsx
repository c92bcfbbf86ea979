"use client";

import { useEffect } from "react";
import { isSomethingOpen, isTyping } from "@/components/ui/keyboard";

/** What each key does: the id of the element that it presses or goes to. */
const PRESSED: Record<string, string> = {
  j: "next-item",
  k: "previous-item",
  a: "approve",
  n: "next-file",
  p: "previous-file",
  u: "undo-decision",
};
const GONE_TO: Record<string, string> = { r: "reason", "/": "filter-search" };

/** Keyboard shortcuts of the queue, off while the user is typing or an overlay is open. */
export function QueueKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A key that is held down is one press: it must not decide on the skill that comes next.
      if (event.repeat || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isSomethingOpen()) return;
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
