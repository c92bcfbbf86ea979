import * as plans from "@/lib/demand/purchases/plan-changes";
import { PlanChange, PlanChangeResult, PlanQuery, PlanQuote } from "@/lib/demand/purchases/plan-schemas";
import { requireKeyAllowsPurchase } from "@/lib/demand/purchases/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "quotePlan",
    access: "account",
    tag: "Money",
    summary: "What another plan charges, and when it begins",
    params: IdParams,
    query: PlanQuery,
    result: PlanQuote,
    isUncached: true,
  },
  ({ caller, params, query }) => plans.quote(caller, params.id, query.plan),
);

export const POST = endpoint(
  {
    operationId: "changePlan",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Change the plan of a running purchase",
    description:
      "A plan that costs more begins now: the unused rest of the running term is given back, its price is charged, and the purchase continues under a new id. Any other begins when the running term ends. Send the plan that the purchase has to withdraw one that was chosen for later.",
    params: IdParams,
    body: PlanChange,
    result: PlanChangeResult,
    idempotent: true,
    allows: (caller, { id }) => requireKeyAllowsPurchase(caller, id),
    errors: [
      "not_purchasable",
      "version_yanked",
      "download_paused",
      "price_changed",
      "insufficient_credits",
      "key_limit_reached",
      "budget_reached",
      "approval_required",
      "approval_refused",
      "confirmation_required",
      "skill_not_allowed",
      "own_skill",
    ],
  },
  ({ caller, params, body, claimed }) => plans.change(caller, params.id, body, claimed),
);
