import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

/** Something short with more to say: hovered, focused or tapped, it shows `text` (`Hints` listens). */
export function Hint({ text, className, children }: { text: string; className?: string; children: ReactNode }) {
  return (
    <button type="button" data-hint={text} className={cx("cursor-help rounded-sm text-left", className)}>
      {children}
    </button>
  );
}
