import { buy } from "@/lib/demand/purchases/buying";
import { PurchaseInput, PurchaseResult } from "@/lib/demand/purchases/schemas";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";

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
      "own_skill",
      "not_purchasable",
      "version_yanked",
      "download_paused",
      "price_changed",
      "insufficient_credits",
      "key_limit_reached",
      "budget_reached",
      "approval_required",
      "approval_refused",
      "skill_not_allowed",
      "too_many_in_flight",
    ],
  },
  ({ caller, params, body }) => buy(caller, params.slug, body),
);
