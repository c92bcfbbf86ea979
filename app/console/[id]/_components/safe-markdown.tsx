import type { ReactNode } from "react";
import { drawMarkdown } from "@/lib/supply/skills/draw-markdown";

function PlainPre({ children }: { children?: ReactNode }) {
  return <pre className="whitespace-pre-wrap!">{children}</pre>;
}

/** Markdown rendered in its author's browser. */
export function SafeMarkdown({ text }: { text: string }) {
  return <div className="prose">{drawMarkdown(text, PlainPre)}</div>;
}
