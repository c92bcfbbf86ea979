/**
 * What a buyer's credentials must not leave in: responses, errors and events of the endpoint that received them. Invariant: neither a
 * credential nor one of its usual encodings is in what a call stores or returns.
 */
import { inspect } from "node:util";
import { AppError } from "@/lib/platform/core/errors";
import { JsonText } from "@/lib/platform/core/json";

const REDACTED = "[redacted]";
const NUMBER = /-?\d[\d.eE+-]*/g;
/** A shorter beginning of a value, where a text was cut, tells too little of it. */
const MIN_CUT_CHARS = 4;

type Secrets = readonly { value: string }[];

/** A value as texts of others usually have it. */
function formsOf(secrets: Secrets): string[] {
  const forms = secrets.flatMap(({ value }) => [
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams({ "": value }).toString().slice(1),
    Buffer.from(value).toString("base64"),
    Buffer.from(value).toString("base64url"),
    // As errors repeat it, in one line.
    value.replace(/\s+/g, " "),
    value,
  ]);
  // The longest first, so that what holds another one goes whole.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

const without = (text: string, forms: readonly string[]) =>
  forms.reduce((left, form) => left.replaceAll(form, REDACTED), text);

/** A JSON text without the values, in strings, names and numbers. */
export function redactedJson(json: JsonText, secrets: Secrets): JsonText {
  if (secrets.length === 0) return json;
  const forms = formsOf(secrets);
  const { text } = json;
  // An escaped character could hide a value.
  if (!text.includes("\\") && !forms.some((form) => text.includes(form))) return json;
  const redacted = mapJson(text, (literal) => redactedLiteral(literal, forms), forms);
  return redacted === text ? json : new JsonText(redacted);
}

function redactedLiteral(literal: string, forms: readonly string[]): string {
  // A value may begin and end with quotation marks, too.
  if (!literal.includes("\\")) return `"${without(literal.slice(1, -1), forms)}"`;
  const value = JSON.parse(literal) as string;
  const redacted = without(value, forms);
  return redacted === value ? literal : JSON.stringify(redacted);
}

/** Goes through the strings of a JSON text one after the other: a value may be nested deeper than a function may call itself. */
function mapJson(text: string, change: (literal: string) => string, forms: readonly string[]): string {
  const between = (part: string) =>
    part.replace(NUMBER, (number) => (forms.some((form) => number.includes(form)) ? `"${REDACTED}"` : number));
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
  const forms = formsOf(secrets);
  if (!(error instanceof AppError)) {
    const text = inspect(error);
    const left = without(text, forms);
    return left === text ? error : new Error(left);
  }
  const { reason, endpoint_message: said, ...others } = error.details;
  const shown = typeof said === "string" ? withoutEnd(without(said, forms), forms) : null;
  const message = without(shown === null ? error.message : error.message.replace(String(said), () => shown), forms);
  const details = {
    ...(reason !== undefined && { reason }),
    ...redactedValue(others, secrets),
    ...(shown !== null && { endpoint_message: shown }),
  };
  return Object.assign(error, { message, stack: `AppError: ${message}`, details, cause: undefined });
}

/** A text that was cut may end within a value. */
function withoutEnd(text: string, forms: readonly string[]): string {
  const [, body = "", end = ""] = /^(.*?)([.\u2026]?)$/s.exec(text) ?? [];
  for (let length = Math.min(body.length, forms[0]?.length ?? 0); length >= MIN_CUT_CHARS; length--) {
    const tail = body.slice(-length);
    if (forms.some((form) => form.startsWith(tail))) return `${body.slice(0, -length)}${REDACTED}${end}`;
  }
  return text;
}

/** A text without the values. */
export const redactedText = (text: string, secrets: Secrets): string =>
  secrets.length === 0 ? text : without(text, formsOf(secrets));

/** Removes the values from bytes that arrive in parts: the end of a part that could begin a value waits for the next one. */
export function streamRedactor(secrets: Secrets): { pass: (part: Uint8Array) => Uint8Array; rest: () => Uint8Array } {
  const forms = formsOf(secrets);
  let held = "";
  const heldLength = (text: string) => {
    for (let length = Math.min(text.length, (forms[0]?.length ?? 0) - 1); length > 0; length--) {
      const end = text.slice(-length);
      if (forms.some((form) => form.length > length && form.startsWith(end))) return length;
    }
    return 0;
  };
  return {
    pass: (part) => {
      if (secrets.length === 0) return part;
      // Each byte a character: the values are ASCII, and other bytes come out as they went in.
      const text = without(held + Buffer.from(part).toString("latin1"), forms);
      const length = heldLength(text);
      held = text.slice(text.length - length);
      return Buffer.from(text.slice(0, text.length - length), "latin1");
    },
    rest: () => Buffer.from(held, "latin1"),
  };
}
