import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

const TONES = {
  accent: "border-line bg-accent-soft text-accent-ink",
  warn: "border-warn/50 bg-raised",
  bad: "border-bad/40 bg-raised",
};
const TITLES = { accent: "", warn: "text-warn", bad: "text-bad" };

type Props = {
  tone: keyof typeof TONES;
  /** What it is, before its text. */
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` where it appears, `status` where it changes. */
  role?: "alert" | "status";
  "aria-label"?: string;
  className?: string;
};

/** Something about the page that must not be overlooked. */
export function Callout({ tone, title, children, className, ...rest }: Props) {
  return (
    <div {...rest} className={cx("rounded-lg border px-4 py-3 text-sm", TONES[tone], className)}>
      {title && <strong className={`font-medium ${TITLES[tone]}`}>{title}</strong>} {children}
    </div>
  );
}
