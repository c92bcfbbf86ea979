"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import { cx } from "class-variance-authority";
import { useEffect, useId } from "react";
import { POPUP, POPUP_MOTION } from "@/components/ui/popup-style";

/** More about one thing on the page, beside it, for as long as `isOpen`; it describes that thing to those who cannot see it. */
export function Tooltip({
  anchor,
  text,
  isOpen,
  onClose,
  onPointerEnter,
  onPointerLeave,
}: {
  anchor: HTMLElement;
  text: string;
  isOpen: boolean;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}) {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    anchor.setAttribute("aria-describedby", id);
    return () => anchor.removeAttribute("aria-describedby");
  }, [anchor, id, isOpen]);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      {/* Rendered inside its landmark, for screen readers. */}
      <Base.Portal
        container={
          anchor.closest<HTMLElement>("[role=dialog], [role=alertdialog], main, header, footer") ?? document.body
        }
      >
        <Base.Positioner anchor={anchor} side="top" sideOffset={6} className="z-40">
          <Base.Popup
            id={id}
            role="tooltip"
            onPointerEnter={onPointerEnter}
            onPointerLeave={onPointerLeave}
            className={cx(POPUP, POPUP_MOTION, "max-w-72 origin-(--transform-origin) rounded-md! px-2 py-1 text-xs")}
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
