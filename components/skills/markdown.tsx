import Markdown from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

/** A stranger's Markdown: no raw HTML, no images from elsewhere, links that give nothing away. */
export function SafeMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <Markdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{
          img: ({ alt }) => <span>{alt}</span>,
          a: ({ href, children }) => (
            <a href={href} rel="nofollow ugc noreferrer" target="_blank">
              {children}
            </a>
          ),
          h1: ({ children }) => <h2>{children}</h2>,
          h2: ({ children }) => <h3>{children}</h3>,
          h3: ({ children }) => <h4>{children}</h4>,
          pre: ({ children }) => <pre className="whitespace-pre-wrap!">{children}</pre>,
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}
