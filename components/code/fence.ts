import type { ReactNode } from "react";

/** The text of what React would draw. */
export function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (typeof node === "object" && node !== null && "props" in node)
    return textOf((node.props as { children?: ReactNode }).children);
  return node === null || node === undefined || typeof node === "boolean" ? "" : String(node);
}

/** The code inside a `pre` that was Markdown, and the language that its fence names, if it names any. */
export function fenceOf(children: ReactNode): { code: string; language: string } {
  const inner = Array.isArray(children) ? children[0] : children;
  const props = typeof inner === "object" && inner !== null && "props" in inner ? inner.props : {};
  const { className = "" } = props as { className?: string };
  const language = /(?:^|\s)language-(\S+)/.exec(className)?.[1] ?? "";
  return { code: textOf(children).replace(/\n$/, ""), language };
}
