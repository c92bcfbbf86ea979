import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SellerDecisionList, SellerDecisionQuery } from "@/lib/operator/safety/seller-decision-schemas";
import * as decisions from "@/lib/operator/safety/seller-decisions";

export const GET = endpoint(
  {
    operationId: "listDecisions",
    access: "account",
    tag: "Publishing",
    summary: "Everything that was decided against you and your skills, with reasons, evidence and how to appeal",
    description:
      "Rejections, suspensions, pauses, warnings, advisories by administrators, removals, withheld payouts and claims of names, newest first. What ended is not listed.",
    query: SellerDecisionQuery,
    result: SellerDecisionList,
  },
  ({ caller, query }) => decisions.list(caller, query),
);
