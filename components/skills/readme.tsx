import type { ReactElement } from "react";
import { escapeHtml } from "@/components/code/highlight";
import { createMarkdownHtml } from "@/components/skills/markdown-html";

const markdownHtml = createMarkdownHtml();

/**
 * Untrusted Markdown rendered on the server, with highlighted code; plain text when rendering takes too long. A heading
 * that repeats `title` is visible only to screen readers.
 */
export function Readme({ text, title }: { text: string; title?: string }): ReactElement | Promise<ReactElement> {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  const isRepeated = first.startsWith("# ") && first.slice(2).trim() === title;
  const rest = isRepeated ? text.slice(first.length) : text;
  const heading = isRepeated ? `<h2 class="sr-only">${escapeHtml(title ?? "")}</h2>` : "";
  const show = (html: string | null) => {
    const inside = html ?? `<pre class="whitespace-pre-wrap!">${escapeHtml(rest)}</pre>`;
    const props = { className: "prose", dangerouslySetInnerHTML: { __html: heading + inside } };
    return <div {...props} />;
  };
  const html = markdownHtml.of(rest);
  return html instanceof Promise ? html.then(show) : show(html);
}
