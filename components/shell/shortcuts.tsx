"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import type { Place } from "@/components/shell/palette";

const Palette = dynamic(() => import("@/components/shell/palette").then((module) => module.Palette), {
  ssr: false,
});
const ShortcutList = dynamic(
  () => import("@/components/shell/shortcut-list").then((module) => module.ShortcutList),
  { ssr: false },
);

type Part = "palette" | "list";

/** Whether somebody is typing, so that letters are letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Listens for the shortcuts that work on every page; what they open is loaded when it is opened. */
export function Shortcuts({ places }: { places: Place[] }) {
  const [open, setOpen] = useState<Part | null>(null);
  // What was opened once stays loaded, and closes at its own pace.
  const [wanted, setWanted] = useState<ReadonlySet<Part>>(new Set());
  useEffect(() => {
    const show = (part: Part) => {
      setWanted((before) => new Set(before).add(part));
      setOpen(part);
    };
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() === "k" &&
        (event.metaKey || event.ctrlKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        event.preventDefault();
        show("palette");
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      if (event.key === "?") show("list");
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>("#search")?.select();
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const close = () => setOpen(null);
  return (
    <>
      {wanted.has("palette") && <Palette places={places} isOpen={open === "palette"} onClose={close} />}
      {wanted.has("list") && <ShortcutList isOpen={open === "list"} onClose={close} />}
    </>
  );
}
