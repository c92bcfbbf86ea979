import { cva } from "class-variance-authority";

/** The variants of a button, also for links that act as one, and for the head of every page, which ships little. */
export const buttonStyle = cva(
  "inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-accent-fg hover:brightness-95 dark:hover:brightness-110",
        plain: "border-line bg-surface text-fg hover:bg-raised",
        quiet: "border-transparent bg-transparent text-muted hover:bg-raised hover:text-fg",
        danger: "border-transparent bg-bad text-bg hover:brightness-95",
      },
      size: { sm: "h-7 px-2.5 text-xs", md: "h-8 px-3 text-sm", lg: "h-9 px-4 text-base" },
    },
    defaultVariants: { variant: "plain", size: "md" },
  },
);
