"use client";

import { Toast } from "@base-ui/react/toast";
import { cx } from "class-variance-authority";
import { Check, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { POPUP } from "@/components/ui/popup-style";

export type Notice = { id: number; text: string };

/** Duration of a toast, and the number shown together. */
const SHOWN_MS = 4_000;
const MAX_SHOWN = 3;

/** The toast region. Toasts stay while hovered; F6 focuses the region. */
export function Toaster({ notices }: { notices: Notice[] }) {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={MAX_SHOWN}>
      <Saying notices={notices} />
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-80 flex-col gap-2 sm:right-4 sm:left-auto sm:mx-0 sm:w-80">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Passes each toast on once. */
function Saying({ notices }: { notices: Notice[] }) {
  const { add } = Toast.useToastManager();
  const last = useRef(0);
  useEffect(() => {
    for (const { id, text } of notices) {
      if (id <= last.current) continue;
      last.current = id;
      add({ title: text });
    }
  }, [notices, add]);
  return null;
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["right", "down"]}
      className={cx(
        POPUP,
        "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-md! transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0 focus-visible:outline-2",
      )}
    >
      <Toast.Content className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
        <Check size={15} aria-hidden className="shrink-0 text-ok" />
        <Toast.Title render={<p />} className="min-w-0 flex-1 text-sm" />
        <Toast.Close
          aria-label="Close"
          className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
        >
          <X size={15} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
