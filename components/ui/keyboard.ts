/** What opens above a page and takes its keys. A notice is a dialog too, and in nobody's way. */
const ABOVE = "[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu]";

/** Whether a dialog, a question or a menu is open, so that the page behind it does not listen. */
export function isSomethingOpen(): boolean {
  return document.querySelector(ABOVE) !== null;
}

/** Whether somebody is typing, so that letters are letters. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
