import type { ReactNode } from "react";
import { CodeBlock, codeInside } from "@/components/code/code-block";
import { fenceOf } from "@/components/code/fence";
import { highlight, keptHtml } from "@/components/code/highlight";
import { languageOf } from "@/components/code/languages";

/** Calls `render` with the HTML of a code: at once when it is kept, so that a page which was seen before waits for nothing. */
function painted(code: string, language: string, render: (html: string | null) => ReactNode) {
  const html = keptHtml(code, language);
  return html === null ? highlight(code, language).then(render) : render(html);
}

/** A block of code that is coloured on the server. */
export function PaintedBlock({ code, label, language }: { code: string; label?: string; language: string }) {
  const title = label ?? languageOf(language)?.title ?? "Text";
  return painted(code, language, (html) => <CodeBlock code={code} label={title} html={html} />);
}

/** The code of a Markdown text as a block with its copy button. */
export function PaintedFence({ children }: { children?: ReactNode }) {
  return <PaintedBlock {...fenceOf(children)} />;
}

/** The code of a stranger's Markdown, coloured and without buttons. */
export function PaintedPre({ children }: { children?: ReactNode }) {
  const { code, language } = fenceOf(children);
  return painted(code, language, (html) => (
    <pre className="whitespace-pre-wrap!">
      <code {...codeInside(code, html)} />
    </pre>
  ));
}
