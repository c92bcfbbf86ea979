/**
 * What a buyer's credentials must not leave in: responses, errors and events of the endpoint that received them. Invariant: neither a
 * credential nor one of its usual encodings is in what a call stores or returns.
 */
import { inspect } from "node:util";
import { beginningAtEnd, type Patterns, patternsOf, type Range, rangesIn } from "@/lib/demand/execution/secret-search";
import { AppError } from "@/lib/platform/core/errors";
import { JsonText } from "@/lib/platform/core/json";

const REDACTED = "[redacted]";
const NUMBER = /-?\d[\d.eE+-]*/g;
/** A shorter beginning of a value, where a text was cut, reveals too little of it. */
const MIN_CUT_CHARS = 4;

type Secrets = readonly { value: string }[];

const without = (text: string, patterns: Patterns) => withoutRanges(text, rangesIn(text, patterns));

function withoutRanges(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const parts = ranges.map(({ from }, at) => text.slice(ranges[at - 1]?.to ?? 0, from));
  return [...parts, text.slice(ranges.at(-1)?.to)].join(REDACTED);
}

/** A JSON text without the values, in strings, names and numbers. */
export function redactedJson(json: JsonText, secrets: Secrets): JsonText {
  if (secrets.length === 0) return json;
  const patterns = patternsOf(secrets);
  const { text } = json;
  // An escaped character could hide a value.
  if (!text.includes("\\") && rangesIn(text, patterns).length === 0) return json;
  const redacted = mapJson(text, (literal) => redactedLiteral(literal, patterns), patterns);
  return redacted === text ? json : new JsonText(redacted);
}

function redactedLiteral(literal: string, patterns: Patterns): string {
  // A value may begin and end with quotation marks, too.
  if (!literal.includes("\\")) return `"${without(literal.slice(1, -1), patterns)}"`;
  const value = JSON.parse(literal) as string;
  const redacted = without(value, patterns);
  return redacted === value ? literal : JSON.stringify(redacted);
}

/** Goes through the strings of a JSON text one after the other: a value may be nested deeper than a function may call itself. */
function mapJson(text: string, change: (literal: string) => string, patterns: Patterns): string {
  const between = (part: string) =>
    part.replace(NUMBER, (number) => (patterns.some((one) => number.includes(one.text)) ? `"${REDACTED}"` : number));
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const start = text.indexOf('"', at);
    if (start < 0) return parts.join("") + between(text.slice(at));
    let end = start + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    parts.push(between(text.slice(at, start)), change(text.slice(start, end + 1)));
    at = end + 1;
  }
}

/** Anything that is stored as JSON, without the values. */
export const redactedValue = <T>(value: T, secrets: Secrets): T =>
  secrets.length === 0 ? value : (redactedJson(new JsonText(JSON.stringify(value)), secrets).toJSON() as T);

/**
 * The error without the values, which an endpoint may repeat in its message. Its cause, which is logged, is left out. Changed in place,
 * since it stays the same failure.
 */
export function redactedError(error: unknown, secrets: Secrets): unknown {
  if (secrets.length === 0) return error;
  const patterns = patternsOf(secrets);
  if (!(error instanceof AppError)) {
    const text = inspect(error);
    const left = without(text, patterns);
    return left === text ? error : new Error(left);
  }
  const { reason, endpoint_message: said, ...others } = error.details;
  const shown = typeof said === "string" ? withoutEnd(without(said, patterns), patterns) : null;
  const message = without(shown === null ? error.message : error.message.replace(String(said), () => shown), patterns);
  const details = {
    ...(reason !== undefined && { reason }),
    ...redactedValue(others, secrets),
    ...(shown !== null && { endpoint_message: shown }),
  };
  return Object.assign(error, { message, stack: `AppError: ${message}`, details, cause: undefined });
}

/** A text that was cut may end within a value. */
function withoutEnd(text: string, patterns: Patterns): string {
  const [, body = "", end = ""] = /^(.*?)([.\u2026]?)$/s.exec(text) ?? [];
  const from = beginningAtEnd(body, patterns, MIN_CUT_CHARS);
  return from === body.length ? text : `${body.slice(0, from)}${REDACTED}${end}`;
}

/** A text without the values. */
export const redactedText = (text: string, secrets: Secrets): string =>
  secrets.length === 0 ? text : without(text, patternsOf(secrets));

/** Removes the values from bytes that arrive in parts: the end of a part that could begin a value waits for the next one. */
export function streamRedactor(secrets: Secrets): { pass: (part: Uint8Array) => Uint8Array; rest: () => Uint8Array } {
  const patterns = patternsOf(secrets);
  let held = "";
  /** How much of what is held belongs to a value that is replaced already. */
  let replaced = 0;
  const passed = (text: string, end: number): Uint8Array => {
    const parts: string[] = [];
    let at = replaced;
    for (const { from, to } of rangesIn(text, patterns)) {
      if (from >= end) break;
      if (from >= at) parts.push(text.slice(at, from), REDACTED);
      at = Math.max(at, to);
    }
    if (at < end) parts.push(text.slice(at, end));
    held = text.slice(end);
    replaced = Math.max(0, at - end);
    return Buffer.from(parts.join(""), "latin1");
  };
  return {
    pass: (part) => {
      if (secrets.length === 0) return part;
      // Each byte a character: the values are ASCII, and other bytes come out as they went in.
      const text = held + Buffer.from(part).toString("latin1");
      return passed(text, beginningAtEnd(text, patterns));
    },
    rest: () => passed(held, held.length),
  };
}
