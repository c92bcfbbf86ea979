"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { cx } from "class-variance-authority";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { BACKDROP, POPUP, POPUP_MOTION } from "@/components/ui/popup-style";

type Props = {
  title: ReactNode;
  about?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Shows only its content; the title is for screen readers. */
  isBare?: boolean;
  /** Whether it may open above another dialog, which Escape then leaves open. */
  isAbove?: boolean;
  className?: string;
  children: ReactNode;
};

/** A modal dialog. Escape or a click outside closes it. */
export function Dialog({ title, about, isOpen, onClose, isBare = false, isAbove = false, className, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={cx(BACKDROP, isAbove && "z-40!")} />
        <Base.Popup
          onKeyDown={(event) => {
            if (!isAbove || event.key !== "Escape") return;
            event.stopPropagation();
            onClose();
          }}
          // Focus the first field rather than the close button.
          initialFocus={() =>
            content.current?.querySelector<HTMLElement>("input:not([readonly]), select, textarea, button, a[href]") ??
            true
          }
          className={cx(
            POPUP,
            POPUP_MOTION,
            "fixed inset-x-0 top-[12dvh] z-30 mx-auto grid max-h-[80dvh] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto",
            className,
          )}
        >
          {isBare ? (
            <Base.Title className="sr-only">{title}</Base.Title>
          ) : (
            <div className="flex items-start justify-between gap-4 px-5 pt-4">
              <div className="min-w-0">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {about && (
                  <Base.Description render={<div />} className="mt-1 text-sm text-muted">
                    {about}
                  </Base.Description>
                )}
              </div>
              <Base.Close
                aria-label="Close"
                className="-mt-0.5 -mr-2 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
              >
                <X size={16} aria-hidden />
              </Base.Close>
            </div>
          )}
          <div ref={content} className={isBare ? "min-w-0" : "min-w-0 p-5 pt-4"}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
