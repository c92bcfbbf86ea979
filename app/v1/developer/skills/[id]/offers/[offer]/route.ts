import { PlanOffer, PlanOfferParams } from "@/lib/demand/purchases/plan-offer-schemas";
import * as offers from "@/lib/demand/purchases/plan-offers";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "withdrawPlanOffer",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Withdraw a plan that one account is offered; if it was bought, the buyer keeps it",
    params: PlanOfferParams,
    result: PlanOffer,
  },
  ({ caller, params }) => offers.withdraw(caller, params.id, params.offer),
);
