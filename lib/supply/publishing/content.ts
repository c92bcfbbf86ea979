import { type Issue, invalid } from "@/lib/platform/core/errors";
import { priceToMicros } from "@/lib/platform/core/money";
import type { SkillChange, SkillInput } from "@/lib/supply/publishing/schemas";
import { CONTENT_COLUMNS, CONTENT_NAMES, pick } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import type { Terms } from "@/lib/supply/skills/terms";

const MAX_NAMED = 20;

/** The content of a new skill. */
export function contentOf(input: SkillInput): Content {
  const given = Object.fromEntries(CONTENT_NAMES.map((name) => [name, input[name] ?? null]));
  return { ...given, package_id: null } as Content;
}

/** The terms of a new skill. */
export function termsOf(input: SkillInput): Terms {
  return {
    pricingType: input.pricing_type,
    priceMicros: toMicros(input.price),
    subscriptionInterval: input.subscription_interval ?? null,
    pricePerCallMicros: toMicros(input.price_per_call),
    freeCalls: input.free_calls,
    operationPrices: operationPricesOf(input.operation_prices),
  };
}

/** Prices of operations as terms hold them: micro-credits as text. */
export function operationPricesOf(prices: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, String(priceToMicros(price))]));
}

function toMicros(price: number | null | undefined): bigint | null {
  return price === null || price === undefined ? null : priceToMicros(price);
}

/** Refuses prices of tools that neither the skill has nor `before` priced: a misspelled one would cost the skill's price. */
export function requireKnownPrices(
  given: Record<string, number> | undefined,
  content: Content,
  before: Terms | null = null,
): void {
  const names = (content.operations ?? []).map(({ name }) => name);
  const known = new Set([...names, ...Object.keys(before?.operationPrices ?? {})]);
  const has = names.length === 0 ? "the skill has no tools" : `its tools are ${names.slice(0, MAX_NAMED).join(", ")}`;
  const [first, ...rest] = Object.keys(given ?? {})
    .filter((name) => !known.has(name))
    .map((name) => ({ param: `operation_prices.${name}`, message: `is no tool of the skill: ${has}` }));
  if (first) throw invalid([first, ...rest]);
}

/** Content after a change; other fields stay as they are. */
export function changeContent(now: Content, change: SkillChange): Content {
  const named = CONTENT_NAMES.filter((name) => change[name] !== undefined);
  return { ...now, ...pick(change, named) } as Content;
}

/** Terms after a change; other fields stay as they are. */
export function changeTerms(now: Terms, change: SkillChange): Terms {
  return {
    pricingType: change.pricing_type ?? now.pricingType,
    priceMicros: change.price === undefined ? now.priceMicros : toMicros(change.price),
    subscriptionInterval:
      change.subscription_interval === undefined ? now.subscriptionInterval : change.subscription_interval,
    pricePerCallMicros: change.price_per_call === undefined ? now.pricePerCallMicros : toMicros(change.price_per_call),
    freeCalls: change.free_calls ?? now.freeCalls,
    operationPrices: change.operation_prices ? operationPricesOf(change.operation_prices) : now.operationPrices,
  };
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
