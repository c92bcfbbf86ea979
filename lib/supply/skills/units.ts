/** Units of a call: what it costs beside its price, by what the response of its endpoint reports. */
import { z } from "zod";
import { formatUnitPrice, MAX_PRICE_CREDITS, parseUnitPrice } from "@/lib/platform/core/money";

export const MAX_UNITS = 5;
const MAX_UNIT_NAME_CHARS = 32;
/** Most of one unit that a call may report. */
export const MAX_MOST = 1_000_000_000;
const MIN_UNIT_PRICE = 0.000001;
const MIN_UNIT = "0.000001 credits, a micro-credit";
const NANOS_PER_CREDIT = 1_000_000_000n;
/** A name as structured fields have it (RFC 9651), such as `pages`. */
const UNIT_NAME = /^[a-z][a-z0-9_]*$/;

export const UnitPrice = z
  .number()
  .min(MIN_UNIT_PRICE, { error: `must be at least ${MIN_UNIT}; for less, count larger units, such as thousands` })
  .max(MAX_PRICE_CREDITS)
  .refine((value) => parseUnitPrice(value) !== null, { error: "must have at most 9 decimals" })
  .meta({ description: "Price of one, in credits: at least 0.000001, at most 9 decimals.", example: 0.01 });

export const UnitName = z
  .string()
  .min(1)
  .max(MAX_UNIT_NAME_CHARS)
  .regex(UNIT_NAME, { error: "use lowercase letters, digits and underscores, starting with a letter" })
  .meta({ description: "What is counted, in the plural, as `Skill-Usage` names it.", example: "pages" });

export const Unit = z
  .strictObject({
    name: UnitName,
    price: UnitPrice,
    most: z
      .number()
      .int()
      .min(1)
      .max(MAX_MOST)
      .meta({ description: "Most that one call is charged for; more than that is cut.", example: 100 }),
    free: z
      .number()
      .int()
      .min(0)
      .max(MAX_MOST)
      .default(0)
      .meta({ description: "How many of each call are free, below `most`.", example: 20 }),
  })
  .meta({ id: "Unit" });
export type Unit = z.output<typeof Unit>;

/** The units of a skill or tool. */
export const Units = z
  .array(Unit)
  .max(MAX_UNITS, { error: `may have at most ${MAX_UNITS}; remove some` })
  .superRefine((units, context) => {
    units.forEach(({ name, most, free }, at) => {
      if (units.findIndex((other) => other.name === name) < at)
        context.addIssue({
          code: "custom",
          path: [at, "name"],
          message: `${name} is here twice; remove one of the two`,
        });
      if (free >= most)
        context.addIssue({
          code: "custom",
          path: [at, "free"],
          message: "must be less than most, or none would be charged",
        });
    });
    requireBounded(units, context, "price");
  });

type Charging = Pick<Unit, "price" | "most" | "free">;

/** Refuses units that one call could be charged too much for; `field` names the price. */
export function requireBounded(units: Charging[], context: z.RefinementCtx, field: string): void {
  if (mostNanos(units) > BigInt(MAX_PRICE_CREDITS) * NANOS_PER_CREDIT)
    context.addIssue({
      code: "custom",
      message: `would let one call cost more than ${MAX_PRICE_CREDITS.toLocaleString("en-US")} credits (${field} times most, added up); lower one of them`,
    });
}

const mostNanos = (units: Charging[]): bigint =>
  units.reduce((sum, { price, most, free }) => {
    const billed = Number.isSafeInteger(most) && Number.isSafeInteger(free) ? BigInt(Math.max(0, most - free)) : 0n;
    return sum + (parseUnitPrice(price) ?? 0n) * billed;
  }, 0n);

/** A unit as it is shown. */
export const UnitShown = Unit.extend({ free: z.number().int() }).meta({ id: "UnitShown" });
export type UnitShown = z.input<typeof UnitShown>;

/** A unit as terms and columns hold it; its price is in billionths of a credit, as text. */
export type UnitTerms = {
  name: string;
  price_nanos: string;
  most: number;
  free: number;
  /** How many a term includes, where it is a plan's. */
  included?: number;
};

/** Whether units of a call are those of a plan. */
export const areOfPlan = (units: readonly UnitTerms[]) => units.some(({ included }) => included !== undefined);

/** Units as terms hold them. */
export function unitTermsOf(units: readonly Unit[]): UnitTerms[] {
  return units.map(({ name, price, most, free }) => ({
    name,
    price_nanos: String(parseUnitPrice(price)),
    most,
    free,
  }));
}

/** Units as they are shown. */
export function toUnits(terms: readonly UnitTerms[]): UnitShown[] {
  return terms.map(({ name, price_nanos, most, free }) => ({
    name,
    price: Number(formatUnitPrice(BigInt(price_nanos))),
    most,
    free,
  }));
}

/** Units of tools, by name, as they are shown. */
export function toOperationUnits(all: Record<string, UnitTerms[]>): Record<string, UnitShown[]> {
  return Object.fromEntries(Object.entries(all).map(([name, units]) => [name, toUnits(units)]));
}

type Priced = {
  units: UnitTerms[];
  operation_units: Record<string, UnitTerms[]>;
  operation_prices: Record<string, string>;
};

/** The units of a tool: its own; none where it has only its own price; else those of the skill, as `units_of` says. */
export function unitsOfTool(skill: Priced, name: string): UnitTerms[] {
  return skill.operation_units[name] ?? (skill.operation_prices[name] === undefined ? skill.units : []);
}
