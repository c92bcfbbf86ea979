import { SkillRequest } from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "reportSkillRequest",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Report a request for a skill to the administrators",
    description: "For spam and abuse. At most 10 an hour.",
    params: IdParams,
    result: SkillRequest,
    limit: "report",
  },
  ({ caller, params }) => requests.report(caller, params.id),
);
