import { SkillOfferInput, SkillRequest } from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "offerSkillForRequest",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Offer one of your skills for a request",
    description: "Everyone who voted for it is notified once. At most 5 skills a request.",
    params: IdParams,
    body: SkillOfferInput,
    result: SkillRequest,
    limit: "report",
  },
  ({ caller, params, body }) => requests.offer(caller, params.id, body.skill),
);
