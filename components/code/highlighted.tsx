import type { ReactNode } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { fenceOf } from "@/components/code/fence";
import { cachedHtml, highlight } from "@/components/code/highlight";
import { languageOf } from "@/components/code/languages";

/** Calls `render` with the HTML of code, synchronously if it is cached, so that a page seen before does not wait. */
function highlighted(code: string, language: string, render: (html: string | null) => ReactNode) {
  const html = cachedHtml(code, language);
  return html === null ? highlight(code, language).then(render) : render(html);
}

/** A code block that is highlighted on the server. */
export function HighlightedBlock({ code, label, language }: { code: string; label?: string; language: string }) {
  const title = label ?? languageOf(language)?.title ?? "Text";
  return highlighted(code, language, (html) => <CodeBlock code={code} label={title} html={html} />);
}

/** The code of a Markdown text as a block with its copy button. */
export function HighlightedFence({ children }: { children?: ReactNode }) {
  return <HighlightedBlock {...fenceOf(children)} />;
}
