"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { twMerge } from "tailwind-merge";

/** A dialog above the page, by the browser's own element: it holds the focus, and Escape or a click beside it closes it. */
export function Modal({
  label,
  onClose,
  className,
  children,
}: {
  label: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    place.current?.showModal();
    place.current?.querySelector("input")?.focus();
  }, []);
  return (
    <dialog
      ref={place}
      aria-label={label}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={twMerge(
        "m-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-0 text-fg shadow-[0_8px_24px_-6px_oklch(.2_.02_80/.18)] backdrop:bg-black/40",
        className,
      )}
    >
      {children}
    </dialog>
  );
}
