import { escapeHtml, highlight } from "@/components/code/highlight";
import { Cache } from "@/lib/platform/core/cache";
import { type Drawn, drawInThread } from "@/lib/supply/skills/markdown-thread";

const MAX_BYTES = 16 * 1024 * 1024;
/** A text that failed or took too long is tried again after this time, because the machine may have been busy. */
const RETRY_MS = 5 * 60 * 1000;

type Cached = { html: string | null; chars: number; until: number };

/**
 * The HTML of untrusted Markdown by its text, each made once: `of` answers null for a text that takes too long, or whose result is
 * too large, which is cached, too, and while too many wait. What is cached is answered without a promise.
 */
export function createMarkdownHtml({ draw = drawInThread, now = Date.now } = {}) {
  const cache = new Cache<Cached>({
    name: "markdown",
    maxBytes: MAX_BYTES,
    bytesOf: ({ chars }) => 2 * chars,
  });
  const drawing = new Map<string, Promise<string | null>>();
  const make = async (text: string): Promise<string | null> => {
    const drawn = await draw(text);
    if (drawn === "busy") return null;
    const html = drawn && (await withCode(drawn));
    const until = html === null ? now() + RETRY_MS : Number.POSITIVE_INFINITY;
    cache.set(text, { html, chars: text.length + (html?.length ?? 0), until });
    return html;
  };
  return {
    of(text: string): string | null | Promise<string | null> {
      const cached = cache.get(text, ({ until }) => until > now());
      if (cached) return cached.html;
      const known = drawing.get(text);
      if (known) return known;
      const made = make(text).finally(() => drawing.delete(text));
      drawing.set(text, made);
      return made;
    },
  };
}

/** Puts each code where it belongs, with its colors. */
async function withCode({ pieces, codes }: Drawn): Promise<string> {
  const inside: string[] = [];
  for (const { code, language } of codes) inside.push((await highlight(code, language)) ?? escapeHtml(code));
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : inside[Number(piece)])).join("");
}
