import { toPlainLine } from "@/lib/platform/core/hidden-characters";

const MAX_MESSAGE_CHARS = 300;
const MAX_READ_CHARS = 4 * 1024;
/** Where APIs put the message of an error, the most specific first. */
const PLACES = ["message", "detail", "error_description", "title", "error", "errors"];
const MAX_DEPTH = 3;

/**
 * What an endpoint's answer says is wrong, as one line without control and invisible characters that ends a sentence, at most 300
 * characters long. Null when it is neither JSON with a message nor plain text.
 */
export function messageIn(text: string): string | null {
  return said(textIn(text) ?? "") || null;
}

/** A text of an endpoint as errors repeat it: one line without unseen characters that ends a sentence; empty when nothing is left. */
export function said(text: string): string {
  const line = toPlainLine(text.slice(0, MAX_READ_CHARS));
  if (line === "") return "";
  const characters = [...line];
  const bounded =
    characters.length <= MAX_MESSAGE_CHARS ? line : `${characters.slice(0, MAX_MESSAGE_CHARS - 1).join("")}…`;
  return /[.!?\u2026]$/.test(bounded) ? bounded : `${bounded}.`;
}

function textIn(text: string): string | null {
  try {
    return found(JSON.parse(text), 0);
  } catch {
    // A page of markup says nothing that a caller could use, nor does JSON that was cut.
    return /^\s*[<{[]/.test(text) ? null : text;
  }
}

function found(value: unknown, depth: number): string | null {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return null;
  const inside = Array.isArray(value)
    ? value.slice(0, 1)
    : PLACES.map((place) => (value as Record<string, unknown>)[place]);
  for (const one of inside) {
    const text = found(one, depth + 1);
    if (text?.trim()) return text;
  }
  return null;
}
