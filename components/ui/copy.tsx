"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";

/** Copies a text, and shows that it did. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    notify("Copied to the clipboard.");
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button size="sm" onClick={copy}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      {isCopied ? "Copied" : label}
    </Button>
  );
}

/** A block of code with its copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="rounded-md border border-line bg-raised">
      <div className="flex items-center justify-between border-b border-line px-3 py-1.5">
        <span className="text-xs text-muted">{label}</span>
        <CopyButton text={code} />
      </div>
      <pre className="p-3 font-mono text-xs whitespace-pre-wrap">{code}</pre>
    </div>
  );
}
