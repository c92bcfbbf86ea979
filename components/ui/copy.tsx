"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";

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

/** Copies a text, and shows that it did. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await write(text))) return notify("Copying failed. Select the text and copy it yourself.");
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
