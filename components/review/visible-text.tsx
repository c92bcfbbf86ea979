import { visibleParts } from "@/lib/skills/visible-text";

/** A stranger's text as it is, with a mark in the place of each character that nobody would see. */
export function VisibleText({ text }: { text: string }) {
  return visibleParts(text).map((part, index) => {
    const key = `${index}-${part.text.length}`;
    return part.isHidden ? (
      <mark key={key} className="mx-px rounded-sm bg-bad px-1 font-mono text-2xs text-bg">
        <span className="sr-only">invisible: </span>
        {part.text}
      </mark>
    ) : (
      <bdi key={key}>{part.text}</bdi>
    );
  });
}
