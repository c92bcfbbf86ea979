import { PaintedPre } from "@/components/code/painted";
import { SafeMarkdown } from "@/components/skills/markdown";

/** A stranger's Markdown as a page of the server shows it: with colours in its code, and without a heading that only repeats `title`. */
export function Readme({ text, title }: { text: string; title?: string }) {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  const isRepeated = first.startsWith("# ") && first.slice(2).trim() === title;
  const rest = isRepeated ? text.slice(first.length) : text;
  return <SafeMarkdown text={rest} fence={PaintedPre} />;
}
