import type { ReactNode } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "@/components/ui/copy";

const LANGUAGES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  python: "Python",
  json: "JSON",
};

/** The anchor of a heading: a code as it is, other words joined by hyphens. */
function anchorOf(children: ReactNode): string {
  return textOf(children)
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-");
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (typeof node === "object" && node !== null && "props" in node)
    return textOf((node.props as { children?: ReactNode }).children);
  return node === null || node === undefined || typeof node === "boolean" ? "" : String(node);
}

function Heading({ children }: { children?: ReactNode }) {
  const anchor = anchorOf(children);
  return (
    <h2 id={anchor} className="group scroll-mt-16">
      <a href={`#${anchor}`} className="text-fg! no-underline! hover:text-accent-ink!">
        {children}
      </a>
    </h2>
  );
}

function Code({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const text = textOf(children);
  if (!text.endsWith("\n")) return <code>{children}</code>;
  const language = /language-(\w+)/.exec(className ?? "")?.[1] ?? "";
  return <CodeBlock label={LANGUAGES[language] ?? "Text"} code={text.trimEnd()} />;
}

/** A page of our own Markdown, with an anchor for each heading and a copy button for each piece of code. */
export function Article({ text }: { text: string }) {
  return (
    <div className="prose prose-docs max-w-none">
      <Markdown
        remarkPlugins={[remarkGfm]}
        components={{
          h2: Heading,
          pre: ({ children }) => <>{children}</>,
          code: Code,
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}
