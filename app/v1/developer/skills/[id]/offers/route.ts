import { PlanOffer, PlanOfferInput, PlanOfferList } from "@/lib/demand/purchases/plan-offer-schemas";
import * as offers from "@/lib/demand/purchases/plan-offers";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listPlanOffers",
    access: "account",
    tag: "Publishing",
    summary: "The plans of one of your skills that one account each is offered, newest first",
    params: IdParams,
    result: PlanOfferList,
  },
  ({ caller, params }) => offers.list(caller, params.id),
);

export const POST = endpoint(
  {
    operationId: "createPlanOffer",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Offer a plan of a subscription to one account",
    description:
      "Only that account sees the plan, at the `url` of the response, and buys it by its name. It is notified. A person or an organization has at most one offer of a skill.",
    params: IdParams,
    body: PlanOfferInput,
    result: PlanOffer,
    limit: "report",
  },
  ({ caller, params, body }) => offers.create(caller, params.id, body),
);
