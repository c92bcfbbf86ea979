import { SlugParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { requireKeyAllows } from "@/lib/keys/guardrails";
import { buy } from "@/lib/purchases/buying";
import { PurchaseInput, PurchaseResult } from "@/lib/purchases/schemas";

export const POST = endpoint(
  {
    operationId: "purchaseSkill",
    access: "account",
    scope: "purchase",
    tag: "Using skills",
    summary: "Purchase a subscription skill with credits",
    params: SlugParams,
    body: PurchaseInput,
    result: PurchaseResult,
    idempotent: true,
    allows: (caller, { slug }) => requireKeyAllows(caller, slug),
    limit: "spend",
    errors: [
      "not_found",
      "own_skill",
      "not_purchasable",
      "price_changed",
      "insufficient_credits",
      "key_limit_reached",
      "confirmation_required",
      "too_many_in_flight",
    ],
  },
  ({ caller, params, body }) => buy(caller, params.slug, body),
);
