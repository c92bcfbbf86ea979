/** A file that the text refers to, relative to SKILL.md and in NFC; `line` counts from 1 in the text. */
export type Reference = { path: string; line: number };

/** More references than this are not looked up. */
const MAX_REFERENCES = 1000;

const CODE_FENCE = /^\s{0,3}(?:```|~~~)/;
/** A Markdown link's or image's target; brackets end it, so that a line of brackets costs linear time. */
const LINK_TARGET = /\]\(\s{0,3}<?([^()<>[\]\s]{1,500})/g;
/** A path in one of the three folders of the format, not preceded by another folder. */
const FOLDER_PATH =
  /(?<![\p{L}\p{M}\p{N}_./~}$-])(?:\.\/)?((?:scripts|references|assets)\/[\p{L}\p{M}\p{N}_./-]{1,300})/gu;
const HAS_EXTENSION = /\.\w{1,10}$/;
const PLACEHOLDER = /[{}*$|]|\.\.\./;

/**
 * Finds what a SKILL.md refers to: relative Markdown links, and paths in `scripts/`, `references/` and `assets/`.
 * Each path once, with its first line. Linear in the length of the text.
 */
export function findReferences(markdown: string): Reference[] {
  const found = new Map<string, Reference>();
  const add = (written: string | null, line: number) => {
    const path = written?.normalize("NFC");
    if (path !== undefined && !found.has(path) && found.size < MAX_REFERENCES) found.set(path, { path, line });
  };
  let isCode = false;
  for (const [index, text] of markdown.split("\n").entries()) {
    if (CODE_FENCE.test(text)) isCode = !isCode;
    // Links inside a code block are examples; a command there still names a script that must exist.
    if (!isCode) for (const [, target = ""] of text.matchAll(LINK_TARGET)) add(linkedPath(target), index + 1);
    for (const [, path = ""] of text.matchAll(FOLDER_PATH)) add(namedPath(path), index + 1);
  }
  return [...found.values()];
}

function linkedPath(target: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]{0,99}:|[#/?])/i.test(target) || PLACEHOLDER.test(target)) return null;
  const [path = ""] = target.split(/[#?]/);
  const plain = decoded(path).replace(/^(?:\.\/){1,10}/, "");
  return HAS_EXTENSION.test(plain) || plain.includes("/") ? plain : null;
}

function namedPath(path: string): string | null {
  const plain = path.replace(/[./-]{1,300}$/, "");
  return HAS_EXTENSION.test(plain) && !PLACEHOLDER.test(path) ? plain : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
