"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { filled } from "@/lib/interfaces/client/examples";

/** Copies a text and returns whether that worked. Over plain HTTP, only execCommand is available. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "fixed top-0 opacity-0";
    // Beside the button: a dialog keeps the focus from anything outside of it.
    const focused = document.activeElement;
    (focused?.parentElement ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

/** Copies a text, and says whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await write(text);
  notify(isCopied ? "Copied to the clipboard." : "Copying failed. Select the text and copy it yourself.");
  return isCopied;
}

type Props = {
  text: string;
  label?: string;
  /** Whether a phone shows its icon alone. */
  isBrief?: boolean;
};

/** Copies a text, and shows that it did. */
export function CopyButton({ text, label = "Copy", isBrief = false }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(filled(text)))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button size="sm" onClick={copy}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className={isBrief ? "max-sm:sr-only" : ""}>{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
