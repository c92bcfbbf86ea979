"use client";

import { json, jsonParseLinter } from "@codemirror/lang-json";
import { syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import CodeMirror from "@uiw/react-codemirror";
import { useMemo } from "react";
import { spanOf } from "@/app/console/[id]/_components/json-path";
import type { Issue } from "@/lib/interfaces/client/issues";

type Props = {
  id: string;
  label: string;
  value: string;
  issues: readonly Issue[];
  onChange: (value: string) => void;
  isReadOnly: boolean;
};

/** The nonce of this document: CodeMirror writes a style element, which the page's policy allows with it only. */
function nonce(): string {
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}

/** An editor of JSON, with what is wrong at its line. */
export function CodeEditor({ id, label, value, issues, onChange, isReadOnly }: Props) {
  const extensions = useMemo(() => {
    const parse = jsonParseLinter();
    const find = (view: EditorView): Diagnostic[] => {
      const text = view.state.doc.toString();
      if (text.trim() === "") return [];
      const wrong = parse(view);
      if (wrong.length > 0) return wrong;
      const tree = syntaxTree(view.state);
      return issues.map(({ param, message }) => ({
        ...spanOf(tree, text, param),
        severity: "error",
        message: param ? `${param}: ${message}` : message,
      }));
    };
    return [
      json(),
      syntaxHighlighting(classHighlighter),
      linter(find, { delay: 300 }),
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce()),
      EditorView.contentAttributes.of({ "aria-label": label, id, tabindex: "0" }),
    ];
  }, [id, label, issues]);
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      // Lines are measured again once the font has arrived.
      onCreateEditor={(view) => void document.fonts.ready.then(() => view.requestMeasure())}
      theme="none"
      readOnly={isReadOnly}
      basicSetup={{ syntaxHighlighting: false, foldGutter: false }}
      extensions={extensions}
      className="code-editor overflow-hidden rounded-md border border-edge bg-surface text-xs"
      minHeight="12rem"
      maxHeight="32rem"
    />
  );
}
