import { z } from "zod";

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Reads a query's text as a number; NaN for an empty text, hexadecimal digits or an exponent. */
const readAs = (form: RegExp) => (text: unknown) =>
  typeof text === "string" ? (form.test(text) ? Number(text) : Number.NaN) : text;

/** A whole number of a query, written in decimal digits. */
export function wholeNumber(least: number, most: number) {
  return z.preprocess(readAs(WHOLE), z.number().int().min(least).max(most));
}

/** A number of a query that may have decimals, such as a price, with further rules. */
export function decimalNumber<T extends z.ZodType<unknown, number>>(rules: T) {
  return z.preprocess(readAs(DECIMAL), rules);
}
