"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Link } from "@/components/ui/link";
import { POPUP, POPUP_MOTION } from "@/components/ui/popup-style";

const ITEM =
  "flex w-full cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 text-left text-sm outline-none data-highlighted:bg-raised";

type Props = {
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A list of things to do below a button: arrows and letters move, Enter does it, Escape goes back. */
export function Menu({ label, isOpen, onOpenChange, opener, children }: Props) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason, event, cancel }) => {
        const isOnOpener = event.target instanceof Node && opener.current?.contains(event.target);
        // The button answers its own presses.
        if (reason === "outside-press" && isOnOpener) cancel();
        else onOpenChange(open);
      }}
      modal={false}
    >
      {/* Rendered inside its button's landmark, for screen readers. */}
      <Base.Portal container={opener.current?.closest<HTMLElement>("main, header, footer") ?? document.body}>
        <Base.Positioner anchor={opener} align="end" sideOffset={6} className="z-30 outline-none">
          <Base.Popup
            aria-label={label}
            finalFocus={opener}
            className={cx(POPUP, POPUP_MOTION, "w-60 origin-(--transform-origin) p-1.5")}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** What a menu is about, above its items. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <div className="mb-1.5 border-b border-line px-2.5 pt-1 pb-2">{children}</div>;
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={(props) => <Link {...props} href={href} />} className={ITEM}>
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;
}

export function MenuAction({ onAct, children }: { onAct: () => void; children: ReactNode }) {
  return (
    <Base.Item onClick={onAct} className={ITEM}>
      {children}
    </Base.Item>
  );
}

type ChoicesProps = {
  label: string;
  /** The option that is chosen, or null. */
  value: string | null;
  options: readonly { value: string; title: string }[];
  onChoose: (value: string) => void;
};

/** Options of which one is chosen. */
export function MenuChoices({ label, value, options, onChoose }: ChoicesProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChoose} className="grid">
      <Base.GroupLabel className="px-2.5 pt-1 pb-1.5 text-xs font-medium text-muted">{label}</Base.GroupLabel>
      <div className="max-h-60 overflow-y-auto">
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={ITEM}>
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {option.title}
            </span>
            <Base.RadioItemIndicator>
              <Check size={15} aria-hidden className="text-accent" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </div>
    </Base.RadioGroup>
  );
}
