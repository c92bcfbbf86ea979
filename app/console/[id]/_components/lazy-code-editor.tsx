"use client";

import dynamic from "next/dynamic";

/** The code editor, loaded when a section shows it. */
export const CodeEditor = dynamic(
  () =>
    import("@/app/console/[id]/_components/code-editor").then(({ CodeEditor: Editor }) => ({
      default: Editor,
    })),
  { ssr: false, loading: () => <div className="h-48 rounded-md border border-edge bg-surface" /> },
);
