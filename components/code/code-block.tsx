import { CopyButton } from "@/components/ui/copy";

/** Content of a code element: HTML from `highlight`, or plain text. */
function codeInside(code: string, html: string | null) {
  return html === null ? { children: code } : { dangerouslySetInnerHTML: { __html: html } };
}

type Props = { code: string; label: string; html?: string | null };

/** A block of code with its copy button; plain without the HTML of its colours. */
export function CodeBlock({ code, label, html = null }: Props) {
  return (
    <div className="rounded-md border border-line bg-raised">
      <div className="flex items-center justify-between border-b border-line px-3 py-1.5">
        <span className="text-xs text-muted">{label}</span>
        <CopyButton text={code} />
      </div>
      <pre className="p-3 font-mono text-xs whitespace-pre-wrap">
        <code {...codeInside(code, html)} />
      </pre>
    </div>
  );
}
