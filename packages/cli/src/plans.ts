import { dollars } from "@/lib/platform/core/dollars";
import { planPrice, planText } from "@/lib/supply/skills/plan-text";
import type { Marketplace, PlanChanged, PlanQuote } from "../../sdk/src/index.js";
import { asNumber, asText, type Command } from "./command.ts";
import { clientOf } from "./config.ts";
import { CliError, EXIT, usageError } from "./failure.ts";
import { confirm } from "./input.ts";
import { print, printJson, printTable } from "./output.ts";

const DATE_CHARS = "2026-11-20".length;

export const plan: Command = {
  usage: "<skill> [<plan>] [--max-price <dollars>] [--yes] [--dry-run]",
  summary: "List the plans of a skill, or change yours; --dry-run shows what that charges",
  options: {
    "max-price": { type: "string" },
    "idempotency-key": { type: "string" },
    yes: { type: "boolean" },
    "dry-run": { type: "boolean" },
  },
  run: async ({ globals, args: [slug, name, ...others], values }) => {
    if (slug === undefined || others.length > 0) throw usageError("Name a skill and, to change it, one plan.");
    const market = clientOf(globals);
    if (name === undefined) return list(market, slug, globals.json);
    const { access } = await market.skills.get(slug);
    if (!access.purchase) throw new CliError(`You have no plan of ${slug}: skm buy ${slug} --plan "${name}".`);
    const { id } = access.purchase;
    const quote = await market.plans.quote(id, name);
    if (values["dry-run"] === true) return globals.json ? printJson(quote) : print(quoteText(quote));
    const maxPrice = asNumber(values, "max-price") ?? quote.price;
    const isAgreed = values["max-price"] !== undefined || values.yes === true || quote.price === 0;
    if (!isAgreed && !(await confirm(`${quoteText(quote)} Change the plan?`)))
      throw new CliError(`${quoteText(quote)} Agree with --yes, or with --max-price <dollars>.`, EXIT.payment);
    const idempotencyKey = asText(values["idempotency-key"]);
    const changed = await market.plans.change(id, name, { maxPrice, ...(idempotencyKey && { idempotencyKey }) });
    return globals.json ? printJson(changed) : print(changedText(changed));
  },
};

/** Prints the plans of a skill, those that only this account is offered first. */
async function list(market: Marketplace, slug: string, isJson: boolean): Promise<void> {
  const [{ plans, access }, offers] = await Promise.all([market.skills.get(slug), market.plans.offers()]);
  const own = offers.filter(({ skill }) => skill.slug === slug);
  const all = [...own.map((offer) => offer.plan), ...plans];
  if (isJson) return printJson(all);
  printTable(
    ["Plan", "Price", "Includes", ""],
    all.map((one, at) => [
      one.name,
      planPrice(one),
      planText(one),
      one.name === access.purchase?.plan ? "yours" : at < own.length ? "for you only" : "",
    ]),
  );
}

function quoteText({ plan: name, applies, price, interval, credit, charge, starts_at }: PlanQuote): string {
  const term = `${dollars(price)} per ${interval}`;
  if (applies === "same") return `${name} is your plan: ${term}.`;
  if (applies === "later")
    return `${name} begins on ${starts_at.slice(0, DATE_CHARS)}: ${term}. Nothing is charged now.`;
  return `${name} begins now: ${term}. Charges ${dollars(charge)}, after ${dollars(credit)} for the unused part of your term.`;
}

function changedText({ change, purchase, balance }: PlanChanged): string {
  const { plan: name, next_plan: next, current_period_end: end } = purchase;
  if (change === "scheduled") return `${next?.name} begins on ${end.slice(0, DATE_CHARS)}.`;
  const until = `until ${end.slice(0, DATE_CHARS)}`;
  return change === "changed"
    ? `Your plan is ${name}, ${until}. ${dollars(balance.available)} left.`
    : `Your plan stays ${name ?? "as it is"}, ${until}.`;
}
