/** What all that floats above a page looks like; in the dark a border does what a shadow does in the light. */
export const POPUP =
  "rounded-lg border border-line bg-surface text-fg shadow-[0_8px_24px_-6px_oklch(.2_.02_80/.18)] outline-none";

/** Transitions, unless the user prefers reduced motion. */
export const POPUP_MOTION =
  "transition-[opacity,scale] duration-150 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0";

/** What lies between a page and a dialog. */
export const BACKDROP =
  "fixed inset-0 z-30 bg-black/40 transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0 dark:bg-black/60";
