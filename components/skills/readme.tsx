import { PaintedPre } from "@/components/code/painted";
import { SafeMarkdown } from "@/components/skills/markdown";

/** A stranger's Markdown as a page of the server shows it: with colours in its code. */
export function Readme({ text }: { text: string }) {
  return <SafeMarkdown text={text} fence={PaintedPre} />;
}
