import { z } from "zod";
import { dollars } from "@/lib/platform/core/dollars";
import { LIMITS } from "@/lib/platform/core/limits";

/** An amount of credits in millionths; 1 credit is 1 US dollar. */
export type Micros = bigint;

const MICROS_PER_CREDIT = 1_000_000n;
export const MICROS_PER_CENT = 10_000n;
const MAX_DECIMALS = 6;
/** The largest price that can be asked for, in credits. */
export const MAX_PRICE_CREDITS = LIMITS.credits.max;
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/**
 * Reads credits from decimal text (`"12.5"`), exactly; a number is read from its shortest decimal form.
 * Returns null for anything that is not a plain decimal with at most 6 decimals.
 */
export function parseCredits(value: string | number): Micros | null {
  const match = DECIMAL.exec(typeof value === "number" ? plainDecimal(value) : value);
  if (!match) return null;
  const micros = BigInt(match[2] ?? "0") * MICROS_PER_CREDIT + BigInt((match[3] ?? "").padEnd(MAX_DECIMALS, "0"));
  return match[1] ? -micros : micros;
}

/** Numbers below 1e-6 print with an exponent; written out, they show the decimals that make them invalid. */
function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(20).replace(/0+$/, "") : text;
}

const UNIT_DECIMALS = 9;
const UNIT_DECIMAL = /^(\d{1,6})(?:\.(\d{1,9}))?$/;

/** Reads the price of one unit in billionths of a credit, exactly; null for anything that has more than 9 decimals. */
export function parseUnitPrice(value: number): bigint | null {
  const match = UNIT_DECIMAL.exec(plainDecimal(value));
  if (!match) return null;
  return BigInt((match[1] ?? "0") + (match[2] ?? "").padEnd(UNIT_DECIMALS, "0"));
}

/** Decimal text of a unit's price, in credits. */
export function formatUnitPrice(nanos: bigint): string {
  const digits = nanos.toString().padStart(UNIT_DECIMALS + 1, "0");
  const decimals = digits.slice(-UNIT_DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -UNIT_DECIMALS)}${decimals && `.${decimals}`}`;
}

/** The JSON number of credits for an amount: exact below a billion credits. */
export function toCredits(micros: Micros): number {
  return Number(formatCredits(micros));
}

/** Decimal text of an amount, without trailing zeros: `2500000n` is `"2.5"`. */
export function formatCredits(micros: Micros): string {
  const sign = micros < 0n ? "-" : "";
  const size = micros < 0n ? -micros : micros;
  const decimals = (size % MICROS_PER_CREDIT).toString().padStart(MAX_DECIMALS, "0").replace(/0+$/, "");
  return `${sign}${size / MICROS_PER_CREDIT}${decimals ? `.${decimals}` : ""}`;
}

/** An amount as people read it: `2500000n` is `"$2.50"`. */
export function inDollars(micros: Micros): string {
  return dollars(formatCredits(micros));
}

/** Micro-credits bought by an amount of US cents. */
export function creditsForCents(cents: bigint): Micros {
  return cents * MICROS_PER_CENT;
}

/** A price in credits as callers send it: a JSON number, 0 to 10,000, at most 6 decimals. */
export const Price = z
  .number()
  .min(0)
  .max(MAX_PRICE_CREDITS)
  .refine((value) => parseCredits(value) !== null, { error: "must have at most 6 decimals" })
  .meta({ description: "Credits (1 credit = 1 USD), at most 6 decimals.", example: 5 });

/** Whether an amount of credits, or of US dollars, has no fraction of a cent. */
export function isWholeCents(amount: number): boolean {
  const micros = parseCredits(amount);
  return micros !== null && micros % MICROS_PER_CENT === 0n;
}

export const Credits = z
  .number()
  .meta({ description: "Credits (1 credit = 1 USD), at most 6 decimals.", example: 12.5 });

/** Micro-credits of a price that has passed `Price`. */
export function priceToMicros(price: number): Micros {
  const micros = parseCredits(price);
  if (micros === null) throw new RangeError(`not a price: ${price}`);
  return micros;
}
