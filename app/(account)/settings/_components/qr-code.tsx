"use client";

import { useEffect, useState } from "react";

/** Light modules around a code, without which readers do not find it. */
const QUIET_MODULES = 4;

/** A text as a QR code: drawn here, since it carries a secret. Dark on white in both themes, as readers want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][] | null>(null);
  useEffect(() => {
    void import("uqr").then(({ encode }) => setModules(encode(text, { border: QUIET_MODULES }).data));
  }, [text]);
  const size = modules?.length ?? 1;
  const path = (modules ?? [])
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
