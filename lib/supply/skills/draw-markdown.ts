import { createElement, type ReactElement, type ReactNode } from "react";
import Markdown from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

type Fence = (props: { children?: ReactNode }) => ReactNode;

/**
 * Draws untrusted Markdown: no raw HTML, no external images, links without referrer; `fence` draws code. The parser can be
 * very slow, so the server works in a thread, which reads this file as it is.
 */
export function drawMarkdown(text: string, fence: Fence): ReactElement {
  return Markdown({
    children: text,
    skipHtml: true,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [rehypeSanitize],
    components: {
      img: ({ alt }) => createElement("span", null, alt),
      a: ({ href, children }) =>
        createElement("a", { href, rel: "nofollow ugc noreferrer", target: "_blank" }, children),
      h1: ({ children }) => createElement("h2", null, children),
      h2: ({ children }) => createElement("h3", null, children),
      h3: ({ children }) => createElement("h4", null, children),
      pre: fence,
    },
  });
}
