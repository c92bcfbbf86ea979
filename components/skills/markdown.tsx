import type { ReactElement, ReactNode } from "react";
import Markdown from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

type Fence = (props: { children?: ReactNode }) => ReactNode | Promise<ReactNode>;

function PlainPre({ children }: { children?: ReactNode }) {
  return <pre className="whitespace-pre-wrap!">{children}</pre>;
}

/**
 * Renders untrusted Markdown: no raw HTML, no external images, links without referrer; `fence` renders code. The parser
 * can be very slow, so the server limits its time.
 */
export function drawMarkdown(text: string, fence: Fence): ReactElement {
  return Markdown({
    children: text,
    skipHtml: true,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [rehypeSanitize],
    components: {
      img: ({ alt }) => <span>{alt}</span>,
      a: ({ href, children }) => (
        <a href={href} rel="nofollow ugc noreferrer" target="_blank">
          {children}
        </a>
      ),
      h1: ({ children }) => <h2>{children}</h2>,
      h2: ({ children }) => <h3>{children}</h3>,
      h3: ({ children }) => <h4>{children}</h4>,
      pre: fence,
    },
  });
}

/** Markdown rendered in its author's browser. */
export function SafeMarkdown({ text }: { text: string }) {
  return <div className="prose">{drawMarkdown(text, PlainPre)}</div>;
}
