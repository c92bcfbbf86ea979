import { isDeepStrictEqual } from "node:util";
import type { Issue } from "@/lib/core/errors";
import { priceToMicros } from "@/lib/core/money";
import type { SkillChange, SkillInput } from "@/lib/publishing/schemas";
import type { ExecutionType } from "@/lib/skills/schemas";
import type { Terms } from "@/lib/skills/terms";

/** What a reviewer judges: changing any of it sends a skill back to review. */
export type Content = {
  name: string;
  description: string;
  category: string;
  readme: string | null;
  executionType: ExecutionType;
  apiEndpoint: string | null;
  apiSchema: Record<string, unknown> | null;
  packageId: string | null;
};

/** The content of a new skill. */
export function contentOf(input: SkillInput): Content {
  return {
    name: input.name,
    description: input.description,
    category: input.category,
    readme: input.readme ?? null,
    executionType: input.execution_type,
    apiEndpoint: input.api_endpoint ?? null,
    apiSchema: input.api_schema ?? null,
    packageId: null,
  };
}

/** The terms of a new skill. */
export function termsOf(input: SkillInput): Terms {
  return {
    pricingType: input.pricing_type,
    priceMicros: toMicros(input.price),
    subscriptionInterval: input.subscription_interval ?? null,
    pricePerCallMicros: toMicros(input.price_per_call),
    freeCalls: input.free_calls,
  };
}

function toMicros(price: number | null | undefined): bigint | null {
  return price === null || price === undefined ? null : priceToMicros(price);
}

/** Content after a change; fields that the change does not name stay. */
export function changeContent(now: Content, change: SkillChange): Content {
  return {
    ...now,
    ...(change.name !== undefined && { name: change.name }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.category !== undefined && { category: change.category }),
    ...(change.readme !== undefined && { readme: change.readme }),
    ...(change.execution_type !== undefined && { executionType: change.execution_type }),
    ...(change.api_endpoint !== undefined && { apiEndpoint: change.api_endpoint }),
    ...(change.api_schema !== undefined && { apiSchema: change.api_schema }),
  };
}

/** Terms after a change; fields that the change does not name stay. */
export function changeTerms(now: Terms, change: SkillChange): Terms {
  return {
    pricingType: change.pricing_type ?? now.pricingType,
    priceMicros: change.price === undefined ? now.priceMicros : toMicros(change.price),
    subscriptionInterval:
      change.subscription_interval === undefined ? now.subscriptionInterval : change.subscription_interval,
    pricePerCallMicros:
      change.price_per_call === undefined ? now.pricePerCallMicros : toMicros(change.price_per_call),
    freeCalls: change.free_calls ?? now.freeCalls,
  };
}

/** Whether a reviewer would have to look again; another order of the parameters is a change, too. */
export function hasChanged(before: Content, after: Content): boolean {
  const orderOf = ({ apiSchema }: Content) => JSON.stringify(apiSchema);
  return !isDeepStrictEqual(before, after) || orderOf(before) !== orderOf(after);
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

/** What is missing before a skill can be submitted: one issue a field. */
export function missingToSubmit(content: Content, terms: Terms): Issue[] {
  const needsEndpoint = content.executionType !== "download" && content.apiEndpoint === null;
  const needsPackage = content.executionType !== "api" && content.packageId === null;
  return [
    ...missingTerms(terms),
    needsEndpoint && {
      param: "api_endpoint",
      message: `execution type ${content.executionType} needs an endpoint`,
    },
    needsPackage && {
      param: "package",
      message: `execution type ${content.executionType} needs a package: PUT /v1/developer/skills/{id}/package`,
    },
  ].filter((issue) => issue !== false);
}
