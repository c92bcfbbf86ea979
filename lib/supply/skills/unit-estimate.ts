import { dollars } from "@/lib/platform/core/dollars";

type Unit = { name: string; price: number; most: number; free: number };

const MILLION = 1_000_000;

/**
 * What a call costs with these parameters, where they tell: a parameter with the name of a unit is its amount, or a list of what is
 * counted. Empty when no parameter says how many, as for a call without units.
 */
export function estimateText(units: readonly Unit[], perCall: number, parameters: unknown): string {
  const amounts = units.map(({ name }) => amountOf(parameters, name));
  const known = units.flatMap(({ name }, at) =>
    amounts[at] === null ? [] : [`${amounts[at]} ${name.replaceAll("_", " ")}`],
  );
  if (known.length === 0) return "";
  const sum = units.reduce((total, { price, most, free }, at) => {
    const billed = Math.min(amounts[at] ?? most, most);
    return total + price * Math.max(0, billed - free);
  }, perCall);
  const isWhole = amounts.every((amount) => amount !== null);
  return `With ${known.join(" and ")}, this call costs ${isWhole ? "about" : "at most"} ${dollars(Math.round(sum * MILLION) / MILLION)}.`;
}

function amountOf(parameters: unknown, name: string): number | null {
  if (typeof parameters !== "object" || parameters === null || !Object.hasOwn(parameters, name)) return null;
  const value = (parameters as Record<string, unknown>)[name];
  if (Array.isArray(value)) return value.length;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
