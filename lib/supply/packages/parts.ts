import { decodeText } from "@/lib/supply/packages/text";

/** Most characters, and lines, of a file that are shown together. */
const MAX_PART_CHARACTERS = 40_000;
const MAX_PART_LINES = 1_000;
const LINES_ABOVE = 10;
const DUMP_LINE_BYTES = 16;
const MAX_DUMP_BYTES = 256 * DUMP_LINE_BYTES;

/** A part of a file as people read it: of a text its characters, of anything else its bytes in hexadecimal. */
export type FilePart = {
  encoding: "text" | "hex";
  text: string;
  /** Where it begins and where the next part does, in characters or bytes; null at the end. */
  offset: number;
  nextOffset: number | null;
  total: number;
  /** Number of the first line, from 1. */
  line: number;
};

/** Where a part begins: at a character or byte, or a little above a line (from 1), whose context is then seen. */
export type PartStart = { offset: number } | { line: number };

/** The part of a file that begins at `start`; what lies beyond the end is empty. Linear in the size of the file. */
export function partOf(content: Buffer, start: PartStart): FilePart {
  const text = decodeText(content);
  return text === null ? dumpOf(content, "offset" in start ? start.offset : 0) : textPart(text, start);
}

/** The same of a text that is no file. */
export function textPart(text: string, from: PartStart): FilePart {
  const start = "offset" in from ? Math.min(from.offset, text.length) : startOfLine(text, from.line - LINES_ABOVE);
  const end = endOf(text, start);
  return {
    encoding: "text",
    text: text.slice(start, end),
    offset: start,
    nextOffset: end < text.length ? end : null,
    total: text.length,
    line: 1 + countLines(text, start),
  };
}

/** Ends after a line where one ends; a line that is longer than a part is cut, though never inside a character. */
function endOf(text: string, start: number): number {
  let [end, lines] = [start, 0];
  for (
    let at = text.indexOf("\n", start);
    at >= 0 && at - start < MAX_PART_CHARACTERS;
    at = text.indexOf("\n", at + 1)
  ) {
    end = at + 1;
    if (++lines >= MAX_PART_LINES) return end;
  }
  if (text.length - start <= MAX_PART_CHARACTERS) return text.length;
  if (end > start) return end;
  const cut = start + MAX_PART_CHARACTERS;
  const code = text.charCodeAt(cut - 1);
  return code >= 0xd800 && code <= 0xdbff ? cut - 1 : cut;
}

function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return at;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function dumpOf(content: Buffer, offset: number): FilePart {
  const start = Math.min(offset - (offset % DUMP_LINE_BYTES), content.length);
  const end = Math.min(start + MAX_DUMP_BYTES, content.length);
  const lines: string[] = [];
  for (let at = start; at < end; at += DUMP_LINE_BYTES) {
    const row = content.subarray(at, Math.min(at + DUMP_LINE_BYTES, end));
    const shown = row.toString("latin1").replace(/[^ -~]/g, ".");
    const bytes = row.toString("hex").replace(/(..)(?=.)/g, "$1 ");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${bytes.padEnd(DUMP_LINE_BYTES * 3)} ${shown}`);
  }
  return {
    encoding: "hex",
    text: lines.join("\n"),
    offset: start,
    nextOffset: end < content.length ? end : null,
    total: content.length,
    line: start / DUMP_LINE_BYTES + 1,
  };
}
