"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";

/** How long the pointer rests on something before it says more, and how long it may be away on its way there. */
const REST_MS = 250;
const AWAY_MS = 120;

const Tooltip = lazy(() => import("@/components/ui/tooltip").then((module) => ({ default: module.Tooltip })));

const hintOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;

/** Shows what the hints of a page say: one listener and one tooltip for all of them, loaded with the first. */
export function Hints() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (work: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, ms);
  };
  const close = () => later(() => setOpen(false), AWAY_MS);
  const stay = () => clearTimeout(timer.current);
  useEffect(() => {
    const show = (found: HTMLElement) => {
      setAnchor(found);
      setOpen(true);
    };
    const listen = (event: Event) => {
      const found = hintOf(event.target);
      if (!found) return;
      clearTimeout(timer.current);
      if (event.type === "focusin") show(found);
      else if (event.type === "pointerover") timer.current = setTimeout(() => show(found), REST_MS);
      else timer.current = setTimeout(() => setOpen(false), AWAY_MS);
    };
    const events = ["focusin", "focusout", "pointerover", "pointerout"];
    for (const name of events) document.addEventListener(name, listen);
    return () => {
      clearTimeout(timer.current);
      for (const name of events) document.removeEventListener(name, listen);
    };
  }, []);
  if (!anchor) return null;
  return (
    <Suspense fallback={null}>
      <Tooltip
        anchor={anchor}
        text={anchor.dataset.hint ?? ""}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onPointerEnter={stay}
        onPointerLeave={close}
      />
    </Suspense>
  );
}
