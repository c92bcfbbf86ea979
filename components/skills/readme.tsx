import type { ReactElement } from "react";
import { HighlightedPre } from "@/components/code/highlighted";
import { drawMarkdown } from "@/components/skills/markdown";
import { createMarkdownCache } from "@/components/skills/markdown-cache";

const markdownCache = createMarkdownCache((text) => drawMarkdown(text, HighlightedPre));

/**
 * Untrusted Markdown rendered on the server, with highlighted code; plain text when rendering takes too long. A heading
 * that repeats `title` is visible only to screen readers.
 */
export function Readme({ text, title }: { text: string; title?: string }): ReactElement {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  const isRepeated = first.startsWith("# ") && first.slice(2).trim() === title;
  const rest = isRepeated ? text.slice(first.length) : text;
  return (
    <div className="prose">
      {isRepeated && <h2 className="sr-only">{title}</h2>}
      {markdownCache.of(rest) ?? <pre className="whitespace-pre-wrap!">{rest}</pre>}
    </div>
  );
}
