import { escapeHtml, highlight } from "@/components/code/highlight";
import { Cache } from "@/lib/platform/core/cache";
import { AppError } from "@/lib/platform/core/errors";
import { threadQueue } from "@/lib/platform/core/thread";

/** Time limit for one text: some of 64 KiB take the parser minutes. */
const TIMEOUT_MS = 5_000;
const MAX_HEAP_MB = 128;
/** How long the thread, which takes a while to load its packages, waits for the next text. */
const IDLE_MS = 60_000;
/** Most tags of a result: every reader's browser draws them. */
const MAX_TAGS = 20_000;
/** Most bytes of all cached results with their texts. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A text that failed or took too long is tried again after this time, because the machine may have been busy. */
const RETRY_MS = 5 * 60 * 1000;

/** HTML, and between two pieces of it the number of a code. */
type Drawn = { pieces: string[]; codes: { code: string; language: string }[] };
/** A text to draw, and the most tags that it may become. */
type Task = { text: string; maxTags: number };
type Kept = { html: string | null; chars: number; until: number };

/** Draws with React, which escapes every text, what the browser would draw of the same Markdown. */
const drawInThread = threadQueue<Task, Drawn>({
  timeoutMs: TIMEOUT_MS,
  maxHeapMb: MAX_HEAP_MB,
  idleMs: IDLE_MS,
  isAwaited: true,
  text: `
    const ours = (file) => import(require("node:url").pathToFileURL(require("node:path").resolve("components", file)));
    const [{ drawMarkdown }, { fenceOf }, { createElement }, { renderToStaticMarkup }] = await Promise.all([
      ours("skills/draw-markdown.ts"), ours("code/fence.ts"), import("react"), import("react-dom/server"),
    ]);
    const mark = require("node:crypto").randomUUID();
    const codes = [];
    const fence = ({ children }) => {
      const at = codes.push(fenceOf(children)) - 1;
      return createElement("pre", { className: "whitespace-pre-wrap!" }, createElement("code", null, mark + at + ";"));
    };
    const html = renderToStaticMarkup(drawMarkdown(input.text, fence));
    return html.split("<").length > input.maxTags ? null : { pieces: html.split(new RegExp(mark + "(\\\\d+);")), codes };`,
});

/**
 * The HTML of untrusted Markdown by its text, each made once: `of` answers null for a text that takes too long, or whose result is
 * too large, which is cached, too, and while too many wait. What is cached is answered without a promise.
 */
export function createMarkdownHtml({
  draw = async (text: string) => (await drawInThread({ text, maxTags: MAX_TAGS })).value,
  now = Date.now,
} = {}) {
  const cache = new Cache<Kept>({ name: "markdown", maxBytes: MAX_BYTES, bytesOf: ({ chars }) => 2 * chars });
  const drawing = new Map<string, Promise<string | null>>();
  const make = async (text: string): Promise<string | null> => {
    const drawn = await draw(text);
    const html = drawn && (await withCode(drawn));
    const until = html === null ? now() + RETRY_MS : Number.POSITIVE_INFINITY;
    cache.set(text, { html, chars: text.length + (html?.length ?? 0), until });
    return html;
  };
  return {
    of(text: string): string | null | Promise<string | null> {
      const kept = cache.get(text, ({ until }) => until > now());
      if (kept) return kept.html;
      const known = drawing.get(text);
      if (known) return known;
      const made = make(text)
        .catch(nullIfRefused)
        .finally(() => drawing.delete(text));
      drawing.set(text, made);
      return made;
    },
  };
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** Puts each code where it belongs, with its colors. */
async function withCode({ pieces, codes }: Drawn): Promise<string> {
  const inside: string[] = [];
  for (const { code, language } of codes) inside.push((await highlight(code, language)) ?? escapeHtml(code));
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : inside[Number(piece)])).join("");
}
