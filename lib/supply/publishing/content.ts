import { type Issue, invalid } from "@/lib/platform/core/errors";
import { priceToMicros } from "@/lib/platform/core/money";
import { withPlans } from "@/lib/supply/publishing/plan-terms";
import type { SkillChange, SkillInput } from "@/lib/supply/publishing/schemas";
import { CONTENT_COLUMNS, CONTENT_NAMES, pick } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import { withoutArguments } from "@/lib/supply/skills/credential-arguments";
import type { Terms } from "@/lib/supply/skills/terms";
import { type Unit, type UnitTerms, unitTermsOf } from "@/lib/supply/skills/units";

const MAX_NAMED = 20;

/** The content of a new skill. */
export function contentOf(input: SkillInput): Content {
  const given = Object.fromEntries(CONTENT_NAMES.map((name) => [name, input[name] ?? null]));
  return withoutArguments({ ...given, package_id: null } as Content);
}

/** The terms of a new skill. */
export function termsOf(input: SkillInput): Terms {
  const terms = {
    pricingType: input.pricing_type,
    priceMicros: toMicros(input.price),
    subscriptionInterval: input.subscription_interval ?? null,
    pricePerCallMicros: toMicros(input.price_per_call),
    freeCalls: input.free_calls,
    operationPrices: operationPricesOf(input.operation_prices),
    units: unitTermsOf(input.units),
    operationUnits: operationUnitsOf(input.operation_units),
    trialDays: input.trial_days ?? 0,
    plans: [],
  };
  return withPlans(terms, input.plans.length > 0 ? input : {});
}

/** Prices of operations as terms hold them: micro-credits as text. */
export function operationPricesOf(prices: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, String(priceToMicros(price))]));
}

/** Units of operations as terms hold them. */
export function operationUnitsOf(all: Record<string, Unit[]>): Record<string, UnitTerms[]> {
  return Object.fromEntries(Object.entries(all).map(([name, units]) => [name, unitTermsOf(units)]));
}

function toMicros(price: number | null | undefined): bigint | null {
  return price === null || price === undefined ? null : priceToMicros(price);
}

type Given = {
  operation_prices?: Record<string, unknown> | undefined;
  operation_units?: Record<string, unknown> | undefined;
};

/** Refuses prices and units of tools that neither the skill has nor `before` priced: a misspelled one would cost the skill's price. */
export function requireKnownPrices(given: Given, content: Content, before: Terms | null = null): void {
  const names = (content.operations ?? []).map(({ name }) => name);
  const known = new Set([...names, ...Object.keys({ ...before?.operationPrices, ...before?.operationUnits })]);
  const has = names.length === 0 ? "the skill has no tools" : `its tools are ${names.slice(0, MAX_NAMED).join(", ")}`;
  const [first, ...rest] = (["operation_prices", "operation_units"] as const).flatMap((field) =>
    Object.keys(given[field] ?? {})
      .filter((name) => !known.has(name))
      .map((name) => ({ param: `${field}.${name}`, message: `is no tool of the skill: ${has}` })),
  );
  if (first) throw invalid([first, ...rest]);
}

/** Refuses units of what is not paid per call, or can't be called, and plans that include calls of what has none. */
export function requireUnitsFit(terms: Terms, { execution_type: type }: Content): void {
  const at = terms.plans.findIndex((plan) => plan.included_calls !== null || (plan.included_units ?? []).length > 0);
  if (type === "download" && at >= 0) {
    const field = terms.plans[at]?.included_calls === null ? "included_units" : "included_calls";
    throw invalid([
      { param: `plans[${at}].${field}`, message: "is for calls, and this skill is a package only; leave it out" },
    ]);
  }
  const named =
    terms.units.length > 0 ? "units" : Object.values(terms.operationUnits).flat().length > 0 && "operation_units";
  if (!named) return;
  const [param, message] =
    terms.pricingType === "subscription"
      ? [
          named,
          "are for usage pricing; a subscription's plans include units instead. Send an empty list to remove them",
        ]
      : [named, "are for calls, and this skill is a package only; send an empty list to remove them"];
  if (terms.pricingType === "subscription" || type === "download") throw invalid([{ param, message }]);
}

/** Refuses a trial of what is not a subscription. */
export function requireTrialFits({ trialDays, pricingType }: Terms): void {
  if (trialDays === 0 || pricingType === "subscription") return;
  throw invalid([{ param: "trial_days", message: "are for subscriptions; send 0 here, and give free_calls instead" }]);
}

/** Content after a change; other fields stay as they are. */
export function changeContent(now: Content, change: SkillChange): Content {
  const named = CONTENT_NAMES.filter((name) => change[name] !== undefined);
  return withoutArguments({ ...now, ...pick(change, named) } as Content);
}

/** Terms after a change; other fields stay as they are. */
export function changeTerms(now: Terms, change: SkillChange): Terms {
  // A subscription has no units: who changes to one need not remove them first.
  const isPerCall = (change.pricing_type ?? now.pricingType) === "usage";
  const terms = {
    pricingType: change.pricing_type ?? now.pricingType,
    priceMicros: change.price === undefined ? now.priceMicros : toMicros(change.price),
    subscriptionInterval:
      change.subscription_interval === undefined ? now.subscriptionInterval : change.subscription_interval,
    pricePerCallMicros: change.price_per_call === undefined ? now.pricePerCallMicros : toMicros(change.price_per_call),
    freeCalls: change.free_calls ?? now.freeCalls,
    operationPrices: change.operation_prices ? operationPricesOf(change.operation_prices) : now.operationPrices,
    units: change.units ? unitTermsOf(change.units) : isPerCall ? now.units : [],
    operationUnits: change.operation_units
      ? operationUnitsOf(change.operation_units)
      : isPerCall
        ? now.operationUnits
        : {},
    trialDays: change.trial_days ?? (isPerCall ? 0 : now.trialDays),
    plans: now.plans,
  };
  return withPlans(terms, change);
}

/** Whether a reviewer has to look again. A new order of parameters is a change, too. */
export function hasChanged(before: Content, after: Content): boolean {
  return CONTENT_COLUMNS.some((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]));
}

/** What terms lack that a skill on sale needs; the content of a draft is no matter here. */
export function missingTerms(terms: Terms): Issue[] {
  const needsPrice = terms.pricingType === "subscription" && terms.priceMicros === null;
  const needsPricePerCall = terms.pricingType === "usage" && terms.pricePerCallMicros === null;
  return [
    needsPrice && { param: "price", message: "subscription pricing needs a price" },
    needsPricePerCall && { param: "price_per_call", message: "usage pricing needs a price per call" },
  ].filter((issue) => issue !== false);
}

/** The fields missing before a skill can be submitted, one issue each. */
export function missingToSubmit(content: Content, terms: Terms): Issue[] {
  const needsTools = content.endpoint_type === "mcp" && content.execution_type !== "download" && !content.operations;
  const needsEndpoint = content.execution_type !== "download" && content.api_endpoint === null;
  const needsPackage = content.execution_type !== "api" && content.package_id === null;
  return [
    ...missingTerms(terms),
    needsEndpoint && {
      param: "api_endpoint",
      message: `execution type ${content.execution_type} needs an endpoint`,
    },
    needsTools && { param: "operations", message: "an MCP server needs its tools: import them" },
    needsPackage && {
      param: "package",
      message: `execution type ${content.execution_type} needs a package: PUT /v1/developer/skills/{id}/package`,
    },
  ].filter((issue) => issue !== false);
}
