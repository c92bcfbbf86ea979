"use client";

import { useEffect, useState } from "react";
import { CodeBlock } from "@/components/code/code-block";

/** A block of code that is coloured in the browser, once what that needs has been loaded; plain until then. */
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
      // Without its colours the code says the same.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return <CodeBlock code={code} label={label} html={highlighted.code === code ? highlighted.html : null} />;
}
