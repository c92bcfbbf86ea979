/** Overlays that capture the keyboard. Toasts have the dialog role, too, but do not capture it. */
const ABOVE = "[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu]";

/** Whether a dialog, a question or a menu is open, so that the page behind it does not listen. */
export function isSomethingOpen(): boolean {
  return document.querySelector(ABOVE) !== null;
}

/** Whether the user is typing, so that shortcuts are off. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
