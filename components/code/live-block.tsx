"use client";

import { useEffect, useState } from "react";
import { CodeBlock } from "@/components/code/code-block";

/** A code block that is highlighted in the browser once the highlighter is loaded; plain until then. */
export function LiveBlock({ code, label, language }: { code: string; label: string; language: string }) {
  const [highlighted, setHighlighted] = useState<{ code: string; html: string | null }>({
    code: "",
    html: null,
  });
  useEffect(() => {
    let isCurrent = true;
    import("@/components/code/highlight")
      .then(({ highlight }) => highlight(code, language))
      .then((html) => isCurrent && setHighlighted({ code, html }))
      // Ignored: plain code is fine.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return <CodeBlock code={code} label={label} html={highlighted.code === code ? highlighted.html : null} />;
}
