import { isValidElement, type ReactElement, type ReactNode } from "react";
import { Cache } from "@/lib/platform/core/cache";
import { runWithin } from "@/lib/supply/skills/time-limit";

/** Time limit for one text, unless told another: some texts of 64 KiB take the parser minutes, which would block this process. */
const MAX_MS = 1_000;
/** Most elements of a result, and their deepest nesting: React renders them for every reader. */
const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 64;
/** Most bytes of all cached results, and bytes per element. */
const MAX_BYTES = 16 * 1024 * 1024;
const ELEMENT_BYTES = 40;
/** A text that took too long is tried again after this time, because the machine may have been busy. */
const RETRY_MS = 5 * 60 * 1000;

type Drawing = { element: ReactElement | null; chars: number; elements: number; until: number };

/**
 * A cache of rendered Markdown. `of` returns null for a text that takes too long, or whose result is too large or too
 * deep; that is cached, too.
 */
export function createMarkdownCache(
  draw: (text: string) => ReactElement,
  { now = Date.now, limitMs = MAX_MS }: { now?: () => number; limitMs?: number } = {},
) {
  const cache = new Cache<Drawing>({
    name: "markdown",
    maxBytes: MAX_BYTES,
    bytesOf: ({ chars, elements }) => 2 * chars + ELEMENT_BYTES * elements,
  });
  return {
    of(text: string): ReactElement | null {
      const cached = cache.get(text, ({ until }) => until > now());
      if (cached) return cached.element;
      const drawing = drawn(() => draw(text), text, { now, limitMs });
      cache.set(text, drawing);
      return drawing.element;
    },
  };
}

function drawn(
  draw: () => ReactElement,
  text: string,
  { now, limitMs }: { now: () => number; limitMs: number },
): Drawing {
  const element = attempt(draw, limitMs);
  const elements = element === null ? null : countElements(element, 1);
  if (element === null || elements === null || elements > MAX_ELEMENTS)
    return { element: null, chars: text.length, elements: 0, until: now() + RETRY_MS };
  return { element, chars: text.length, elements, until: Number.POSITIVE_INFINITY };
}

/** The parser's recursion fails for texts that nest too deep. */
function attempt(work: () => ReactElement, limitMs: number): ReactElement | null {
  try {
    return runWithin(limitMs, work);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** How many elements a drawing has, or null when they are nested too deep. */
function countElements(node: ReactNode, depth: number): number | null {
  if (Array.isArray(node)) return sum(node, depth);
  if (!isValidElement<{ children?: ReactNode }>(node)) return 0;
  if (depth > MAX_DEPTH) return null;
  const inside = countElements(node.props.children, depth + 1);
  return inside === null ? null : inside + 1;
}

function sum(nodes: ReactNode[], depth: number): number | null {
  let count = 0;
  for (const node of nodes) {
    const inside = countElements(node, depth);
    if (inside === null) return null;
    count += inside;
  }
  return count;
}
