import { AppError } from "@/lib/platform/core/errors";
import { threadQueue } from "@/lib/platform/core/thread";

/** Processor time of one text: some of 64 KiB take the parser minutes. */
const LIMIT_MS = 5_000;
const MAX_HEAP_MB = 128;
/** How long the thread, which takes a while to load its packages, waits for the next text. */
const IDLE_MS = 60_000;
/** Most tags of a result: every reader's browser draws them. */
const MAX_TAGS = 20_000;
/** HTML, and between two pieces of it the number of a code. */
export type Drawn = { pieces: string[]; codes: { code: string; language: string }[] };
/** A text to draw, and the most tags that it may become. */
type Task = { text: string; maxTags: number };

/** Draws with React, which escapes every text, what the browser would draw of the same Markdown. */
const draw = threadQueue<Task, Drawn>({
  limitMs: LIMIT_MS,
  maxHeapMb: MAX_HEAP_MB,
  idleMs: IDLE_MS,
  isAwaited: true,
  text: `
    const ours = (file) => import(require("node:url").pathToFileURL(require("node:path").resolve(file)));
    const [{ drawMarkdown }, { fenceOf }, { createElement }, { renderToStaticMarkup }] = await Promise.all([
      ours("lib/supply/skills/draw-markdown.ts"), ours("components/code/fence.ts"), import("react"), import("react-dom/server"),
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
 * Draws untrusted Markdown in its own thread. Returns null for a text that takes too long, or whose result is too large, and
 * "busy" while too many wait.
 */
export async function drawInThread(text: string): Promise<Drawn | null | "busy"> {
  try {
    return (await draw({ text, maxTags: MAX_TAGS })).value;
  } catch (error) {
    if (error instanceof AppError) return "busy";
    throw error;
  }
}
