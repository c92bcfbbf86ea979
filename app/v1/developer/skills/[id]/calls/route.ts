import { CallLog, CallLogQuery } from "@/lib/analytics/schemas";
import * as analytics from "@/lib/analytics/service";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listSkillCalls",
    access: "account",
    tag: "Publishing",
    summary: "The calls of one of your skills, newest first, by callers without names",
    params: IdParams,
    query: CallLogQuery,
    result: CallLog,
    errors: ["not_found"],
  },
  ({ caller, params, query }) => analytics.calls(caller, params.id, query),
);
