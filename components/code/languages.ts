import type { LanguageInput } from "shiki/core";

/** A language that code is coloured in: what people call it, and its grammar, which is loaded when it is first met. */
type Language = { title: string; grammar: LanguageInput };

const LANGUAGES: Record<string, Language> = {
  css: { title: "CSS", grammar: () => import("shiki/langs/css.mjs") },
  diff: { title: "Diff", grammar: () => import("shiki/langs/diff.mjs") },
  docker: { title: "Dockerfile", grammar: () => import("shiki/langs/docker.mjs") },
  go: { title: "Go", grammar: () => import("shiki/langs/go.mjs") },
  html: { title: "HTML", grammar: () => import("shiki/langs/html.mjs") },
  ini: { title: "INI", grammar: () => import("shiki/langs/ini.mjs") },
  java: { title: "Java", grammar: () => import("shiki/langs/java.mjs") },
  javascript: { title: "JavaScript", grammar: () => import("shiki/langs/javascript.mjs") },
  json: { title: "JSON", grammar: () => import("shiki/langs/json.mjs") },
  jsx: { title: "JSX", grammar: () => import("shiki/langs/jsx.mjs") },
  markdown: { title: "Markdown", grammar: () => import("shiki/langs/markdown.mjs") },
  python: { title: "Python", grammar: () => import("shiki/langs/python.mjs") },
  rust: { title: "Rust", grammar: () => import("shiki/langs/rust.mjs") },
  shellscript: { title: "Shell", grammar: () => import("shiki/langs/shellscript.mjs") },
  sql: { title: "SQL", grammar: () => import("shiki/langs/sql.mjs") },
  toml: { title: "TOML", grammar: () => import("shiki/langs/toml.mjs") },
  tsx: { title: "TSX", grammar: () => import("shiki/langs/tsx.mjs") },
  typescript: { title: "TypeScript", grammar: () => import("shiki/langs/typescript.mjs") },
  xml: { title: "XML", grammar: () => import("shiki/langs/xml.mjs") },
  yaml: { title: "YAML", grammar: () => import("shiki/langs/yaml.mjs") },
};

const ALIASES: Record<string, string> = {
  bash: "shellscript",
  curl: "shellscript",
  dockerfile: "docker",
  env: "ini",
  golang: "go",
  js: "javascript",
  jsonc: "json",
  md: "markdown",
  mjs: "javascript",
  mts: "typescript",
  patch: "diff",
  py: "python",
  rs: "rust",
  sh: "shellscript",
  shell: "shellscript",
  svg: "xml",
  ts: "typescript",
  yml: "yaml",
  zsh: "shellscript",
};

/** The language of a code fence, or null if it is unknown; other text there is ignored. */
export function languageOf(name: string): ({ id: string } & Language) | null {
  const lower = name.toLowerCase();
  const id = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? "") : lower;
  const language = Object.hasOwn(LANGUAGES, id) ? LANGUAGES[id] : undefined;
  return language ? { id, ...language } : null;
}
