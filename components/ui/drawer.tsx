"use client";

import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { BACKDROP } from "@/components/ui/popup-style";

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A panel that comes in from the right; a swipe, Escape or a press beside it sends it back. */
export function Drawer({ title, isOpen, onClose, opener, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()} swipeDirection="right">
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className="fixed inset-0 z-30 flex justify-end">
          <Base.Popup
            finalFocus={opener}
            className="h-full w-72 max-w-[calc(100vw-3rem)] translate-x-(--drawer-swipe-movement-x) overflow-y-auto overscroll-contain border-l border-line bg-surface text-fg outline-none transition-transform duration-200 ease-out data-starting-style:translate-x-full data-swiping:duration-0 data-ending-style:translate-x-full"
          >
            <Base.Content className="grid content-start gap-1 p-3">
              <div className="flex h-8 items-center justify-between pl-2.5">
                <Base.Title className="text-sm font-semibold">{title}</Base.Title>
                <Base.Close
                  aria-label="Close"
                  className="grid size-8 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
                >
                  <X size={18} aria-hidden />
                </Base.Close>
              </div>
              {children}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
