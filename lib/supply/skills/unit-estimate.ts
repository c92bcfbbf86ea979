import { dollars } from "@/lib/platform/core/dollars";
import { unitPriceText } from "@/lib/supply/skills/price-text";
import { oneOf } from "@/lib/supply/skills/unit-names";

type Unit = { name: string; price: number; most: number; free: number };
type PlanUnit = { name: string; most: number; price_beyond: number | null };
/** The units that a plan includes, and how many of each are left in its term. */
export type PlanUnits = { units: readonly PlanUnit[]; left: Readonly<Record<string, number>> };

const COUNT = new Intl.NumberFormat("en-US");
const AND = new Intl.ListFormat("en-US");
const MILLION = 1_000_000;

/**
 * What a call costs with these parameters, where they tell: a parameter with the name of a unit is its amount, or a list of what is
 * counted. Empty when no parameter says how many, as for a call without units.
 */
export function estimateText(units: readonly Unit[], perCall: number, parameters: unknown): string {
  const { known, isWhole, sum } = estimate(units, perCall, parameters);
  return known.length === 0
    ? ""
    : `With ${listText(known)}, this call costs ${isWhole ? "about" : "at most"} ${dollars(sum)}.`;
}

/** The same for a subscriber whose plan includes units: what is left of them costs nothing. */
export function planEstimateText({ units, left }: PlanUnits, parameters: unknown): string {
  const leftOf = (name: string) => left[name] ?? 0;
  const charged = units.map(({ name, most, price_beyond }) => ({
    name,
    price: price_beyond ?? 0,
    most,
    free: leftOf(name),
  }));
  const { known, isWhole, sum } = estimate(charged, 0, parameters);
  if (known.length === 0) return "";
  const last = known.filter(({ name, amount }) => amount >= leftOf(name));
  const beyond = units.flatMap(({ name, price_beyond }) =>
    price_beyond !== null && known.some((one) => one.name === name && one.amount > leftOf(name))
      ? [unitPriceText(name, price_beyond)]
      : [],
  );
  const cost = sum === 0 ? "nothing" : `${isWhole ? "about" : "at most"} ${dollars(sum)}`;
  const of = (counted: Counted[]) => listText(counted.map(({ name }) => ({ name, amount: leftOf(name) })));
  const why =
    sum === 0 && last.length > 0
      ? `it uses the last ${of(last)} of your plan`
      : `your plan has ${of(known)} left${beyond.length > 0 ? `, then ${AND.format(beyond)}` : ""}`;
  return `With ${listText(known)}, this call costs ${cost}: ${why}.`;
}

type Counted = { name: string; amount: number };

/** The amounts that parameters tell, whether they tell all, and what the call costs at most then. */
function estimate(units: readonly Unit[], perCall: number, parameters: unknown) {
  const amounts = units.map(({ name }) => amountOf(parameters, name));
  const known: Counted[] = units.flatMap(({ name }, at) => {
    const amount = amounts[at] ?? null;
    return amount === null ? [] : [{ name, amount }];
  });
  const sum = units.reduce((total, { price, most, free }, at) => {
    const billed = Math.min(amounts[at] ?? most, most);
    return total + price * Math.max(0, billed - free);
  }, perCall);
  return { known, isWhole: known.length === units.length, sum: Math.round(sum * MILLION) / MILLION };
}

const listText = (counted: readonly Counted[]) =>
  AND.format(
    counted.map(
      ({ name, amount }) => `${COUNT.format(amount)} ${amount === 1 ? oneOf(name) : name.replaceAll("_", " ")}`,
    ),
  );

function amountOf(parameters: unknown, name: string): number | null {
  if (typeof parameters !== "object" || parameters === null || !Object.hasOwn(parameters, name)) return null;
  const value = (parameters as Record<string, unknown>)[name];
  if (Array.isArray(value)) return value.length;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
