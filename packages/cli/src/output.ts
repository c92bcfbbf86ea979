import { dollars } from "@/lib/platform/core/dollars";
import type { Interval } from "@/lib/supply/skills/intervals";
import { plansPriceText } from "@/lib/supply/skills/plan-prices";
import { withUnits } from "@/lib/supply/skills/price-text";

const isColored =
  process.env.NO_COLOR === undefined && (process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR));
const paint = (code: number) => (text: string) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);

/** Control characters of other people's texts never reach the terminal. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, " ");

/** Prints a line of a result. */
export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a remark that is no part of the result, so that a pipe does not carry it. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints a value as JSON. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints rows below their headings, columns aligned; in a pipe without headings and with tabs. */
export function printTable(headings: string[], rows: (string | number | null)[][]): void {
  if (rows.length === 0) {
    remark(dim("Nothing found."));
    return;
  }
  const texts = rows.map((row) => row.map((cell) => plain(cell === null ? "" : String(cell))));
  if (!process.stdout.isTTY) {
    for (const row of texts) print(row.join("\t"));
    return;
  }
  const widths = headings.map((heading, at) => Math.max(heading.length, ...texts.map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  print(bold(line(headings)));
  for (const row of texts) print(line(row));
}

/** What a skill costs, in a few words; of several plans, what the cheapest month does. */
export function priceOf(skill: {
  price: number | null;
  subscription_interval: Interval | null;
  price_per_call: number | null;
  units: readonly { name: string; price: number; most: number; free: number }[];
  plans: readonly { price: number; interval: Interval }[];
  trial_days: number;
  access?: { trial: string | null };
}): string {
  if (skill.price_per_call !== null) {
    const perCall =
      skill.price_per_call > 0 || skill.units.length === 0 ? `${dollars(skill.price_per_call)} a call` : null;
    return withUnits(perCall, skill.units);
  }
  if (skill.plans.length > 1) return plansPriceText(skill.plans, "a");
  return `${trialOf(skill)}${dollars(skill.price ?? 0)} a ${skill.subscription_interval ?? "month"}`;
}

/** What comes before the first charge, where the account may have the trial. */
function trialOf({ trial_days, access }: { trial_days: number; access?: { trial: string | null } }): string {
  if (trial_days === 0 || (access && access.trial !== "available")) return "";
  return `${trial_days} ${trial_days === 1 ? "day" : "days"} free, then `;
}

export { plain };
