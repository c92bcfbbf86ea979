import { visibleParts } from "@/lib/supply/skills/visible-text";

/** An untrusted text with a visible mark for each invisible character. */
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
