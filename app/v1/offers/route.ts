import { PlanOfferList } from "@/lib/demand/purchases/plan-offer-schemas";
import * as offers from "@/lib/demand/purchases/plan-offers";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listOffersToYou",
    access: "account",
    tag: "Money",
    summary: "Plans that only your account is offered, newest first",
    description: "Buy one by its name, as any other plan of the skill.",
    result: PlanOfferList,
  },
  ({ caller }) => offers.listOwn(caller),
);
