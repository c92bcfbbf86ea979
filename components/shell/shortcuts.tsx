"use client";

import { type ComponentProps, lazy, useEffect, useState } from "react";
import { isSomethingOpen, isTyping } from "@/components/ui/keyboard";
import { WhenOpened } from "@/components/ui/when-opened";

const Palette = lazy(() => import("@/components/shell/palette").then((module) => ({ default: module.Palette })));
const ShortcutList = lazy(() =>
  import("@/components/shell/shortcut-list").then((module) => ({ default: module.ShortcutList })),
);

/** Listens for the shortcuts that work on every page; what they open is loaded when it is opened. */
export function Shortcuts(palette: Omit<ComponentProps<typeof Palette>, "isOpen" | "onClose">) {
  const [open, setOpen] = useState<"palette" | "list" | null>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        setOpen("palette");
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isSomethingOpen()) return;
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
  return (
    <>
      <WhenOpened isOpen={open === "palette"}>
        <Palette {...palette} isOpen={open === "palette"} onClose={close} />
      </WhenOpened>
      <WhenOpened isOpen={open === "list"}>
        <ShortcutList isOpen={open === "list"} onClose={close} />
      </WhenOpened>
    </>
  );
}
