/**
 * What a buyer's credentials must not leave in: responses, errors and events of the endpoint that received them. Invariant: neither a
 * credential nor one of its usual encodings is in what a call stores or returns.
 */
import { AppError } from "@/lib/platform/core/errors";
import { JsonText } from "@/lib/platform/core/json";

const REDACTED = "[redacted]";
const NUMBER = /-?\d[\d.eE+-]*/g;

type Secrets = readonly { value: string }[];

/** A value as texts of others usually have it. */
function formsOf(secrets: Secrets): string[] {
  const forms = secrets.flatMap(({ value }) => [
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams({ "": value }).toString().slice(1),
    Buffer.from(value).toString("base64"),
    Buffer.from(value).toString("base64url"),
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
  if (!literal.includes("\\")) return without(literal, forms);
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

/** The same error without the values, which an endpoint may repeat in its message. Its cause, which is logged, is left out. */
export function redactedError(error: unknown, secrets: Secrets): unknown {
  if (secrets.length === 0 || !(error instanceof AppError)) return error;
  const forms = formsOf(secrets);
  const details = redactedJson(new JsonText(JSON.stringify(error.details)), secrets).toJSON();
  return new AppError(error.code, without(error.message, forms), {
    details: details as Record<string, unknown>,
    ...(error.param !== null && { param: error.param }),
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
  });
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
