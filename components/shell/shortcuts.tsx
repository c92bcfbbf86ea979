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

/** Whether somebody is typing, so that letters are letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Listens for the shortcuts that work on every page; what they open is loaded when it is opened. */
export function Shortcuts({ places }: { places: Place[] }) {
  const [open, setOpen] = useState<"palette" | "list" | null>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() === "k" &&
        (event.metaKey || event.ctrlKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        event.preventDefault();
        setOpen("palette");
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "?") setOpen("list");
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>("#search")?.select();
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const close = () => setOpen(null);
  if (open === "palette") return <Palette places={places} onClose={close} />;
  return open === "list" ? <ShortcutList onClose={close} /> : null;
}
