import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { languageOf } from "@/components/code/languages";

/** Longest code that is coloured, in characters; what is longer stays plain. */
const MAX_CODE_CHARS = 20_000;
/** Longest line that is coloured, in characters: a hostile one of 1,000 takes a grammar 700 ms, one of 300 at most 30. */
const MAX_LINE_CHARS = 300;
/** Most time that colouring one code may take; the lines after that stay plain. A grammar's first code takes 300 ms. */
const MAX_MS = 1_500;
/** How long to colour before others get their turn. */
const SLICE_MS = 20;
const MAX_CACHED_CHARS = 8_000_000;

const THEME = createCssVariablesTheme({ name: "tokens", fontStyle: false });
// Names of variables are the text itself: coloured, they would drown the rest.
THEME.tokenColors?.push({
  scope: [
    "variable.other.object",
    "variable.other.class",
    "variable.other.constant",
    "support.variable",
    "support.class",
    "support.constant",
    "meta.function-call.arguments",
  ],
  settings: { foreground: "var(--shiki-foreground)" },
});

/** The theme's colours as classes of `globals.css`: the policy of pages need not allow a style for it. */
const CLASSES: Record<string, string> = {
  "var(--shiki-token-comment)": "tok-comment",
  "var(--shiki-token-constant)": "tok-number",
  "var(--shiki-token-deleted)": "tok-deleted",
  "var(--shiki-token-function)": "tok-function",
  "var(--shiki-token-inserted)": "tok-inserted",
  "var(--shiki-token-keyword)": "tok-keyword",
  "var(--shiki-token-link)": "tok-keyword",
  "var(--shiki-token-punctuation)": "tok-punctuation",
  "var(--shiki-token-string)": "tok-string",
  "var(--shiki-token-string-expression)": "tok-string",
};

let opened: Promise<HighlighterCore> | null = null;
const cache = new Map<string, string>();
let cachedChars = 0;

/** The HTML that was made of a code before, if it is still cached. */
export function cachedHtml(code: string, language: string): string | null {
  return cache.get(`${language}\n${code}`) ?? null;
}

/**
 * Highlighted code as HTML: escaped text in spans with our own classes, so no markup gets through. Null for unknown
 * languages and long code. Cached by content.
 */
export async function highlight(code: string, language: string): Promise<string | null> {
  const known = languageOf(language);
  if (!known || code.length > MAX_CODE_CHARS) return null;
  const before = cachedHtml(code, language);
  if (before !== null) return before;
  opened ??= createHighlighterCore({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const highlighter = await opened;
  await highlighter.loadLanguage(known.grammar);
  const { html, isWhole } = await highlightLines(highlighter, code, known.id);
  // A busy machine may have more time for it when it is asked for again.
  if (isWhole) addToCache(`${language}\n${code}`, html);
  return html;
}

/** Line by line, so that the time can be looked at between two of them. */
async function highlightLines(highlighter: HighlighterCore, code: string, lang: string) {
  const endsAt = performance.now() + MAX_MS;
  let isWhole = true;
  let sliceEndsAt = performance.now() + SLICE_MS;
  const lines: string[] = [];
  let grammarState: GrammarState | undefined;
  for (const line of code.split("\n")) {
    if (performance.now() > sliceEndsAt) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceEndsAt = performance.now() + SLICE_MS;
    }
    if (performance.now() > endsAt) isWhole = false;
    if (!isWhole || line.length > MAX_LINE_CHARS) {
      lines.push(escapeHtml(line));
      continue;
    }
    // Without the library's own limit of half a second a line: on a busy machine a grammar's first line takes longer.
    const options = { lang, theme: "tokens", tokenizeTimeLimit: 0, ...(grammarState && { grammarState }) };
    const tokens = highlighter.codeToTokensBase(line, options);
    grammarState = highlighter.getLastGrammarState(tokens);
    lines.push(joined(tokens.flat()));
  }
  return { html: lines.join("\n"), isWhole };
}

/** Neighbours of one colour share a span, and what has the text's own colour needs none. */
function joined(tokens: { content: string; color?: string }[]): string {
  const runs: { name: string; text: string }[] = [];
  for (const { content, color } of tokens) {
    const last = runs.at(-1);
    const name = CLASSES[color ?? ""] ?? "";
    if (last && (last.name === name || content.trim() === "")) last.text += content;
    else runs.push({ name, text: content });
  }
  return runs
    .map(({ name, text }) => (name ? `<span class="${name}">${escapeHtml(text)}</span>` : escapeHtml(text)))
    .join("");
}

function addToCache(key: string, html: string): void {
  cache.set(key, html);
  cachedChars += key.length + html.length;
  for (const [oldest, text] of cache) {
    if (cachedChars <= MAX_CACHED_CHARS) break;
    cache.delete(oldest);
    cachedChars -= oldest.length + text.length;
  }
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? "");
}
